import type { IDataObject as Data, INodeParameters as Parameters } from 'n8n-workflow';
import { continued, runOn } from '../support/engine/runNode';
import { runTool } from '../support/engine/runTool';
import { useSandbox } from '../support/useSandbox';

/** Requests for the entered values. Accepted values and columns: the unit tests. */

const service = useSandbox();

const ada = 'ada@example.com';
const grace = 'grace@example.com';

const run = async (operation: string, fields: Parameters, items: Data[] = [{ email: ada }]) =>
	await runOn(service)(
		{ resource: 'contact', operation, email: '={{ $json.email }}', ...fields },
		items,
		{ node: continued },
	);

const sentContacts = () => service.bodies.flatMap(({ contacts }) => contacts as Data[]);

/** @param properties As the assignment collection holds them. */
const assignments = (...properties: Array<[name: string, type: string, value: string]>) => ({
	assignments: properties.map(([name, type, value], index) => ({
		id: `${index}`,
		name,
		type,
		value,
	})),
});

const mapped = { dataMode: 'autoMapInputData' };

const written = {
	create: { updateIfExists: false },
	upsert: { updateIfExists: true },
};
/** Default hint of an upsert with lists. */
const keptLists = {
	create: {},
	upsert: { ignoreListSubscriptionsWhenUpdating: true },
};

describe.each(['create', 'upsert'] as const)('contact %s', (operation) => {
	const everything = {
		email: ada,
		avatarUrl: 'https://example.com/a.png',
		name: 'Ada Example',
		userId: '12',
		languageCode: 'en_US',
		subscribedToLists: ['newsletter', 'product-updates'],
		customProperties: { company: 'Engines', seats: 42 },
		...written[operation],
		...keptLists[operation],
	};

	test('posts every field under its name in the service', async () => {
		const customProperties = assignments(
			['company', 'string', '={{ $json.company }}'],
			['seats', 'number', '42'],
		);
		const additionalFields = {
			avatarUrl: everything.avatarUrl,
			languageCode: 'en_US',
			name: '={{ $json.name }}',
			subscribedToLists: '={{ $json.lists }}',
			userId: '={{ $json.id }}',
		};
		const { subscribedToLists: lists, name } = everything;
		const item = { email: ada, company: 'Engines', name, id: 12, lists };
		const { json, after } = await runOn(service)(
			{
				resource: 'contact',
				operation,
				email: '={{ $json.email }}',
				customProperties,
				additionalFields,
			},
			[item],
			{ after: '={{ $json.name }}' },
		);

		expect(sentContacts()).toEqual([everything]);
		const { userId, avatarUrl, languageCode } = everything;
		expect(json).toEqual([
			{
				...{ success: true, email: ada, name, userId, avatarUrl, languageCode },
				customProperties: everything.customProperties,
			},
		]);
		expect(after).toEqual([name]);
	});

	test('posts the address alone, trimmed, where other fields are added but empty', async () => {
		const { json } = await run(operation, {
			email: '={{ $json.email + " \\n" }}',
			customProperties: assignments(['company', 'string', ''], ['seats', 'number', '']),
			additionalFields: {
				avatarUrl: '',
				languageCode: '={{ $json.nothing }}',
				name: '={{ null }}',
				subscribedToLists: [],
				userId: '',
			},
		});

		expect(sentContacts()).toEqual([{ email: ada, ...written[operation] }]);
		expect(json).toEqual([{ success: true, email: ada }]);
	});

	test('posts each row by the names of its columns, and additional fields where it has none', async () => {
		const rows = [
			{
				'E-Mail': ada,
				'First Name': 'Ada',
				'Last Name': 'Example',
				'User ID': 12,
				Avatar_URL: everything.avatarUrl,
				'language code': 'en_US',
				'Subscribed to Lists': 'newsletter;product-updates',
				row_number: 2,
				company: 'Engines',
				seats: 42,
			},
			{ 'E-Mail': grace, 'First Name': '', 'Last Name': '', company: '', seats: null },
		];
		const additionalFields = { subscribedToLists: ['newsletter'], languageCode: 'de' };
		await run(operation, { ...mapped, additionalFields }, rows);

		expect(sentContacts()).toEqual([
			everything,
			{
				email: grace,
				subscribedToLists: ['newsletter'],
				languageCode: 'de',
				...written[operation],
				...keptLists[operation],
			},
		]);
	});
});

test('the contacts of Get Many can be written back, and stay as they are', async () => {
	const { store } = service.sandbox;
	store.addContact({
		email: ada,
		userId: '12',
		name: 'Ada Example',
		avatarUrl: 'https://example.com/a.png',
		languageCode: 'en-US',
		subscribedToLists: ['newsletter'],
		hardBouncedAt: '2026-05-01T10:00:00.123Z',
		customProperties: { company: 'Engines', seats: 42, plan: '2026-05-01T10:00:00.123Z' },
	});
	store.addContact({ email: grace });
	const before = structuredClone(store.contents());
	const { items } = await run('getAll', { returnAll: true });
	service.sandbox.journal.length = 0;
	const written = await run('upsert', mapped, items);

	expect(written.items.map(({ json }) => json)).toEqual([
		{
			...{ success: true, email: ada, userId: '12', name: 'Ada Example', languageCode: 'en-US' },
			avatarUrl: 'https://example.com/a.png',
			customProperties: { company: 'Engines', seats: 42, plan: '2026-05-01T10:00:00.123Z' },
		},
		{ success: true, email: grace },
	]);
	expect(sentContacts()).toMatchObject([
		{ email: ada, customProperties: { company: 'Engines', seats: 42 } },
		{ email: grace, subscribedToLists: ['important'] },
	]);
	expect(store.contents()).toEqual(before);
});

describe('contact upsert', () => {
	const newsletter = { subscribedToLists: ['newsletter'] };
	const people = [{ email: ada }, { email: grace }];

	const replaced = { ...newsletter, ignoreListSubscriptionsWhenUpdating: false };
	const forSome = { ...newsletter, ignoreListSubscriptionsWhenUpdating: '={{ $itemIndex === 0 }}' };
	test.each<
		[claim: string, added: Parameters, fields: Parameters, keeps: unknown, isSaid: boolean]
	>([
		['by default', newsletter, {}, [true, true], true],
		['for some', forSome, {}, [true, false], true],
		['for lists in a column', {}, { ...mapped, columnsToIgnore: '' }, [true, true], true],
		['not if told so', replaced, {}, [false, false], false],
		['not without lists', {}, {}, [undefined, undefined], false],
	])('keeps the lists of existing contacts, and says so once: %s', async (...row) => {
		const [, additionalFields, fields, keeps, isSaid] = row;
		const rows = people.map((one) => ({ ...one, 'Subscribed to Lists': 'newsletter' }));
		const { hints } = await run('upsert', { ...fields, additionalFields }, rows);

		const sent = sentContacts();
		expect(sent.map((contact) => contact.ignoreListSubscriptionsWhenUpdating)).toEqual(keeps);
		expect(hints).toEqual(isSaid ? ['Contacts that already existed kept their lists.'] : []);
	});

	test.each(['invoke', 'engine'] as const)(
		'as a tool, the columns are what the model gives: %s',
		async (via) => {
			const fromModel = (name: string) => `={{ $fromAI('${name}', '', 'string') }}`;
			const { error, response } = await runTool({
				credential: service.credential,
				parameters: {
					...{ resource: 'contact', operation: 'upsert', ...mapped },
					additionalFields: { userId: fromModel('email'), languageCode: fromModel('company') },
				},
				args: { email: ada, company: 'Engines' },
				via,
			});

			expect(error).toBeUndefined();
			expect(response).toMatchObject([
				{ success: true, email: ada, userId: ada, customProperties: { company: 'Engines' } },
			]);
			expect(sentContacts()).toMatchObject([
				{ email: ada, customProperties: { company: 'Engines' } },
			]);
		},
	);
});

describe('contact update', () => {
	beforeEach(() => {
		service.sandbox.store.addContact({
			email: ada,
			subscribedToLists: ['newsletter'],
			customProperties: { company: 'Before', plan: 'free' },
		});
	});

	test('patches a contact with every field and returns it as the service has it then', async () => {
		const { items } = await run('update', {
			customProperties: assignments(['seats', 'number', '12']),
			updateFields: {
				addToLists: ['product-updates'],
				avatarUrl: 'https://example.com/new.png',
				languageCode: 'de_AT',
				name: 'Ada Example',
				removeCustomProperties: ['company', 'plan'],
				removeFromLists: ['newsletter'],
				userId: '={{ 1 }}',
			},
		});

		expect(service.bodies).toEqual([
			{
				email: ada,
				name: 'Ada Example',
				userId: '1',
				addedListSubscripitons: ['product-updates'],
				avatarUrl: 'https://example.com/new.png',
				languageCode: 'de_AT',
				removedListSubscripitons: ['newsletter'],
				customProperties: { seats: 12, company: null, plan: null },
			},
		]);
		expect(items.map(({ json }) => json)).toEqual([
			{
				email: ada,
				name: 'Ada Example',
				userId: 1,
				avatarUrl: 'https://example.com/new.png',
				languageCode: 'de-AT',
				hardBouncedAt: null,
				subscribedToLists: ['important', 'product-updates'],
				customProperties: { seats: 12 },
			},
		]);
	});

	test('patches nothing but what is filled in', async () => {
		await run('update', {
			customProperties: assignments(['company', 'string', '']),
			updateFields: {
				...{ addToLists: [], removeCustomProperties: [], removeFromLists: [] },
				...{ avatarUrl: '', languageCode: '', name: 'Only This', userId: '' },
			},
		});

		expect(service.bodies).toEqual([{ email: ada, name: 'Only This' }]);
	});

	test.each<[claim: string, fields: Parameters, problem: string]>([
		[
			'the same list in both fields',
			{
				updateFields: {
					addToLists: '={{ ["a", " newsletter"] }}',
					removeFromLists: 'product-updates , newsletter',
				},
			},
			'"Remove From Lists" contains "newsletter", which is also in "Add to Lists". Remove it from one of the two',
		],
		[
			'only fields that are empty',
			{
				updateFields: { name: '', addToLists: [] },
				customProperties: assignments(['plan', 'string', '']),
			},
			'"Update Fields" and "Custom Properties" are empty, so there is nothing to update. Fill in at least one field of the contact',
		],
	])('refuses %s, and sends nothing', async (_claim, fields, problem) => {
		const { items } = await run('update', fields);

		expect(items.map(({ json }) => json.error)).toEqual([problem]);
		expect(service.received).toEqual([]);
	});
});

test('contact get sends an address with characters that mean something in a URL', async () => {
	const email = 'ada+test&x=1%20@example.com';
	service.sandbox.store.addContact({ email });
	const { items } = await run('get', {}, [{ email }]);

	expect(service.received.map(({ query }) => query)).toEqual([{ email }]);
	expect(items).toMatchObject([{ json: { email } }]);
});

test.each(['={{ "" }}', '={{ $json.missing }}'])(
	'a portal session needs a return URL, and %j is an error that says which',
	async (returnUrl) => {
		const fields = { resource: 'portalSession', contactEmail: ada, returnUrl };
		const { items } = await run('create', fields);

		expect(items.map(({ json }) => json.error)).toEqual([
			'"Return URL" is empty, but required. Fill it in, or check the expression',
		]);
		expect(service.received).toEqual([]);
	},
);
