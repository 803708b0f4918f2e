const { readdirSync, readFileSync } = require('node:fs');
const { join } = require('node:path');
const { Ajv } = require('ajv');
const { Mailroom } = require('../../nodes/Mailroom/Mailroom.node');
const { narrowerSchemas } = require('./narrowerSchemas');
const { runNode } = require('./runNode');
const { useSandbox } = require('./useSandbox');

/** @typedef {import('ajv').AnySchemaObject} Schema */

const FOLDER = join(__dirname, '..', '..', 'nodes', 'Mailroom', '__schema__', 'v1.0.0');

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

/** @type {Record<string, import('n8n-workflow').INodeParameters>} for each operation, of items with an address */
const PARAMETERS = {
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

/** @param {string} operation @returns {Schema} */
const schemaOf = (operation) => JSON.parse(readFileSync(join(FOLDER, `${operation}.json`), 'utf8'));

/** What really comes out. @param {string} name */
const outputsOf = async (name) => {
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

/** What does not fit. @param {Schema | false} schema @param {unknown[]} outputs */
const misfits = (schema, outputs) => {
	const fits = ajv.compile(schema === false ? schema : closed(schema));
	return outputs.flatMap((output) => (fits(output) ? [] : ajv.errorsText(fits.errors)));
};

/** The schema, with nothing allowed that it does not name. @param {Schema} schema */
const closed = (schema) => ({ additionalProperties: false, ...schema });

test('there is a schema for each operation, and no other', () => {
	const names = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
		.filter((path) => path.endsWith('.json'))
		.map((path) => path.replace('.json', ''));
	const operations = Object.entries(new Mailroom().customOperations).flatMap(
		([resource, operations]) => Object.keys(operations).map((name) => `${resource}/${name}`),
	);
	expect(names.sort()).toEqual(operations.sort());
	expect(Object.keys(PARAMETERS).sort()).toEqual(operations);
});

describe.each(Object.keys(PARAMETERS))('the schema of %s', (operation) => {
	const schema = schemaOf(operation);

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
