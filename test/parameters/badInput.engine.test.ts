import type { INodeParameters as Parameters, INode } from 'n8n-workflow';

import { continued, runOn, textOf } from '../support/engine/runNode';
import { ada, addPeople, parametersOf, type OperationName } from '../support/operations';
import { useSandbox } from '../support/useSandbox';

/** Runs with an invalid item. The values that each field rejects: `form/formFields.unit`. */

const service = useSandbox();

const VALUE = '={{ $json.value }}';

/** @param values Of one item each. */
const run = async (
	operation: OperationName,
	parameters: Parameters,
	values: string[],
	node: Partial<INode> = {},
) =>
	await runOn(service)(
		{ ...parametersOf(operation, ada), ...parameters },
		values.map((value, index) => ({ name: `item ${index}`, value })),
		{ after: '={{ $("Input").item.json.name }}', node },
	);

beforeEach(() => addPeople(service.sandbox.store));

describe('"Stop" sends nothing, not even for the items before', () => {
	test('names the first ten of several unusable items, and counts the rest', async () => {
		const values = Array.from({ length: 40 }, (_, index) =>
			index % 2 === 0 ? ada.email : 'nobody',
		);
		const { error, items } = await run('contact upsert', { email: VALUE }, values);

		expect(error?.message).toMatch(
			/^20 items are invalid \(2, 4, 6, 8, 10, 12, 14, 16, 18, 20 and 10 more\)\. Item 2: "Email" .*"nobody" \(items 1-40 not saved\)$/,
		);
		expect(error?.description).toBe(
			'Enter an address such as ada@example.com. To process the others, in the Settings tab, set On Error to Continue (using error output). Failed items keep their columns.',
		);
		expect(service.received).toEqual([]);
		expect(items).toEqual([]);
	});

	test('when the expression of an item fails', async () => {
		const email = '={{ $json.value === "x" ? $("Nowhere").item.json.email : $json.value }}';
		const { error } = await run('contact delete', { email }, [ada.email, 'x']);

		expect(error?.message).toMatch(
			/^"Email" .*node doesn't exist, item 2 of 2 \(items 1-2 not done\)$/,
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
		const { error } = await run('email sendToList', { subject }, ['a', 'b']);

		expect(error?.message).toMatch(
			/^2 items are invalid \(1, 2\)\. Item 1: "Subject" can't be evaluated: .* \(items 1-2 not sent\)$/,
		);
		expect(error?.message).toContain(reason);
		expect(service.received).toEqual([]);
	});
});

test('"Continue" lets only the unusable items fail', async () => {
	const { error, after, raw } = await run(
		'email sendToContacts',
		{ contactEmails: VALUE },
		['', 'ada@example.com, grace@example.com', 'nobody'],
		continued,
	);

	expect(error).toBeUndefined();
	expect(after).toEqual(['item 0', 'item 1', 'item 2']);
	expect(raw?.[0].map(({ json, pairedItem }) => [json.error, pairedItem])).toEqual([
		[expect.stringContaining('"Contact Emails" '), { item: 0 }],
		[undefined, { item: 1 }],
		[expect.stringContaining('"Contact Emails" '), { item: 2 }],
	]);
	expect(service.received).toHaveLength(1);
});

describe('an n8n expression', () => {
	const fixed = 'x {{ $json.email }}';

	// In which texts and parts of a field one is found: `parameters/evaluator.unit`.
	test('in a field that is set to Fixed is an error', async () => {
		const assignments = [{ id: '1', name: 'plan', type: 'string', value: fixed }];
		const parameters = { customProperties: { assignments } };
		const { error } = await run('contact create', parameters, ['x']);

		expect(textOf(error)).toBe(
			'"Custom Properties > plan" contains an n8n expression but is set to Fixed. Switch the field to Expression',
		);
		expect(service.received).toEqual([]);
	});

	test('in several fields that are set to Fixed is one error, which names them all', async () => {
		const parameters = { to: fixed, subject: fixed, body: fixed, options: { sendOnceKey: fixed } };
		const { error } = await run('email sendTransactional', parameters, ['x']);

		expect(textOf(error)).toBe(
			'"To" contains an n8n expression but is set to Fixed. The same in "Subject", "Body", "Send Once Key". Switch each field to Expression',
		);
		expect(service.received).toEqual([]);
	});

	test.each([
		['={{ $json.VALUE }}', 'The input has value, not VALUE. Type {{ $json.value }}'],
		['={{ $json["Value"] }}', 'The input has value, not Value. Type {{ $json.value }}'],
		['={{ $json.valve }}', 'Fill it in, or check the expression'],
	])('without a value names a field that differs in capitals only: %s', async (to, advice) => {
		const { error } = await run('email sendTransactional', { to }, ['x']);

		expect(textOf(error)).toBe(`"To" is empty, but required. ${advice}`);
		expect(service.received).toEqual([]);
	});

	test('may be what another one yields', async () => {
		const { error } = await run('email sendTransactional', { subject: VALUE }, [fixed]);

		expect(error).toBeUndefined();
		expect(service.bodies[0]).toMatchObject({ subject: fixed });
	});
});
