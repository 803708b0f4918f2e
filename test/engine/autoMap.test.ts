import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { expectSaved } from './expectSaved';
import { runNode } from '../support/engine/runNode';
import { runTool } from './runTool';
import { useSandbox } from './useSandbox';

const service = useSandbox();

const ada = 'ada@example.com';
const grace = 'grace@example.com';
const after = '={{ $("Input").item.json["E-Mail"] }}';

const run = async (
	items: IDataObject[],
	parameters: INodeParameters = {},
	node: { onError?: 'continueRegularOutput' } = {},
) =>
	await runNode({
		credential: service.credential,
		parameters: {
			resource: 'contact',
			operation: 'upsert',
			dataMode: 'autoMapInputData',
			...parameters,
		},
		items,
		node,
		after,
	});

const sentContacts = () =>
	service.received.flatMap(({ body }) => (body as { contacts: IDataObject[] }).contacts);

/** What an upsert with lists says unless it is told otherwise. */
const KEEPS_LISTS = { ignoreListSubscriptionsWhenUpdating: true };

describe.each([
	{ operation: 'create', asksForUpdate: {}, keepsLists: {} },
	{ operation: 'upsert', asksForUpdate: { updateIfExists: true }, keepsLists: KEEPS_LISTS },
])('contact $operation, mapped automatically', ({ operation, asksForUpdate, keepsLists }) => {
	test('posts each row by the names of its columns, all rows in one call', async () => {
		const rows = [
			{
				'E-Mail': ada,
				'First Name': 'Ada',
				'Last Name': 'Example',
				'User ID': 12,
				Avatar_URL: 'https://example.com/a.png',
				'language code': 'en_US',
				'Subscribed to Lists': 'newsletter;product-updates',
				company: 'Engines',
				seats: 42,
			},
			{ 'E-Mail': grace, 'First Name': '', 'Last Name': '', company: '', seats: null },
		];
		const { error, items, raw, after: inputs } = await run(rows, { operation });

		expect(error).toBeUndefined();
		expect(service.received).toMatchObject([{ method: 'POST', path: '/contacts/create_many' }]);
		expect(sentContacts()).toEqual([
			{
				email: ada,
				name: 'Ada Example',
				userId: '12',
				avatarUrl: 'https://example.com/a.png',
				languageCode: 'en_US',
				subscribedToLists: ['newsletter', 'product-updates'],
				customProperties: { company: 'Engines', seats: 42 },
				...asksForUpdate,
				...keepsLists,
			},
			{ email: grace, ...asksForUpdate },
		]);
		expectSaved({ items, raw, after: inputs }, [ada, grace]);
	});

	test('gives the additional fields to all, and a column wins over them', async () => {
		const { error } = await run(
			[{ email: ada, subscribedToLists: 'product-updates', name: 'Ada' }, { email: grace }],
			{
				operation,
				additionalFields: { subscribedToLists: ['newsletter'], languageCode: 'de', name: 'Guest' },
			},
		);

		expect(error).toBeUndefined();
		expect(sentContacts()).toEqual([
			{
				email: ada,
				name: 'Ada',
				languageCode: 'de',
				subscribedToLists: ['product-updates'],
				...asksForUpdate,
				...keepsLists,
			},
			{
				email: grace,
				name: 'Guest',
				languageCode: 'de',
				subscribedToLists: ['newsletter'],
				...asksForUpdate,
				...keepsLists,
			},
		]);
	});
});

test('ignores columns', async () => {
	const columnsToIgnore = '={{ ["row_number", "internal notes"] }}';
	const row = { email: ada, row_number: 2, 'Internal Notes': 'rude', company: 'Engines' };
	const { error } = await run([row], { columnsToIgnore });

	expect(error).toBeUndefined();
	expect(sentContacts()).toEqual([
		{ email: ada, customProperties: { company: 'Engines' }, updateIfExists: true },
	]);
});

test('with "Continue" only the rows that cannot be used fail', async () => {
	const rows = [{ email: ada }, { email: '' }, { email: 'nobody' }, { 'E-Mail': grace, tags: [1] }];
	const { items } = await run(
		[...rows, { 'E-Mail': grace }],
		{},
		{ onError: 'continueRegularOutput' },
	);

	expect(sentContacts().map(({ email }) => email)).toEqual([ada, grace]);
	expect(items.map(({ json, error }) => error?.message ?? json.error ?? json.email)).toEqual([
		ada,
		expect.stringContaining('Column "email" is empty'),
		expect.stringContaining('Column "email" is not an email address: "nobody"'),
		expect.stringContaining('Column "tags" must be a text or a number'),
		grace,
	]);
});

test.each(['invoke', 'engine'] as const)(
	'as a tool, the columns are what the model gives: %s',
	async (via) => {
		const fromModel = (name: string) => `={{ $fromAI('${name}', '', 'string') }}`;
		const { error, response } = await runTool({
			credential: service.credential,
			parameters: {
				resource: 'contact',
				operation: 'upsert',
				dataMode: 'autoMapInputData',
				additionalFields: { userId: fromModel('email'), languageCode: fromModel('company') },
			},
			args: { email: ada, company: 'Engines' },
			via,
		});

		expect(error).toBeUndefined();
		expect(response).toMatchObject([{ success: true, email: ada }]);
		expect(sentContacts().map(({ email, customProperties }) => [email, customProperties])).toEqual([
			[ada, { company: 'Engines' }],
		]);
	},
);
