import { openSandbox } from '../support/openSandbox';

let opened: Awaited<ReturnType<typeof openSandbox>>;
beforeAll(async () => {
	opened = await openSandbox();
	opened.sandbox.store.addContact({ email: 'ada@example.com', name: 'Ada Example' });
	opened.sandbox.store.addContacts(101);
});
afterAll(() => opened.sandbox.close());

const ada = 'ada@example.com';
const content = { subject: 'Hi', body: 'Hi', bodyFormat: 'markdown' };
const toAda = { ...content, list: 'important', contactEmail: ada };
const toList = { ...content, list: 'important' };
const session = { contactEmail: ada, returnURL: 'https://example.com/' };
const contact = (fields: object) => ({ contacts: [{ email: ada, ...fields }] });
const addresses = (count: number) =>
	Array.from({ length: count }, (_, i) => `contact${i + 1}@example.com`);

const refused = {
	'POST /email/transactional': [
		['subject', { ...content, to: ada, subject: undefined }],
		['body', { ...content, to: ada, body: undefined }],
		['bodyFormat', { ...content, to: ada, bodyFormat: 'text' }],
		['to', { ...content, to: 'Ada <ada>' }],
		['to', { ...content, to: 'Ada\nExample <ada@example.com>' }],
		['to', { ...content, to: 'ada@example.com, bob@example.com' }],
		['list', { ...content, to: ada, list: 'important' }],
		['delaySeconds', { ...content, to: ada, delaySeconds: 1 }],
		['trackEmailOpens', { ...content, to: ada, trackEmailOpens: 'true' }],
	],
	'POST /email/contact': [
		['list', { ...toAda, list: undefined }],
		['list', { ...toAda, list: 'newsletter' }],
		['contactEmail', { ...toAda, contactEmail: undefined }],
		['contactEmail', { ...toAda, contactEmails: [ada] }],
		['contactEmails', { ...toList, contactEmails: [] }],
		['contactEmails', { ...toList, contactEmails: addresses(101) }],
		['contactEmails', { ...toList, contactEmails: [ada, 'Ada@Example.com'] }],
	],
	'POST /email/list': [
		['list', content],
		['list', { ...toList, list: 'nothing' }],
		['contactEmail', toAda],
		['body', { ...toList, body: '{% if name %}' }],
		['body', { ...toList, body: '{% render "package.json" %}' }],
		['delaySeconds', { ...toList, delaySeconds: -1 }],
		['delaySeconds', { ...toList, delaySeconds: 5, delayUntilDate: '2030-01-01T00:00:00Z' }],
		['delayUntilDate', { ...toList, delayUntilDate: '2030-01-01T00:00:00+01:00' }],
		['delayUntilDate', { ...toList, delayUntilDate: '2030-02-30T00:00:00Z' }],
	],
	'POST /contacts/create_many': [
		['contacts', { contacts: [] }],
		['contacts', { contacts: addresses(101).map((email) => ({ email })) }],
		['contacts[0].email', contact({ email: 'ada@example' })],
		['contacts[1].email', { contacts: [{ email: ada }, { email: 'ADA@example.com' }] }],
		['contacts[0].userId', contact({ userId: 42 })],
		['contacts[0].avatarUrl', contact({ avatarUrl: 'ftp://example.com/a.png' })],
		['contacts[0].updateIfExists', contact({ updateIfExists: 'true' })],
		['contacts[0].subscribedToLists', contact({ subscribedToLists: ['nothing'] })],
		['contacts[0].customProperties.colour', contact({ customProperties: { colour: 'red' } })],
		['contacts[0].customProperties.seats', contact({ customProperties: { seats: '5' } })],
		[
			'contacts[0].customProperties.constructor',
			contact({ customProperties: { constructor: '' } }),
		],
		['contacts[0].hardBouncedAt', contact({ hardBouncedAt: '2030-01-01T00:00:00Z' })],
		['extra', { ...contact({}), extra: 1 }],
	],
	'PATCH /contacts/update': [
		['email', { name: 'Ada' }],
		['addedListSubscriptions', { email: ada, addedListSubscriptions: ['newsletter'] }],
		['removedListSubscripitons', { email: ada, removedListSubscripitons: ['important'] }],
		[
			'removedListSubscripitons',
			{
				email: ada,
				addedListSubscripitons: ['newsletter'],
				removedListSubscripitons: ['newsletter'],
			},
		],
	],
	'POST /contacts/delete': [['name', { email: ada, name: 'Ada' }]],
	'POST /lists/portal_session': [
		['returnURL', { ...session, returnURL: 'javascript:alert(1)' }],
		['returnUrl', { ...session, returnUrl: 'https://example.com/' }],
	],
} as const;

for (const [endpoint, cases] of Object.entries(refused)) {
	test.each([...cases])(`${endpoint} refuses with 400 and names %s: %j`, async (field, body) => {
		const { api, sandbox } = opened;
		const [method, url] = endpoint.split(' ');
		const before = structuredClone(sandbox.store.contents());
		const { status, data } = await api.request({ method, url, data: body });

		expect({ status, ...data }).toEqual({
			status: 400,
			error: true,
			reason: expect.stringContaining(field),
		});
		expect(sandbox.store.contents()).toEqual(before);
	});
}

test.each([
	['page', '/contacts?page=0'],
	['page', '/contacts?page=1&page=2'],
	['per', '/contacts?per=101'],
	['limit', '/lists?limit=10'],
	['email', '/contacts/find'],
	['email', '/contacts/find?contactEmail=ada@example.com'],
	['userId', '/contacts/find?email=ada@example.com&userId=1'],
])('refuses with 400 and names %s: GET %s', async (field, url) => {
	const { status, data } = await opened.api.get(url);
	expect(status).toBe(400);
	expect(data.reason).toContain(field);
});

test('refuses query parameters where there are none to give', async () => {
	const { status, data } = await opened.api.post('/email/list?test=1', toList);
	expect(status).toBe(400);
	expect(data.reason).toContain('test');
});

test.each([
	['another content type', 'application/x-www-form-urlencoded', 'email=ada@example.com'],
	['no content type', '', '{"email":"ada@example.com"}'],
	['text that is not JSON', 'application/json', '{"email":'],
	['no body', 'application/json', ''],
	['a body that is not an object', 'application/json', '[]'],
])('answers 400 to %s', async (_case, type, text) => {
	const { status, data } = await opened.api.post('/contacts/delete', text, {
		headers: { 'Content-Type': type || false },
		transformRequest: (body: string) => body,
	});
	expect(status).toBe(400);
	expect(data).toEqual({ error: true, reason: expect.any(String) });
});

test.each([
	['POST /email/contact', { ...toAda, contactEmail: 'nobody@example.com' }],
	['POST /email/contact', { ...toList, contactEmails: [ada, 'nobody@example.com'] }],
	['PATCH /contacts/update', { email: 'nobody@example.com' }],
	['POST /contacts/delete', { email: 'nobody@example.com' }],
	['POST /lists/portal_session', { ...session, contactEmail: 'nobody@example.com' }],
	['GET /contacts/find?email=nobody@example.com', undefined],
])('answers 404 for a contact that does not exist: %s', async (endpoint, data) => {
	const [method, url] = endpoint.split(' ');
	const answer = await opened.api.request({ method, url, data });
	expect(answer.status).toBe(404);
	expect(answer.data.reason).toContain('nobody@example.com');
	expect(opened.sandbox.store.mails).toEqual([]);
});
