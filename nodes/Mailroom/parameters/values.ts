/** Empty fields are not sent. */
export function isEmpty(value: unknown): boolean {
	return (
		value === undefined ||
		value === null ||
		(typeof value === 'string' && value.trim() === '') ||
		(Array.isArray(value) && value.length === 0)
	);
}

/** Such as `Map`, also for a value of another realm, in which n8n may evaluate expressions. */
export function kindOf(value: unknown): string {
	return Object.prototype.toString.call(value).slice('[object '.length, -1);
}

export function isDate(value: unknown): value is Date {
	return kindOf(value) === 'Date';
}

/** Works across copies of luxon, as n8n may use its own. */
export function isLuxonDate(value: unknown): boolean {
	return typeof value === 'object' && value !== null && 'isLuxonDateTime' in value;
}

/** Parses JSON text such as `["a"]`, as written by language models. */
export function fromJsonText(value: unknown): unknown {
	if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return value;
	try {
		return JSON.parse(value);
	} catch {
		return value;
	}
}

/** Non-empty parts of an array, or of a text split at commas and line breaks. */
export function partsOf(value: unknown): unknown[] {
	const given = fromJsonText(value);
	const parts = typeof given === 'string' ? given.split(/[,\r\n]/) : [given].flat();
	return parts.filter((part) => !isEmpty(part));
}

/** Such as `U+202E`. */
export function codePointOf(character: string): string {
	return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}
