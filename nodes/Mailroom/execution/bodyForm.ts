/**
 * The common form of bodies that hold the same fields, of the same types. Of what an array lists, such as names of mailing lists,
 * the values count.
 */
export function bodyForm(body: object | undefined): string {
	return JSON.stringify(body, function (this: unknown, _: string, value: unknown): unknown {
		const isInArray = Array.isArray(this);
		return isInArray || value === undefined || isObject(value) ? value : typeof value;
	});
}

function isObject(value: unknown): boolean {
	return typeof value === 'object' && value !== null;
}
