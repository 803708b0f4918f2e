import { customProperties } from '../../../nodes/Mailroom/parameters/customProperties';
import { emptyValues, messageOf } from './invalid';

const read = (value: unknown) => customProperties(value, 'Custom Properties');

/** What n8n's assignment collection holds. */
const assignments = (...entries: [name: unknown, type: string | undefined, value: unknown][]) => ({
	assignments: entries.map(([name, type, value], id) => ({ id: String(id), name, type, value })),
});

const single: Array<
	[claim: string, type: string | undefined, value: unknown, sent: string | number]
> = [
	['a text as it is', 'string', ' Acme Ltd ', ' Acme Ltd '],
	['a number as a number', 'number', 42, 42],
	['a number typed as text as a number', 'number', '42', 42],
	['a number typed with spaces as a number', 'number', ' -4.5 ', -4.5],
	['zero', 'number', 0, 0],
	['digits in a text field as text', 'string', '0042', '0042'],
	['a number in a text field as text', 'string', 42, '42'],
	['true as text', 'boolean', true, 'true'],
	['a number without a type as a number', undefined, 42, 42],
	['a text without a type as text', undefined, '42', '42'],
	['a Date as ISO 8601', undefined, new Date('2026-12-01T15:00:00Z'), '2026-12-01T15:00:00.000Z'],
];

test.each(single)('sends %s', (_claim, type, value, sent) => {
	expect(read(assignments(['plan', type, value]))).toStrictEqual({ plan: sent });
});

test('sends several, in their order, by their names without the spaces around them', () => {
	const properties = read(
		assignments(['plan', 'string', 'pro'], [' seats ', 'number', '3'], ['is vip', 'boolean', true]),
	);
	expect(Object.entries(properties ?? {})).toEqual([
		['plan', 'pro'],
		['seats', 3],
		['is vip', 'true'],
	]);
});

test('takes a plain object by name too, as an expression may give it', () => {
	expect(read({ plan: 'pro', seats: 3, company: '' })).toEqual({ plan: 'pro', seats: 3 });
});

test('sends the last of two values for the same name', () => {
	expect(read(assignments(['plan', 'string', 'a'], ['plan ', 'string', 'b']))).toEqual({
		plan: 'b',
	});
});

test('takes JSON, as language models write objects', () => {
	expect(read('{"plan": "pro", "seats": 4}')).toEqual({ plan: 'pro', seats: 4 });
	expect(messageOf(() => read('{"plan": '))).toMatch(/^"Custom Properties" must hold names/);
});

test('leaves out a property without a value, and keeps the others', () => {
	for (const empty of emptyValues) {
		expect(
			read(assignments(['a', 'string', empty], ['b', 'number', empty], ['c', 'string', 'x'])),
		).toEqual({ c: 'x' });
	}
});

test.each([
	...emptyValues,
	{},
	{ assignments: [] },
	assignments(['plan', 'string', ''], ['', '', '']),
])('sends nothing when there is nothing: %j', (value) => {
	expect(read(value)).toBeUndefined();
});

test.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])(
	'takes %s for the name of a property like any other',
	(name) => {
		const properties = read(assignments([name, 'string', 'x']));
		expect(Object.entries(properties ?? {})).toEqual([[name, 'x']]);
		expect(JSON.stringify(properties)).toBe(`{"${name}":"x"}`);
	},
);

const unusable: Array<[type: string | undefined, value: unknown]> = [
	['number', 'many'],
	['number', true],
	['number', NaN],
	['number', '1,000'],
	['string', {}],
	[undefined, Infinity],
	[undefined, [1, 2]],
];

test.each(unusable)(
	'refuses, in a property of the type %s, %j, and names the property',
	(type, value) => {
		expect(messageOf(() => read(assignments(['plan', type, value])))).toMatch(
			/^"Custom Properties > plan" must be a (number|text or a number)/,
		);
	},
);

test.each(['string', 'number', undefined])(
	'refuses a number of which digits are lost: type %s',
	(type) => {
		expect(messageOf(() => read(assignments(['phone', type, 49_171_123_456_789_012_345])))).toMatch(
			/^"Custom Properties > phone" has more digits than a number can hold exactly: /,
		);
	},
);

test.each(['', '  ', undefined, null, 42])('refuses a value under the name %j', (name) => {
	expect(messageOf(() => read(assignments([name, 'string', 'Acme'])))).toBe(
		`"Custom Properties" holds the value "Acme" without a name. Enter the name of the property as it is defined in the service's dashboard`,
	);
});

test.each(['plan', 42, true, ['plan'], [{ name: 'plan', value: 'pro' }]])(
	'refuses %j, which holds no names and values',
	(value) => {
		expect(messageOf(() => read(value))).toMatch(/^"Custom Properties" must hold names and values/);
	},
);
