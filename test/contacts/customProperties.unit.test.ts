import { DateTime } from 'luxon';
import { customProperties } from '../../nodes/Mailroom/parameters/customProperties';
import { emptyValues, mayBeEmpty, refuses, takes } from '../support/readerTests';

type Assignment = [name: unknown, type: string | undefined, value: unknown];

/** Value of n8n's assignment collection. */
const assignments = (...entries: Assignment[]) => ({
	assignments: entries.map(([name, type, value], id) => ({ id: String(id), name, type, value })),
});

describe('the value of an assignment', () => {
	const ofPlan = (type: string | undefined, value: unknown, plan: string | number) =>
		[assignments(['plan', type, value]), { plan }] satisfies [unknown, object];

	takes(customProperties, [
		ofPlan('string', ' Acme Ltd ', ' Acme Ltd '),
		ofPlan('string', '0042', '0042'),
		ofPlan('string', 42, '42'),
		ofPlan('number', 0, 0),
		ofPlan('number', ' -4.5 ', -4.5),
		ofPlan('boolean', true, 'true'),
		ofPlan(undefined, 42, 42),
		ofPlan(undefined, '42', '42'),
		ofPlan(undefined, new Date(1_999), '1970-01-01T00:00:01Z'),
		ofPlan('string', new Date('1815-12-10T00:00:00Z'), '1815-12-10T00:00:00Z'),
		ofPlan('string', DateTime.fromISO('2026-12-01T10:00:00.5+01:00'), '2026-12-01T09:00:00Z'),
		ofPlan('string', '2026-12-01T10:00:00.500Z', '2026-12-01T10:00:00.500Z'),
	]);
	refuses(customProperties, /> plan" must be a number, but/, [
		...['many', true, NaN, '1,000'].map((value) => assignments(['plan', 'number', value])),
	]);
	refuses(customProperties, /> plan" must be text or a number, but/, [
		...[{}, Infinity, [1, 2], new Map(), new Set()].map((value) =>
			assignments(['plan', 'string', value]),
		),
	]);
	refuses(customProperties, /> plan" is an invalid date\. Check the expression$/, [
		...[new Date('x'), DateTime.invalid('x'), 'Invalid DateTime'].map((value) =>
			assignments(['plan', 'string', value]),
		),
	]);
	refuses(customProperties, /> plan" has more digits than a number can store exactly: /, [
		...['string', 'number', undefined].map((type) => assignments(['plan', type, 2 ** 60])),
	]);
});

describe('custom properties', () => {
	takes(customProperties, [
		[
			assignments([' seats ', 'number', '3'], ['is vip', 'string', 'x']),
			{ seats: 3, 'is vip': 'x' },
		],
		[assignments(['plan', 'string', 'a'], ['plan ', 'string', 'a']), { plan: 'a' }],
		[
			{ plan: 'pro', seats: 3, company: '' },
			{ plan: 'pro', seats: 3 },
		],
		// As language models write objects.
		['{"plan": "pro", "seats": 4}', { plan: 'pro', seats: 4 }],
		[JSON.stringify(assignments(['plan', 'string', 'pro'])), { plan: 'pro' }],
		[
			new Map<string, unknown>([
				['plan', 'pro'],
				['seats', 4],
				['company', null],
			]),
			{ plan: 'pro', seats: 4 },
		],
		...emptyValues.map((empty): [unknown, Record<string, string>] => [
			assignments(['a', 'string', empty], ['b', 'number', empty], ['c', 'string', 'x']),
			{ c: 'x' },
		]),
		...[{}, assignments(), assignments(['', '', ''])].map((value): [unknown, undefined] => [
			value,
			undefined,
		]),
	]);
	mayBeEmpty(customProperties);
	refuses(customProperties, /^"Field" must be an object such as /, [
		...['plan', '{"plan": ', 42, ['plan'], [{ name: 'plan', value: 'pro' }]],
		...[new Set(['plan']), new Date(0), DateTime.fromMillis(0), () => ({})],
	]);
	refuses(customProperties, /^"Field" contains the value "x" without a name\. Enter the name/, [
		...['', '  ', undefined, 42].map((name) => assignments([name, 'string', 'x'])),
	]);

	refuses(customProperties, /^"Field" contains two values for "plan"\. Remove one$/, [
		assignments(['plan', 'string', 'a'], ['plan ', 'string', 'b']),
	]);

	test.each(['__proto__', 'constructor'])('may be called %s', (name) => {
		const properties = customProperties(assignments([name, 'string', 'x']), 'Field');
		expect(JSON.stringify(properties)).toBe(`{"${name}":"x"}`);
	});
});
