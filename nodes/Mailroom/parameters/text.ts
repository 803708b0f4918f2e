import { parsedUrl } from '../../../credentials/parsedUrl';
import { InvalidParameter, shown } from './InvalidParameter';
import { assertExact } from './number';

/** An empty field is not sent at all. */
export function isEmpty(value: unknown): boolean {
	return (
		value === undefined ||
		value === null ||
		(typeof value === 'string' && value.trim() === '') ||
		(Array.isArray(value) && value.length === 0)
	);
}

/** Undefined if empty. Numbers from expressions become text. */
export function optionalText(value: unknown, label: string): string | undefined {
	if (isEmpty(value)) return undefined;
	if (typeof value === 'string') return value;
	if (typeof value === 'number' && !Number.isFinite(value)) {
		throw new InvalidParameter(label, `must be text, but is ${value}`);
	}
	if (typeof value === 'number') assertExact(value, label);
	if (['number', 'boolean', 'bigint'].includes(typeof value) || isLuxonDate(value)) {
		return String(value);
	}
	const kind = Array.isArray(value) ? 'a list' : `of the type ${typeof value}`;
	throw new InvalidParameter(label, `must be text, but is ${kind}`);
}

export function requiredText(value: unknown, label: string): string {
	const text = optionalText(value, label);
	if (text === undefined) throw new InvalidParameter(label, 'is empty, but required');
	return text;
}

/** As entered; undefined if empty. */
export function optionalWebAddress(value: unknown, label: string): string | undefined {
	if (isEmpty(value)) return undefined;
	const text = typeof value === 'string' ? value.trim() : '';
	if (/^https?:\/\/[^\s]+$/i.test(text) && parsedUrl(text)) return text;
	throw new InvalidParameter(
		label,
		`is not a web address: ${shown(value)}`,
		'Enter an address that starts with https:// or http://',
	);
}

/** Parses a text such as `["a", "b"]`, as language models write lists. */
export function fromJsonText(value: unknown): unknown {
	if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return value;
	try {
		return JSON.parse(value);
	} catch {
		return value;
	}
}

/** The filled parts of an array, or of a text with commas or line breaks between them. */
export function partsOf(value: unknown): unknown[] {
	const given = fromJsonText(value);
	const parts = typeof given === 'string' ? given.split(/[,\r\n]/) : [given].flat();
	return parts.filter((part) => !isEmpty(part));
}

/** Distinct names, see `partsOf`; undefined if there are none. */
export function listNames(value: unknown, label: string): string[] | undefined {
	const names = partsOf(value).map((part) => {
		if (typeof part === 'string') return part.trim();
		throw new InvalidParameter(label, `contains ${shown(part)}, which is not a name`);
	});
	return names.length > 0 ? [...new Set(names)] : undefined;
}

/** n8n may use another copy of luxon. */
export function isLuxonDate(value: unknown): boolean {
	return typeof value === 'object' && value !== null && 'isLuxonDateTime' in value;
}
