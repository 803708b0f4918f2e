import { openSandbox } from '../support/openSandbox';

let opened: Awaited<ReturnType<typeof openSandbox>>;
beforeAll(async () => {
	opened = await openSandbox();
});
afterAll(() => opened.sandbox.close());
beforeEach(() => opened.sandbox.reset());

const createMany = (...contacts: object[]) =>
	opened.api.post('/contacts/create_many', { contacts });
const find = async (email: string) =>
	(await opened.api.get('/contacts/find', { params: { email } })).data;

test('stores contacts and shows them as the document does', async () => {
	const { status, data } = await createMany({
		email: 'ada@example.com',
		userId: '42',
		name: 'Ada Example',
		avatarUrl: 'https://example.com/ada.png',
		languageCode: 'en_US',
		subscribedToLists: ['newsletter'],
		customProperties: { company: 'Example', seats: 5 },
	});
	expect({ status, data }).toEqual({ status: 200, data: { success: true } });
	expect(await find('ada@example.com')).toEqual({
		success: true,
		data: {
			email: 'ada@example.com',
			userId: 42,
			name: 'Ada Example',
			avatarUrl: 'https://example.com/ada.png',
			languageCode: 'en-US',
			hardBouncedAt: null,
			subscribedToLists: ['important', 'newsletter'],
			customProperties: { company: 'Example', seats: 5 },
		},
	});
});

test.each([
	['7', 7],
	['007', '007'],
	['u-7', 'u-7'],
	['12345678901234567890', '12345678901234567890'],
])('shows userId %j as %j', async (userId, shown) => {
	await createMany({ email: 'ada@example.com', userId });
	expect((await find('ada@example.com')).data.userId).toBe(shown);
});

test('stores none of the contacts when one is invalid', async () => {
	const { status } = await createMany(
		{ email: 'ada@example.com' },
		{ email: 'bob@example.com', customProperties: { unknown: 'x' } },
	);
	expect(status).toBe(400);
	expect(opened.sandbox.store.contacts.size).toBe(0);
});

test('takes 100 contacts in one call', async () => {
	const contacts = Array.from({ length: 100 }, (_, i) => ({ email: `contact${i}@example.com` }));
	expect((await createMany(...contacts)).status).toBe(200);
	expect(opened.sandbox.store.contacts.size).toBe(100);
});

describe('a contact that exists already', () => {
	beforeEach(() => {
		opened.sandbox.store.addContact({
			email: 'ada@example.com',
			name: 'Ada',
			userId: '1',
			subscribedToLists: ['newsletter'],
			customProperties: { plan: 'pro', seats: 1 },
		});
	});
	const changes = {
		email: 'ADA@example.com',
		name: 'Ada Example',
		subscribedToLists: ['product-updates'],
		customProperties: { seats: 2 },
	};

	test('stays as it is without updateIfExists', async () => {
		expect((await createMany(changes)).data).toEqual({ success: true });
		expect((await find('ada@example.com')).data).toMatchObject({ name: 'Ada', userId: 1 });
	});

	test('gets the given fields and lists with updateIfExists', async () => {
		await createMany({ ...changes, updateIfExists: true });
		expect((await find('ada@example.com')).data).toMatchObject({
			email: 'ada@example.com',
			name: 'Ada Example',
			userId: 1,
			subscribedToLists: ['important', 'newsletter', 'product-updates'],
			customProperties: { plan: 'pro', seats: 2 },
		});
	});

	test('keeps its lists with ignoreListSubscriptionsWhenUpdating', async () => {
		await createMany({
			...changes,
			updateIfExists: true,
			ignoreListSubscriptionsWhenUpdating: true,
		});
		expect((await find('ada@example.com')).data).toMatchObject({
			name: 'Ada Example',
			subscribedToLists: ['important', 'newsletter'],
		});
	});

	test('update changes what is given, removes a property by null, and answers with the contact', async () => {
		const { data } = await opened.api.patch('/contacts/update', {
			email: 'ada@example.com',
			languageCode: 'de_AT',
			addedListSubscripitons: ['product-updates', 'important'],
			removedListSubscripitons: ['newsletter'],
			customProperties: { plan: null, company: 'Example' },
		});
		expect(data).toEqual(await find('ada@example.com'));
		expect(data.data).toMatchObject({
			name: 'Ada',
			languageCode: 'de-AT',
			subscribedToLists: ['important', 'product-updates'],
			customProperties: { company: 'Example', seats: 1 },
		});
	});

	test('delete removes it, and a second time answers 404', async () => {
		const first = await opened.api.post('/contacts/delete', { email: 'ada@example.com' });
		const second = await opened.api.post('/contacts/delete', { email: 'ada@example.com' });
		expect(first.data).toEqual({ success: true });
		expect(second.status).toBe(404);
		expect(opened.sandbox.store.contacts.size).toBe(0);
	});
});

test('pages through contacts: 25 by default, the rest on the last page, nothing after it', async () => {
	const { api, sandbox } = opened;
	sandbox.store.addContacts(30);
	const first = (await api.get('/contacts')).data;
	expect(first.data).toHaveLength(25);
	expect(first.metadata).toEqual({ page: 1, per: 25, total: 30 });
	const second = (await api.get('/contacts?page=2&per=20')).data;
	expect(second.data).toHaveLength(10);
	expect(second.data[0].email).toBe('contact21@example.com');
	expect((await api.get('/contacts?page=3&per=20')).data).toEqual({
		success: true,
		data: [],
		metadata: { page: 3, per: 20, total: 30 },
	});
	expect((await api.get('/contacts?per=100')).data.data).toHaveLength(30);
});

test('can answer with smaller pages than were asked for, and without metadata', async () => {
	const { api, sandbox } = opened;
	sandbox.store.addContacts(5);
	sandbox.settings.maxPer = 2;
	const clamped = (await api.get('/contacts?per=100&page=3')).data;
	expect(clamped.data).toHaveLength(1);
	expect(clamped.metadata).toEqual({ page: 3, per: 2, total: 5 });
	sandbox.settings.metadata = false;
	expect((await api.get('/contacts')).data).not.toHaveProperty('metadata');
});

test('counts the subscribers of lists; everybody is on important', async () => {
	const { api, sandbox } = opened;
	sandbox.store.addContacts(2);
	sandbox.store.addContacts(3, { subscribedToLists: ['newsletter'] });
	expect((await api.get('/lists?per=2')).data).toEqual({
		success: true,
		data: [
			{ name: 'important', title: 'Important', numSubscribers: 5 },
			{ name: 'newsletter', title: 'Newsletter', numSubscribers: 3 },
		],
		metadata: { page: 1, per: 2, total: 3 },
	});
});
