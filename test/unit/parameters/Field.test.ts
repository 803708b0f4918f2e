import { collectionField, field } from '../../../nodes/Mailroom/parameters/Field';
import { ExpressionFailure } from '../../../nodes/Mailroom/parameters/ExpressionFailure';
import { InvalidParameter } from '../../../nodes/Mailroom/parameters/InvalidParameter';
import type { ItemParameters } from '../../../nodes/Mailroom/parameters/ItemParameters';
import { optionalText, requiredText } from '../../../nodes/Mailroom/parameters/text';

/** The parameters of an item whose evaluation gives these values. A value that is an error is thrown. */
function parametersOf(
	values: Record<string, unknown>,
	raw: Record<string, unknown> = values,
): ItemParameters {
	return {
		value: (name) => {
			const value = values[name];
			if (value instanceof Error) throw value;
			return value;
		},
		raw: (name) => raw[name],
		evaluate: (expression) => `evaluated: ${expression}`,
		json: () => ({}),
		timezone: 'Europe/Berlin',
		itemCount: 1,
		resumeUrl: undefined,
		startedAt: 0,
		entered: new Map(),
	};
}

const thrownBy = (read: () => unknown): unknown => {
	try {
		return { returned: read() };
	} catch (error) {
		return error;
	}
};

const returnUrl = field(
	{ displayName: 'Return URL', name: 'returnUrl', type: 'string', default: '' },
	requiredText,
);
const plan = field(
	{ displayName: 'Plan', name: 'plan', type: 'string', default: '' },
	requiredText,
	(expression) => expression.replace('tag', '"tag"'),
);
const company = field(
	{ displayName: 'Company', name: 'company', type: 'string', default: '' },
	optionalText,
);
const extras = collectionField(
	{ displayName: 'Extra Fields', name: 'extras', placeholder: 'Add Field' },
	[plan, company],
);

describe('a field', () => {
	test('reads its own parameter', () => {
		expect(returnUrl.read(parametersOf({ returnUrl: 'x', other: 'y' }))).toBe('x');
	});

	test('gives its reader the workflow’s timezone', () => {
		const zone = field(
			{ displayName: 'Zone', name: 'zone', type: 'string', default: '' },
			(value, label, { timezone }) => [value, label, timezone],
		);
		expect(zone.read(parametersOf({ zone: 1 }))).toEqual([1, 'Zone', 'Europe/Berlin']);
	});

	test('is called in an error what the form calls it', () => {
		const error = thrownBy(() => returnUrl.read(parametersOf({})));
		expect(error).toBeInstanceOf(InvalidParameter);
		expect(error).toMatchObject({ message: '"Return URL" is empty, but required' });
	});

	test('is named, as the form and as n8n know it, when n8n cannot evaluate it', () => {
		const reason = new Error('no such node');
		const error = thrownBy(() => returnUrl.read(parametersOf({ returnUrl: reason })));
		expect(error).toBeInstanceOf(ExpressionFailure);
		expect(error).toMatchObject({
			message: '"Return URL" cannot be evaluated: no such node',
			parameter: 'returnUrl',
			reason,
		});
	});

	test('is shown where its operation and its own condition want it', () => {
		const limit = field(
			{
				displayName: 'Limit',
				name: 'limit',
				type: 'number',
				default: 50,
				displayOptions: { show: { returnAll: [false] } },
			},
			optionalText,
		);
		expect(limit.shownFor({ operation: ['getAll'] }).displayOptions).toEqual({
			show: { operation: ['getAll'], returnAll: [false] },
		});
		expect(returnUrl.shownFor({ operation: ['create'] })).toEqual({
			...returnUrl.property,
			displayOptions: { show: { operation: ['create'] } },
		});
		expect(returnUrl.property).not.toHaveProperty('displayOptions');
	});
});

describe('a field that rewrites expressions', () => {
	test.each([
		['a rewritten expression', '={{ tag }}', 'evaluated: {{ "tag" }}'],
		['an expression that stays as it is', '={{ $json.a }}', 'as n8n evaluates it'],
		['a text that is no expression', 'tag', 'as n8n evaluates it'],
		['an empty field', undefined, 'as n8n evaluates it'],
	])('reads %s', (_claim, raw, value) => {
		const parameters = parametersOf({ plan: 'as n8n evaluates it' }, { plan: raw });
		expect(plan.read(parameters)).toBe(value);
	});
});

describe('a collection', () => {
	test('shows its members in alphabetical order', () => {
		expect(extras.property).toMatchObject({
			type: 'collection',
			default: {},
			options: [company.property, plan.property],
		});
	});

	test('gives the values of its members by their names', () => {
		const { plan: ofPlan, company: ofCompany } = extras.read(
			parametersOf({ extras: { plan: 'pro', company: 5 }, plan: 'not this one' }),
		);
		expect([ofPlan, ofCompany]).toEqual(['pro', '5']);
	});

	test('is named, as a whole, when n8n cannot evaluate it', () => {
		const error = thrownBy(() => extras.read(parametersOf({ extras: new Error('no such node') })));
		expect(error).toMatchObject({
			message: '"Extra Fields" cannot be evaluated: no such node',
			parameter: 'extras',
		});
	});

	test.each([undefined, null, 'x', {}])('has no member when its value is %j', (value) => {
		const error = thrownBy(() => extras.read(parametersOf({ extras: value, plan: 'pro' })));
		expect(error).toMatchObject({ message: '"Plan" is empty, but required' });
	});

	test('lets a member rewrite its own expression', () => {
		const parameters = parametersOf({ extras: { plan: 0 } }, { extras: { plan: '={{ tag }}' } });
		expect(extras.read(parameters).plan).toBe('evaluated: {{ "tag" }}');
	});
});
