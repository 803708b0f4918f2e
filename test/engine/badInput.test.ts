import type { INodeParameters as Parameters, OnError } from 'n8n-workflow';
import { runNode } from '../support/engine/runNode';
import { ada, addPeople, parametersOf, type OperationName } from '../support/operations';
import { useSandbox } from './useSandbox';

const service = useSandbox();

const good = '={{ $json.value }}';

/** A parameter of each operation that is the value of the item, with one that can be used and two that cannot. */
interface Field {
	operation: OperationName;
	label: string;
	parameters: Parameters;
	valid: unknown;
	invalid: [unknown, unknown];
}

const contact = {
	parameters: { email: good },
	label: 'Email',
	valid: ada.email,
	invalid: ['', 'nobody'] as [unknown, unknown],
};

// Each field of each operation, and what it refuses: the unit tests of the form's fields.
const fields: Field[] = [
	{ ...contact, operation: 'contact upsert' },
	{ ...contact, operation: 'contact get' },
	{
		operation: 'mailingList getAll',
		label: 'Limit',
		parameters: { limit: good },
		valid: 3,
		invalid: ['', 1.5],
	},
	{
		operation: 'email sendToContacts',
		label: 'Contact Emails',
		parameters: { contactEmails: good },
		valid: 'ada@example.com, grace@example.com',
		invalid: [[], ['ada@example.com', 7]],
	},
	{
		operation: 'email sendToList',
		label: 'Delay Until Date',
		parameters: { delivery: 'date', delayUntilDate: good },
		valid: '2040-12-01T10:00:00',
		invalid: [null, 'soon'],
	},
];

/** @param values Of one item each. */
const run = async (
	{ operation, parameters }: Pick<Field, 'operation' | 'parameters'>,
	values: unknown[],
	onError: OnError = 'stopWorkflow',
) => {
	return await runNode({
		credential: service.credential,
		parameters: { ...parametersOf(operation, ada), ...parameters },
		items: values.map((value, index) => ({
			name: `item ${index}`,
			value: value as string,
		})),
		after: '={{ $("Input").item.json.name }}',
		node: { onError },
	});
};

beforeEach(() => addPeople(service.sandbox.store));

describe('"Stop" sends nothing, not even for the items before', () => {
	test.each(fields)('$operation: $label', async ({ label, ...field }) => {
		const { error, items } = await run(field, [field.valid, field.invalid[1], field.valid]);

		expect(service.received).toEqual([]);
		expect(items).toEqual([]);
		expect(error?.message).toContain(`"${label}`);
		expect(error?.message).toMatch(/ \(item 2 of 3\) \(items 1-3 not (sent|stored)\)$/);
	});

	test('names the first ten of several unusable items, and counts the rest', async () => {
		const values = Array.from({ length: 40 }, (_, index) =>
			index % 2 === 0 ? ada.email : 'nobody',
		);
		const { error } = await run({ ...contact, operation: 'contact upsert' }, values);

		expect(error?.message).toMatch(
			/^20 items are invalid \(2, 4, 6, 8, 10, 12, 14, 16, 18, 20 and 10 more\)\. Item 2: "Email" .*"nobody".* \(item 2 of 40\) \(items 1-40 not sent\)$/,
		);
		expect(error?.description).toBe(
			'Enter one address such as ada@example.com. To process the others, set "On Error" to "Continue".',
		);
		expect(service.received).toEqual([]);
	});

	test('when the expression of an item fails', async () => {
		const email = '={{ $json.value === "x" ? $("Nowhere").item.json.email : $json.value }}';
		const field = { operation: 'contact delete', parameters: { email } } as const;
		const { error } = await run(field, [ada.email, 'x']);

		expect(error?.message).toMatch(
			/^"Email" .*node doesn't exist \(item 2 of 2\) \(items 1-2 not sent\)$/,
		);
		// With these the editor explains it.
		expect(error).toMatchObject({ context: { parameter: 'email', nodeCause: 'Nowhere' } });
		expect(service.received).toEqual([]);
	});

	test.each([
		['an expression that is no JavaScript', '={{ $json. }}', 'invalid syntax'],
		[
			'an expression beside a tag',
			'={{ firstName }} {{ $("Nowhere").item.json.x }}',
			"doesn't exist",
		],
	])('when the subject holds %s', async (_claim, subject, reason) => {
		const field = { operation: 'email sendToList', parameters: { subject } } as const;
		const { error } = await run(field, ['a', 'b']);

		expect(error?.message).toMatch(
			/^2 items are invalid \(1, 2\)\. Item 1: "Subject" cannot be evaluated: .*\bitem 1 of 2\b/,
		);
		expect(error?.message).toContain(reason);
		expect(service.received).toEqual([]);
	});

	test('when a required field is left empty in the form', async () => {
		const parameters = { to: '' };
		const failed = await run({ operation: 'email sendTransactional', parameters }, ['x']).then(
			({ error }) => error,
			(error) => error,
		);

		expect(failed).toBeInstanceOf(Error);
		expect(service.received).toEqual([]);
	});
});

describe('"Continue" lets only the unusable item fail', () => {
	test.each(fields)('$operation: $label', async ({ label, ...field }) => {
		const values = [field.invalid[0], field.valid, field.invalid.at(-1)];
		const { error, after, afterError, raw } = await run(field, values, 'continueErrorOutput');

		expect(error).toBeUndefined();
		expect([...new Set(after)]).toEqual(['item 1']);
		expect(afterError).toEqual(['item 0', 'item 2']);
		const failed = (raw?.[0] ?? []).filter(({ json }) => 'error' in json);
		expect(failed.map(({ json, pairedItem }) => ({ json, pairedItem }))).toEqual([
			{ json: { error: expect.stringContaining(`"${label}`) }, pairedItem: { item: 0 } },
			{ json: { error: expect.stringContaining(`"${label}`) }, pairedItem: { item: 2 } },
		]);
		expect(service.received).toHaveLength(1);
	});
});
