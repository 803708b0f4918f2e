/** @param value written with separators: 1,000 */
export const number = (value: number) => value.toLocaleString('en');
