import { readdirSync } from 'node:fs';
import { Ajv, type AnySchemaObject as Schema } from 'ajv';
import type { INodeParameters } from 'n8n-workflow';
import { Mailroom } from '../../nodes/Mailroom/Mailroom.node';
import { narrowerSchemas } from './narrowerSchemas';
import { runNode } from '../support/engine/runNode';
import { OUTPUT_SCHEMAS, outputSchema } from '../support/outputSchema';
import { useSandbox } from './useSandbox';

const service = useSandbox();

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
const email = '={{ $json.email }}';
const list = { __rl: true, mode: 'name', value: 'important' };
const content = { subject: 'Hello', body: 'Hello' };

/** For each operation, of items with an address. */
const PARAMETERS: Record<string, INodeParameters> = {
	'contact/create': { email },
	'contact/upsert': { email },
	'contact/update': { email, updateFields: { addToLists: ['newsletter'] } },
	'contact/delete': { email },
	'contact/get': { email },
	'contact/getAll': { returnAll: true },
	'email/sendTransactional': { to: email, ...content },
	'email/sendToContacts': { list, contactEmails: email, ...content },
	'email/sendToList': { list, ...content },
	'mailingList/getAll': { returnAll: true },
	'portalSession/create': { contactEmail: email, returnUrl: 'https://example.com/' },
};

/** What really comes out. */
const outputsOf = async (name: string) => {
	for (const contact of contacts) service.sandbox.store.addContact(contact);
	const [resource, operation] = name.split('/');
	const { error, items } = await runNode({
		credential: service.credential,
		parameters: { resource, operation, ...PARAMETERS[name] },
		items: contacts.map(({ email }) => ({ email })),
	});
	expect(error).toBeUndefined();
	return items.map(({ json }) => json);
};

// `version` is n8n's own word: it counts the changes of a schema.
const ajv = new Ajv({ allErrors: true, allowUnionTypes: true }).addKeyword('version');

/** What does not fit. */
const misfits = (schema: Schema | false, outputs: unknown[]) => {
	const fits = ajv.compile(schema === false ? schema : closed(schema));
	return outputs.flatMap((output) => (fits(output) ? [] : ajv.errorsText(fits.errors)));
};

/** The schema, with nothing allowed that it does not name. */
const closed = (schema: Schema) => ({ additionalProperties: false, ...schema });

test('there is a schema for each operation, and no other', () => {
	const names = readdirSync(OUTPUT_SCHEMAS, { recursive: true, encoding: 'utf8' })
		.filter((path) => path.endsWith('.json'))
		.map((path) => path.replace('.json', ''));
	const operations = Object.entries(new Mailroom().customOperations).flatMap(
		([resource, operations]) => Object.keys(operations).map((name) => `${resource}/${name}`),
	);
	expect(names.sort()).toEqual(operations.sort());
	expect(Object.keys(PARAMETERS).sort()).toEqual(operations);
});

describe.each(Object.keys(PARAMETERS))('the schema of %s', (operation) => {
	const schema = outputSchema(operation);

	test('names everything that comes out, with its types', async () => {
		expect(misfits(schema, await outputsOf(operation))).toEqual([]);
	});

	test('names nothing that does not come out', async () => {
		const outputs = await outputsOf(operation);
		const needless = narrowerSchemas(schema)
			.filter((narrower) => misfits(narrower.schema, outputs).length === 0)
			.map(({ without }) => without);
		expect(needless).toEqual([]);
	});
});
