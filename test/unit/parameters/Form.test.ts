import type { INodeProperties } from 'n8n-workflow';
import { ExpressionFailure } from '../../../nodes/Mailroom/parameters/Form';
import { optionalText } from '../../../nodes/Mailroom/parameters/text';
import { formOf } from '../formOf';
import { messageOf } from './readerTests';

const text = (displayName: string, name: string, byDefault = ''): INodeProperties => ({
	displayName,
	name,
	type: 'string',
	default: byDefault,
});

const properties: INodeProperties[] = [
	text('Return URL', 'returnUrl'),
	{
		displayName: 'Extra Fields',
		name: 'extras',
		type: 'collection',
		default: {},
		options: [text('Company', 'company'), text('Plan', 'plan')],
	},
	{
		displayName: 'Limit',
		name: 'limit',
		type: 'fixedCollection',
		default: {},
		options: [{ displayName: 'Values', name: 'values', values: [text('Unit', 'unit', 'hours')] }],
	},
];

const json = { name: 'Ada', empty: '' };

const form = (raw: Record<string, unknown>) => formOf(properties, raw, json);

const thrownBy = (read: () => unknown): unknown => {
	try {
		return { returned: read() };
	} catch (error) {
		return error;
	}
};

describe('a field', () => {
	test.each([
		['a fixed text', 'x', 'x'],
		['an expression', '=Hi {{ $json.name }}', 'Hi Ada'],
		['nothing', undefined, undefined],
		['nothing', null, undefined],
	])('gives its reader %s', (_claim, raw, value) => {
		const read = form({ returnUrl: raw }).read('returnUrl', (given, label) => [given, label]);
		expect(read).toEqual([value, 'Return URL']);
	});

	test('is named when n8n cannot evaluate it', () => {
		const reason = new Error('no such node');
		const evaluate = () => {
			throw reason;
		};
		const raw = { extras: { plan: '={{ $("x") }}' } };
		const plan = formOf(properties, raw, {}, { evaluate }).inside('extras');
		const error = thrownBy(() => plan.read('plan', optionalText));

		expect(error).toBeInstanceOf(ExpressionFailure);
		expect(error).toMatchObject({
			message: '"Plan" cannot be evaluated: no such node',
			parameter: 'extras.plan',
			reason,
		});
	});

	test('that the form does not have is an error', () => {
		expect(() => form({ retrunUrl: 'x' }).read('retrunUrl', optionalText)).toThrow(
			'The form has no field "retrunUrl"',
		);
		expect(() => form({}).inside('extras').read('pan', optionalText)).toThrow('extras.pan');
	});

	test('that is an expression without a value is an error, where it must have one', () => {
		const read = (returnUrl: string) =>
			form({ returnUrl }).readFilled('returnUrl', optionalText, ', so all get it');

		expect(messageOf(() => read('={{ $json.empty }}'))).toBe(
			'"Return URL" has no value for this item, so all get it. Check the expression',
		);
		expect(read('')).toBeUndefined();
		expect(read('={{ $json.name }}')).toBe('Ada');
	});
});

describe('a field that rewrites expressions', () => {
	const read = (returnUrl: unknown) =>
		form({ returnUrl }).read('returnUrl', optionalText, (typed) => typed.replace('tag', '"Eve"'));

	test.each([
		['={{ tag }}', 'Eve'],
		['={{ $json.name }}', 'Ada'],
		['tag', 'tag'],
		[undefined, undefined],
	])('reads %s as %s', (raw, value) => {
		expect(read(raw)).toBe(value);
	});

	test('does so once for all items of a run', () => {
		const rewrite = jest.fn((typed: string) => typed);
		const shared = { evaluators: new Map() };
		for (const name of ['Ada', 'Grace']) {
			const item = formOf(properties, { returnUrl: '={{ $json.name }}!' }, { name }, shared);
			expect(item.read('returnUrl', optionalText, rewrite)).toBe(`${name}!`);
		}
		expect(rewrite).toHaveBeenCalledTimes(1);
	});

	test('is read as entered without the rewrite, and in another way with another', () => {
		const fields = form({ returnUrl: '={{ "a" }}' });
		const reads = [() => '{{ "b" }}', undefined, () => '{{ "c" }}'];
		const values = reads.map((rewrite) => fields.read('returnUrl', optionalText, rewrite));
		expect(values).toEqual(['b', 'a', 'c']);
	});
});

describe('a collection', () => {
	test.each([
		['its fields', { plan: '={{ $json.name }}', company: 5 }, ['Ada', '5']],
		['no fields', {}, [undefined, undefined]],
		['nothing', undefined, [undefined, undefined]],
	])('may hold %s', (_claim, extras, values) => {
		const inside = form({ extras, plan: 'not this one' }).inside('extras');
		const read = ['plan', 'company'].map((name) => inside.read(name, optionalText));
		expect(read).toEqual(values);
	});

	test('evaluates no field that is not read', () => {
		const inside = form({ extras: { plan: '={{ $("x") }}', company: 'y' } }).inside('extras');
		expect(inside.read('company', optionalText)).toBe('y');
	});
});

describe('a fixed collection', () => {
	const unit = (limit: unknown) => form({ limit }).inside('limit');

	test('knows if it was touched', () => {
		expect(unit({ values: { unit: 'days' } }).read('unit', optionalText)).toBe('days');
		expect(unit({}).isUntouched).toBe(true);
		expect(unit({ values: { unit: 'days' } }).isUntouched).toBe(false);
	});

	test('is named before its field', () => {
		const limit = unit({ values: { unit: '={{ $json.empty }}' } });
		expect(messageOf(() => limit.readFilled('unit', optionalText))).toBe(
			'"Limit > Unit" has no value for this item. Check the expression',
		);
	});
});
