/**
 * The set of fields of a body, with their types. What an array lists, such as names of mailing lists, counts by its values.
 */
export function bodyShape(body: object | undefined): string {
	return JSON.stringify(body, function (this: unknown, _: string, value: unknown): unknown {
		const isInArray = Array.isArray(this);
		return isInArray || value === undefined || isObject(value) ? value : typeof value;
	});
}

function isObject(value: unknown): boolean {
	return typeof value === 'object' && value !== null;
}
