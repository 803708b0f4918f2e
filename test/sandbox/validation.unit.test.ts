import { openSandbox } from './openSandbox';

let opened: Awaited<ReturnType<typeof openSandbox>>;
beforeAll(async () => {
	opened = await openSandbox();
	opened.sandbox.store.addContact({ email: 'ada@example.com', name: 'Ada Example' });
	opened.sandbox.store.addContacts(101);
});
afterAll(() => opened.sandbox.close());

const ada = 'ada@example.com';
const content = { subject: 'Hi', body: 'Hi', bodyFormat: 'markdown' };
const toList = { ...content, list: 'important' };
const session = { contactEmail: ada, returnURL: 'https://example.com/' };
const contact = (fields: object) => ({ contacts: [{ email: ada, ...fields }] });
const addresses = (count: number) =>
	Array.from({ length: count }, (_, i) => `contact${i + 1}@example.com`);

const refused = {
	'POST /email/transactional': [
		['subject', { ...content, to: ada, subject: undefined }],
		['to', { ...content, to: 'ada@example.com, bob@example.com' }],
		['delaySeconds', { ...content, to: ada, delaySeconds: 1 }],
	],
	'POST /email/contact': [
		['list', { ...toList, contactEmail: ada, list: 'newsletter' }],
		['contactEmail', { ...toList, contactEmail: ada, contactEmails: [ada] }],
		['contactEmails', { ...toList, contactEmails: addresses(101) }],
		['contactEmails', { ...toList, contactEmails: [ada, 'Ada@Example.com'] }],
	],
	'POST /email/list': [
		['list', { ...toList, list: 'nothing' }],
		['body', { ...toList, body: '{% render "package.json" %}' }],
		['subject', { ...toList, subject: '{{firstName | "friend"}}' }],
		['bodyFormat', { ...toList, bodyFormat: undefined }],
		['delaySeconds', { ...toList, delaySeconds: 5, delayUntilDate: '2030-01-01T00:00:00Z' }],
		['delayUntilDate', { ...toList, delayUntilDate: '2030-01-01T00:00:00+01:00' }],
		['delayUntilDate', { ...toList, delayUntilDate: '2030-01-01T00:00:00.000Z' }],
	],
	'POST /contacts/create_many': [
		['contacts', { contacts: addresses(101).map((email) => ({ email })) }],
		['contacts[1].email', { contacts: [{ email: ada }, { email: 'ADA@example.com' }] }],
		['contacts[0].userId', contact({ userId: 42 })],
		['contacts[0].subscribedToLists', contact({ subscribedToLists: ['nothing'] })],
		['contacts[0].customProperties.colour', contact({ customProperties: { colour: 'red' } })],
		['contacts[0].customProperties.seats', contact({ customProperties: { seats: '5' } })],
		['extra', { ...contact({}), extra: 1 }],
	],
	'POST /contacts/create': [
		['email', { name: 'Ada' }],
		['subscribedToLists', { email: ada, subscribedToLists: ['nothing'] }],
		['customProperties.colour', { email: ada, customProperties: { colour: 'red' } }],
	],
	'PATCH /contacts/update': [
		['addedListSubscriptions', { email: ada, addedListSubscriptions: ['newsletter'] }],
		['removedListSubscripitons', { email: ada, removedListSubscripitons: ['important'] }],
	],
	'POST /contacts/delete': [['name', { email: ada, name: 'Ada' }]],
	'POST /lists/portal_session': [['returnURL', { ...session, returnURL: 'javascript:alert(1)' }]],
	'GET /contacts?per=101': [['per', undefined]],
	'GET /contacts/find?contactEmail=ada@example.com': [['email', undefined]],
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
