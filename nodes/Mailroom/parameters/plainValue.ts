import type { IDataObject } from 'n8n-workflow';

/** Reads a parameter for one item; undefined when this item needs n8n's own evaluation. */
export type PlainReader = (json: IDataObject) => { value: unknown } | undefined;

/** `={{ $json.email }}` or `={{ $json['Full Name'] }}`, which the editor writes when a field is dragged into the form. */
const OWN_FIELD =
	/^=\{\{\s*\$json(?:\.([A-Za-z_]\w*)|\["([^"'\\{}]+)"\]|\['([^"'\\{}]+)'\])\s*\}\}$/;

/**
 * A shortcut around n8n's evaluation for parameters that hold nothing but fixed values and fields of the item. n8n takes
 * about half a millisecond of the whole process for each expression: 20 seconds for 10,000 rows of four fields.
 *
 * @param raw the parameter as it was entered, with all that is inside it
 * @returns undefined when it holds an expression of any other kind
 */
export function plainReader(raw: unknown): PlainReader | undefined {
	if (typeof raw === 'string') return textReader(raw);
	if (typeof raw !== 'object' || raw === null) return () => ({ value: raw });

	const members = Object.entries(raw).map(([key, member]) => [key, plainReader(member)] as const);
	if (members.some(([, reader]) => reader === undefined)) return undefined;
	return (json) => {
		const read = members.map(([key, reader]) => [key, reader?.(json)] as const);
		if (read.some(([, result]) => result === undefined)) return undefined;
		const entries = read.map(([key, result]) => [key, result?.value] as const);
		return {
			value: Array.isArray(raw) ? entries.map(([, value]) => value) : Object.fromEntries(entries),
		};
	};
}

function textReader(text: string): PlainReader | undefined {
	if (!text.startsWith('=')) return () => ({ value: text });
	const match = OWN_FIELD.exec(text);
	const field = match?.slice(1).find((name) => name !== undefined);
	if (field === undefined) return undefined;
	return (json) => {
		const value = Object.hasOwn(json, field) ? json[field] : undefined;
		// Anything but these, a missing field too, is for n8n to make something of.
		const isPlain =
			typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value);
		return isPlain ? { value } : undefined;
	};
}
