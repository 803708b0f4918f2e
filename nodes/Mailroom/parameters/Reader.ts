/** Checks a value; `label` is the field's name in the form. Throws InvalidParameter. */
export type Reader<T> = (value: unknown, label: string) => T;
