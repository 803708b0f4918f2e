/**
 * What a text such as `["a", "b"]` or `{"a": 1}` stands for, and any other value as it is. A language model that is asked for a
 * text writes lists and objects so.
 */
export function fromJsonText(value: unknown): unknown {
	if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return value;
	try {
		return JSON.parse(value);
	} catch {
		return value;
	}
}
