import type { IDataObject } from 'n8n-workflow';

/**
 * What a node put out, as n8n has saved it: a list in which each text inside of an object or list is the place of a value.
 *
 * @param data of a saved execution
 */
export function savedItems(data: string, node: string): IDataObject[] {
	const values: unknown[] = JSON.parse(data);
	const follow = (value: unknown, ...path: Array<string | number>): unknown => {
		const [key, ...rest] = path;
		if (key === undefined) return value;
		const member = (value as Record<string | number, unknown> | undefined)?.[key];
		return follow(typeof member === 'string' ? values[Number(member)] : member, ...rest);
	};
	const whole = (value: unknown): unknown => {
		if (typeof value !== 'object' || value === null) return value;
		const members = Object.keys(value).map((key) => [key, whole(follow(value, key))] as const);
		return Array.isArray(value) ? members.map(([, member]) => member) : Object.fromEntries(members);
	};
	const path = ['resultData', 'runData', node, 0, 'data', 'main', 0] as const;
	const items = whole(follow(values[0], ...path)) as Array<{ json: IDataObject }>;
	return items.map(({ json }) => json);
}
