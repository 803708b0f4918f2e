import { readdirSync } from 'node:fs';
import { sep } from 'node:path';
import { Ajv, type AnySchemaObject as Schema } from 'ajv';
import type { INodeParameters as Parameters } from 'n8n-workflow';
import { useDeduplicationStore } from '../support/engine/DeduplicationStore';
import { continued, runNode } from '../support/engine/runNode';
import { operations, parametersOf, type OperationName } from '../support/operations';
import { OUTPUT_SCHEMAS, outputSchema } from '../support/outputSchema';
import { useSandbox } from '../support/useSandbox';

const service = useSandbox();
useDeduplicationStore();

/** A contact with every field, one with an identifier that is no number, and one with nothing. */
const contacts = [
	{
		email: 'ada@example.com',
		userId: '12345',
		name: 'Ada Example',
		avatarUrl: 'https://example.com/ada.png',
		languageCode: 'en_US',
		hardBouncedAt: '2026-05-01T10:00:00.000Z',
		subscribedToLists: ['newsletter'],
		customProperties: { company: 'Engines', seats: 42 },
	},
	{ email: 'grace@example.com', userId: 'grace-1' },
	{ email: 'new@example.com' },
];

const everyField = {
	additionalFields: {
		userId: '1',
		avatarUrl: 'https://example.com/a.png',
		name: 'A',
		languageCode: 'en',
	},
	customProperties: { assignments: [{ name: 'seats', type: 'number', value: 1 }] },
};
const once = { options: { sendOnceKey: 'welcome' } };
const delayed = { delivery: 'delay', delaySeconds: 60 };

/** Runs that bring out all there is, in this order, where the least parameters do not. */
const runs: Partial<Record<OperationName, Parameters[]>> = {
	'contact create': [{ ...everyField, email: '={{ "new" + $json.email }}' }],
	'contact upsert': [everyField],
	// A contact without a name keeps none.
	'contact update': [{ updateFields: { addToLists: ['newsletter'] } }],
	'email sendTransactional': [once, once],
	'email sendToContacts': [
		{ ...once, ...delayed },
		once,
		{
			contactEmails: '={{ [$json.email, "nobody@example.com"] }}',
			options: { isolateFailures: true },
		},
	],
	'email sendToList': [{ ...once, ...delayed }, once, { testRecipient: contacts[0].email }],
};

/** Lists of the items of each run that fails and is retried, for operations that Retry does not repeat. */
const retried: Partial<Record<OperationName, string[][]>> = {
	// The contact on the unknown list is rejected.
	'contact create': [['important', 'unknown'], ['important']],
	'email sendTransactional': [['important']],
	'email sendToContacts': [['important']],
	'email sendToList': [['important']],
};

/** The items of a Retry; a single one is in doubt. */
const outputsOfRetry = async (name: OperationName, lists: string[]) => {
	const parameters = parametersOf(name);
	const items = lists.map((list) => ({ email: `${list}@example.com`, text: list, list }));
	const run = { credential: service.credential, parameters, items };
	if (items.length === 1) service.sandbox.faults.add({ endpoint: '*', status: 503 });
	const { result } = await runNode(run);
	const retry = await runNode({ ...run, node: continued, retryOf: result });
	return retry.items.map(({ json }) => json).filter(({ error }) => error === undefined);
};

/** Real output. */
const outputsOf = async (name: OperationName) => {
	for (const contact of contacts) service.sandbox.store.addContact(contact);
	const outputs = [];
	for (const fields of runs[name] ?? [{}]) {
		const { error, items } = await runNode({
			credential: service.credential,
			parameters: { ...parametersOf(name), ...fields },
			items: contacts.map(({ email }) => ({ email, text: 'Hello', list: 'important' })),
		});
		expect(error).toBeUndefined();
		outputs.push(...items.map(({ json }) => json));
	}
	for (const lists of retried[name] ?? []) outputs.push(...(await outputsOfRetry(name, lists)));
	return outputs;
};

// `version` is n8n's own word: it counts the changes of a schema.
const ajv = new Ajv({ allErrors: true, allowUnionTypes: true }).addKeyword('version');

/** Values that don't match the schema. */
const misfits = (schema: Schema, outputs: unknown[]) => {
	const fits = ajv.compile({ additionalProperties: false, ...schema });
	return outputs.flatMap((output) => (fits(output) ? [] : ajv.errorsText(fits.errors)));
};

test('there is a schema for each operation, and no other', () => {
	const names = readdirSync(OUTPUT_SCHEMAS, { recursive: true, encoding: 'utf8' })
		.filter((path) => path.endsWith('.json'))
		.map((path) => path.replace('.json', '').replaceAll(sep, '/'));
	const expected = [...operations.map(({ name }) => name.replace(' ', '/')), 'email/sendAndWait'];
	expect(names.sort()).toEqual(expected.sort());
});

describe.each(operations)('the schema of $name', ({ name }) => {
	const schema = outputSchema(name.replace(' ', '/'));

	test('names everything that comes out, with its types, and no other field', async () => {
		const outputs = await outputsOf(name);
		expect(misfits(schema, outputs)).toEqual([]);
		const given = new Set(outputs.flatMap((output) => Object.keys(output)));
		expect(given).toEqual(new Set(Object.keys(schema.properties)));
	});
});
