import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { expectSaved } from './expectSaved';
import { runNode } from '../support/engine/runNode';
import { useSandbox } from './useSandbox';

const service = useSandbox();

const ada = 'ada@example.com';
const grace = 'grace@example.com';
const after = '={{ $("Input").item.json.email }}';

/** @param properties As the assignment collection holds them. */
const assignments = (...properties: Array<[name: string, type: string, value: unknown]>) => ({
	assignments: properties.map(([name, type, value], index) => ({
		id: `${index}`,
		name,
		type,
		value: value as string,
	})),
});

/** The contacts of all calls, however many share one. */
const sentContacts = () =>
	service.received.flatMap(({ body }) => (body as { contacts: unknown[] }).contacts ?? []);

const run = async (
	parameters: INodeParameters,
	items: IDataObject[] = [{ email: ada }, { email: grace }],
) => await runNode({ credential: service.credential, parameters, items, after });

/** What an upsert with lists says unless it is told otherwise. */
const KEEPS_LISTS = { ignoreListSubscriptionsWhenUpdating: true };
const keepsFirst = { ignoreListSubscriptionsWhenUpdating: '={{ $itemIndex === 0 }}' };
const subscribesAll = { ignoreListSubscriptionsWhenUpdating: false };

describe.each([
	{ operation: 'create', asksForUpdate: {}, keepsLists: {} },
	{ operation: 'upsert', asksForUpdate: { updateIfExists: true }, keepsLists: KEEPS_LISTS },
])('contact $operation', ({ operation, asksForUpdate, keepsLists }) => {
	const parameters = { resource: 'contact', operation, email: '={{ $json.email }}' };

	test('posts every field under its name in the service', async () => {
		const { error } = await run(
			{
				...parameters,
				customProperties: assignments(
					['company', 'string', '={{ $json.company }}'],
					['seats', 'number', '={{ $json.seats }}'],
				),
				additionalFields: {
					avatarUrl: '={{ $json.avatar }}',
					languageCode: '={{ $json.language }}',
					name: '={{ $json.name }}',
					subscribedToLists: '={{ $json.lists }}',
					userId: '={{ $json.id }}',
				},
			},
			[
				{
					email: ada,
					company: 'Engines',
					seats: '42',
					avatar: 'https://example.com/a.png',
					name: 'Ada Example',
					id: 12,
					language: 'en_US',
					lists: ['newsletter', 'product-updates'],
				},
			],
		);

		expect(error).toBeUndefined();
		expect(sentContacts()).toEqual([
			{
				...asksForUpdate,
				...keepsLists,
				email: ada,
				avatarUrl: 'https://example.com/a.png',
				name: 'Ada Example',
				userId: '12',
				languageCode: 'en_US',
				subscribedToLists: ['newsletter', 'product-updates'],
				customProperties: { company: 'Engines', seats: 42 },
			},
		]);
	});

	test('posts the address alone, trimmed, where other fields are added but empty', async () => {
		const result = await run({
			...parameters,
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

		expect(result.error).toBeUndefined();
		expect(sentContacts()).toEqual([
			{ email: ada, ...asksForUpdate },
			{ email: grace, ...asksForUpdate },
		]);
		expectSaved(result, [ada, grace]);
	});
});

describe('contact upsert', () => {
	test.each([
		['by default', { subscribedToLists: ['newsletter'] }, [true, true]],
		['for some', { subscribedToLists: ['newsletter'], ...keepsFirst }, [true, false]],
		['not if told so', { subscribedToLists: ['newsletter'], ...subscribesAll }, [false, false]],
		['not without lists', {}, [undefined, undefined]],
	])('keeps the lists of existing contacts, and says so once: %s', async (_, fields, keeps) => {
		const { hints } = await run({
			...{ resource: 'contact', operation: 'upsert', email: '={{ $json.email }}' },
			additionalFields: fields,
		});

		const sent = sentContacts() as IDataObject[];
		expect(sent.map((contact) => contact.ignoreListSubscriptionsWhenUpdating)).toEqual(keeps);
		expect(hints.map(({ message }) => message)).toEqual(
			keeps[0] === true
				? [expect.stringMatching(/kept their lists.* add "Keep Lists of Existing Contacts"/)]
				: [],
		);
	});

	test('says it of lists in a column, too, but not of contacts that were rejected', async () => {
		const parameters = { resource: 'contact', operation: 'upsert', dataMode: 'autoMapInputData' };
		const hintsFor = async (subscribedToLists: string) =>
			(await run(parameters, [{ email: ada, subscribedToLists }])).hints;

		expect(await hintsFor('newsletter')).toHaveLength(1);
		expect(await hintsFor('')).toEqual([]);
		expect(await hintsFor('no-such-list')).toEqual([]);
	});
});

describe('contact update', () => {
	const parameters = { resource: 'contact', operation: 'update', email: '={{ $json.email }}' };

	beforeEach(() => {
		for (const email of [ada, grace]) {
			service.sandbox.store.addContact({
				email,
				subscribedToLists: ['newsletter'],
				customProperties: { company: 'Before', plan: 'free' },
			});
		}
	});

	test('patches a contact with every field and returns it as the service has it then', async () => {
		const { error, items } = await run(
			{
				...parameters,
				customProperties: assignments(['seats', 'number', '12']),
				updateFields: {
					addToLists: ['product-updates'],
					avatarUrl: 'https://example.com/new.png',
					languageCode: 'de_AT',
					name: '={{ $json.name }}',
					removeCustomProperties: ['company', 'plan'],
					removeFromLists: ['newsletter'],
					userId: '={{ $json.id }}',
				},
			},
			[{ email: ada, name: 'Ada Example', id: 1 }],
		);

		expect(error).toBeUndefined();
		expect(service.received).toEqual([
			{
				method: 'PATCH',
				path: '/contacts/update',
				query: {},
				body: {
					email: ada,
					name: 'Ada Example',
					userId: '1',
					addedListSubscripitons: ['product-updates'],
					avatarUrl: 'https://example.com/new.png',
					languageCode: 'de_AT',
					removedListSubscripitons: ['newsletter'],
					customProperties: { seats: 12, company: null, plan: null },
				},
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

	test('refuses the same list in both fields', async () => {
		const updateFields = {
			addToLists: '={{ ["a", " newsletter"] }}',
			removeFromLists: 'product-updates , newsletter',
		};
		const { error } = await run({ ...parameters, updateFields });

		expect(error?.message).toContain(
			'"Remove From Lists" names "newsletter", which is also in "Add to Lists"',
		);
		expect(error?.description).toBe('Choose one of the two');
		expect(service.received).toEqual([]);
	});

	test('patches nothing but what is filled in', async () => {
		const { error } = await run(
			{
				...parameters,
				customProperties: assignments(['company', 'string', '']),
				updateFields: {
					addToLists: [],
					avatarUrl: '',
					languageCode: '',
					name: 'Only This',
					removeCustomProperties: [],
					removeFromLists: [],
					userId: '',
				},
			},
			[{ email: ada }],
		);

		expect(error).toBeUndefined();
		expect(service.received).toMatchObject([{ method: 'PATCH' }]);
		expect(service.received[0].body).toEqual({ email: ada, name: 'Only This' });
	});
});

describe('contact get', () => {
	const parameters = { resource: 'contact', operation: 'get', email: '={{ $json.email }}' };

	test('sends an address with characters that mean something in a URL', async () => {
		const email = 'ada+test&x=1%20@example.com';
		service.sandbox.store.addContact({ email });
		const { items } = await run(parameters, [{ email }]);

		expect(service.received.map(({ query }) => query)).toEqual([{ email }]);
		expect(items).toMatchObject([{ json: { email } }]);
	});
});

describe('portalSession create', () => {
	test('leaves out a return URL that is empty', async () => {
		// What the service then says is its own affair: its document does not show whether the field is required.
		await run(
			{ resource: 'portalSession', operation: 'create', contactEmail: ada, returnUrl: '' },
			[{}],
		);

		expect(service.received.map(({ body }) => body)).toEqual([{ contactEmail: ada }]);
	});
});
