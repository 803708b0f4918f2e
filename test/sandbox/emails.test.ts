import { openSandbox } from '../support/openSandbox';

let now = Date.parse('2026-01-01T00:00:00.000Z');
let opened: Awaited<ReturnType<typeof openSandbox>>;
beforeAll(async () => {
	opened = await openSandbox({ now: () => now });
});
afterAll(() => opened.sandbox.close());
beforeEach(() => {
	opened.sandbox.reset();
	opened.sandbox.store.addContact({
		email: 'ada@example.com',
		name: 'Ada Middle Example',
		userId: '42',
		languageCode: 'en_US',
		subscribedToLists: ['newsletter'],
		customProperties: { company: 'A & B', seats: 5 },
	});
	opened.sandbox.store.addContact({ email: 'nameless@example.com' });
});

const content = { subject: 'Hi', body: 'Hi' };

test('a transactional email goes to any address with its tags as typed', async () => {
	const { status, data } = await opened.api.post('/email/transactional', {
		to: 'Grace Example <grace@example.com>',
		subject: 'Hi {{firstName}}',
		body: '<p>{{ broken',
		bodyFormat: 'html',
		trackEmailOpens: null,
		trackEmailLinkClicks: false,
	});
	expect({ status, data }).toEqual({ status: 200, data: { success: true } });
	expect(opened.sandbox.store.mails).toEqual([
		{
			id: 1,
			kind: 'transactional',
			to: 'Grace Example <grace@example.com>',
			list: null,
			subject: 'Hi {{firstName}}',
			body: '<p>{{ broken',
			bodyFormat: 'html',
			html: '<p>{{ broken',
			acceptedAt: '2026-01-01T00:00:00.000Z',
			sendAt: null,
			trackEmailOpens: null,
			trackEmailLinkClicks: false,
		},
	]);
});

test('fills in the tags for each contact, escaped in the body but not in the subject', async () => {
	const { data } = await opened.api.post('/email/contact', {
		subject: '{{firstName | default: "friend"}} of {{company}}',
		body: '**{{name}}** {{lastName}} `{{email}}` {{userId}} {{languageCode}} {{customProperties.company}} {{seats}}',
		list: 'important',
		contactEmail: null,
		contactEmails: ['ADA@example.com', 'nameless@example.com'],
	});
	expect(data).toEqual({ success: true });
	expect(opened.sandbox.store.mails).toMatchObject([
		{
			to: 'ada@example.com',
			list: 'important',
			subject: 'Ada of A & B',
			bodyFormat: 'markdown',
			html: '<p><strong>Ada Middle Example</strong> Middle Example <code>ada@example.com</code> 42 en-US A &amp; B 5</p>\n',
		},
		{ to: 'nameless@example.com', subject: 'friend of ' },
	]);
});

test('leaves HTML bodies as they are but for their tags', async () => {
	await opened.api.post('/email/contact', {
		subject: 'Hi',
		body: '<p>*{{company}}*</p>',
		bodyFormat: 'html',
		list: 'newsletter',
		contactEmail: 'ada@example.com',
	});
	expect(opened.sandbox.store.mails).toMatchObject([{ html: '<p>*A &amp; B*</p>' }]);
});

test('sends to the subscribers of a list, and by important to everybody', async () => {
	const { api, sandbox } = opened;
	await api.post('/email/list', { ...content, list: 'newsletter' });
	await api.post('/email/list', { ...content, list: 'important' });
	await api.post('/email/list', { ...content, list: 'product-updates' });
	expect(sandbox.store.mails.map(({ list, to }) => [list, to])).toEqual([
		['newsletter', 'ada@example.com'],
		['important', 'ada@example.com'],
		['important', 'nameless@example.com'],
	]);
});

test('sends to nobody when one of the contacts is not on the list', async () => {
	const { status, data } = await opened.api.post('/email/contact', {
		...content,
		list: 'newsletter',
		contactEmails: ['ada@example.com', 'nameless@example.com'],
	});
	expect(status).toBe(400);
	expect(data.reason).toContain('nameless@example.com');
	expect(opened.sandbox.store.mails).toEqual([]);
});

test.each([
	[{ delaySeconds: 90 }, '2026-01-01T00:01:30.000Z'],
	[{ delaySeconds: 90, delayUntilDate: null }, '2026-01-01T00:01:30.000Z'],
	[{ delayUntilDate: '2026-01-01T00:01:30Z', delaySeconds: null }, '2026-01-01T00:01:30.000Z'],
	[{ delaySeconds: 0 }, null],
	[{ delaySeconds: null, delayUntilDate: null }, null],
])('with %j a mail has sendAt %j', async (delay, sendAt) => {
	await opened.api.post('/email/list', { ...content, list: 'newsletter', ...delay });
	expect(opened.sandbox.store.mails).toMatchObject([{ sendAt }]);
});

test('a delayed mail is scheduled until its time has come', async () => {
	const { api, anonymous, sandbox } = opened;
	await api.post('/email/list', { ...content, list: 'newsletter', delaySeconds: 60 });
	const mails = () => anonymous.get(`${sandbox.origin}/_sandbox/mails`);
	expect((await mails()).data).toMatchObject([{ scheduled: true }]);
	now += 60_000;
	expect((await mails()).data).toMatchObject([{ scheduled: false }]);
});
