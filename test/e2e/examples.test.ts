import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import axios from 'axios';
import { DateTime } from 'luxon';
import { repositoryFolder } from '../../tools/folders';
import { formEnding } from './formEnding';
import { useDemo } from '../support/useDemo';
import { useExamples } from './useExamples';
import type { WorkflowInput } from '../../tools/n8nClient';

jest.setTimeout(60_000);

const demo = useDemo();

const ada = { email: 'ada@example.com', name: 'Ada Example' };
const grace = { email: 'grace@example.com', name: 'Grace Example' };

const { requests, workflowNamed, fillIn, execute, nextExecution } = useExamples(demo);

test('all examples are published', async () => {
	const workflows = await demo.get().client.workflows();
	expect(workflows.map(({ name, active }) => [name, active]).sort()).toEqual([
		['Announcement to a team', true],
		['Assistant tool', true],
		['Bounce clean-up', true],
		['Form to welcome email', true],
		['Import from a spreadsheet', true],
		['Manage subscriptions', true],
		['Scheduled newsletter', true],
	]);
});

test('forms that change or send something on behalf of the owner ask for a login', async () => {
	const { forms } = demo.get();
	const answers = await Promise.all(
		forms.map(async ({ name, url }) => {
			const { status } = await axios.get(url, { validateStatus: () => true, proxy: false });
			return [name, status];
		}),
	);
	expect(Object.fromEntries(answers)).toEqual({
		'Announcement to a team': 401,
		'Form to welcome email': 200,
		'Import from a spreadsheet': 401,
		'Manage subscriptions': 200,
		'Scheduled newsletter': 401,
	});
});

test('form to welcome email: a visitor becomes a contact and is welcomed by first name', async () => {
	const { store } = demo.get().sandbox;
	await fillIn('Form to welcome email', { Name: ada.name, Email: ada.email });
	expect(requests()).toEqual([
		['POST /contacts/create_many', { contacts: [{ ...ada, updateIfExists: true }] }],
		[
			'POST /email/contact',
			expect.objectContaining({
				list: 'important',
				contactEmail: ada.email,
				subject: 'Welcome, {{firstName}}!',
			}),
		],
	]);
	expect(store.mails).toMatchObject([{ to: ada.email, subject: 'Welcome, Ada!' }]);
	expect(store.mails[0].body).toMatch(/^Hello Ada,\n/);
});

test('form to welcome email: a name cannot carry a link', async () => {
	const { store } = demo.get().sandbox;
	const names: Array<[string, string | undefined]> = [
		['[Win](https://evil.example)  x', 'Win https evil example x'],
		['www.evil.example', 'www evil example'],
		["Zoë O'Neil-Łuk Jr.", "Zoë O'Neil-Łuk Jr."],
		['Ada '.repeat(100), 'Ada '.repeat(15).trim()],
		['12345', undefined],
	];
	for (const [index, [Name, name]] of names.entries()) {
		const Email = `visitor-${index}@example.com`;
		await fillIn('Form to welcome email', { Name, Email });
		expect(store.findContact(Email)?.name).toBe(name);
	}
	expect(store.mails).toHaveLength(names.length);
	expect(store.mails[0]).toMatchObject({
		subject: 'Welcome, Win!',
		body: expect.stringMatching(/^Hello Win,\n/),
	});
	expect(JSON.stringify(store.mails)).not.toMatch(/evil|http/);
});

describe('scheduled newsletter', () => {
	const NAME = 'Scheduled newsletter';
	const TRIGGER = 'Every Sunday evening';

	const nextMorningInBerlin = () => {
		const now = DateTime.now().setZone('Europe/Berlin');
		const morning = now.set({ hour: 8, minute: 0, second: 0, millisecond: 0 });
		return (morning > now ? morning : morning.plus({ days: 1 })).toUTC().toISO();
	};

	test('without a story, nothing is sent', async () => {
		expect(await execute(NAME, TRIGGER)).toMatchObject({ status: 'success' });
		expect(requests()).toEqual([]);
	});

	test('all new stories go out once, in one email to the list, the next morning', async () => {
		const { store } = demo.get().sandbox;
		store.addContact({ ...ada, subscribedToLists: ['newsletter'] });
		store.addContact(grace);
		await fillIn(NAME, {
			Title: 'We have moved',
			Text: 'To **Example Street**.',
			Link: 'https://example.com/moved',
		});
		await fillIn(NAME, { Title: 'Open on Saturdays', Text: 'From 10 to 4.', Link: '' });

		const before = nextMorningInBerlin();
		expect(await execute(NAME, TRIGGER)).toMatchObject({ status: 'success' });
		const after = nextMorningInBerlin();
		expect(await execute(NAME, TRIGGER)).toMatchObject({ status: 'success' });

		const [[request, body], ...others] = requests();
		expect(request).toBe('POST /email/list');
		expect(body).toEqual({
			list: 'newsletter',
			subject: 'Our news of the week',
			bodyFormat: 'markdown',
			body: [
				'Hello {{firstName}},',
				'here is what is new:',
				'## We have moved',
				'To **Example Street**.',
				'[Read more](https://example.com/moved)',
				'---',
				'## Open on Saturdays',
				'From 10 to 4.',
				'---',
				'Until next week!',
			].join('\n\n'),
			delayUntilDate: expect.any(String),
		});
		expect([before, after]).toContain(body.delayUntilDate);
		expect(others).toEqual([]);
		expect(store.mails).toMatchObject([{ to: ada.email, sendAt: body.delayUntilDate }]);
	});

	test('stories whose newsletter was refused go out with the next one', async () => {
		const { faults, store } = demo.get().sandbox;
		store.addContact({ ...ada, subscribedToLists: ['newsletter'] });
		await fillIn(NAME, { Title: 'Third', Text: 'Not lost.', Link: '' });
		faults.add({ endpoint: 'POST /email/list', status: 400 });

		expect(await execute(NAME, TRIGGER)).toMatchObject({ status: 'error' });
		expect(store.mails).toEqual([]);
		expect(await execute(NAME, TRIGGER)).toMatchObject({ status: 'success' });
		expect(store.mails).toMatchObject([{ body: expect.stringContaining('Not lost.') }]);
	});

	test('stories that may have been sent are not sent again, and the owner is told', async () => {
		const { faults, store } = demo.get().sandbox;
		store.addContact({ ...ada, subscribedToLists: ['newsletter'] });
		await fillIn(NAME, { Title: 'Fourth', Text: 'Only once.', Link: '' });
		faults.add({ endpoint: 'POST /email/list', drop: 'after' });

		expect(await execute(NAME, TRIGGER)).toMatchObject({
			status: 'error',
			data: expect.stringContaining('The email may or may not have been sent'),
		});
		expect(await execute(NAME, TRIGGER)).toMatchObject({ status: 'success' });
		expect(requests()).toEqual([['POST /email/list', expect.anything()]]);
		expect(store.mails).toMatchObject([{ body: expect.stringContaining('Only once.') }]);
	});
});

test('import from a spreadsheet: good rows are saved in one request, bad ones reported with the reason', async () => {
	const csv = await readFile(join(repositoryFolder, 'examples', 'contacts.csv'));
	const Spreadsheet = new File([csv], 'contacts.csv', { type: 'text/csv' });
	const answer = await fillIn('Import from a spreadsheet', { Spreadsheet });
	const { title, message } = await formEnding(answer);

	const upsert = { updateIfExists: true, ignoreListSubscriptionsWhenUpdating: true };
	const contacts = [
		{
			...ada,
			...upsert,
			customProperties: { company: 'Example Ltd', plan: 'pro', seats: 5 },
			subscribedToLists: ['newsletter', 'product-updates'],
		},
		{
			...grace,
			...upsert,
			customProperties: { company: 'Example Ltd', plan: 'pro', seats: 12 },
			subscribedToLists: ['newsletter'],
		},
		{
			email: 'ben@example.com',
			name: 'Ben Example',
			...upsert,
			customProperties: { plan: 'free' },
		},
	];
	expect(requests()).toEqual([['POST /contacts/create_many', { contacts }]]);
	expect(title).toBe('Rows saved: 3');
	expect(message.split('\n\n')).toEqual([
		'Not saved:',
		expect.stringMatching(/^Row 4 \(not-an-address\): "Email" is not an email address/),
		expect.stringMatching(/^Row 6 \(kim@example.com\): .*seats" must be a number, but is "many"/),
	]);
});

test.each([
	[
		'no row',
		['ada@example.com,Ada', 'grace@example.com,Grace'],
		'Rows saved: 2',
		/^No row failed\.$/,
	],
	['every row', ['one,Ada', 'two,Grace'], 'Rows saved: 0', /^Not saved:\n\nRow 2 .*\n\nRow 3 /],
])('import from a spreadsheet: the result is shown when %s fails', async (_, rows, saved, list) => {
	const Spreadsheet = new File([['email,name', ...rows].join('\n')], 'contacts.csv');
	const { title, message } = await formEnding(
		await fillIn('Import from a spreadsheet', { Spreadsheet }),
	);
	expect(title).toBe(saved);
	expect(message).toMatch(list);
});

describe('bounce clean-up', () => {
	const NAME = 'Bounce clean-up';
	const TRIGGER = 'On the first of the month';
	const gone = { email: 'gone@example.com', hardBouncedAt: '2026-05-03T10:00:00.000Z' };
	const report = 'POST /email/transactional';

	beforeEach(() => {
		const { store } = demo.get().sandbox;
		store.addContact({ ...ada, subscribedToLists: ['newsletter'] });
		store.addContact({ ...gone, subscribedToLists: ['newsletter', 'product-updates'] });
	});

	test('bounced contacts are taken off all lists and reported, once', async () => {
		const { store } = demo.get().sandbox;
		expect(await execute(NAME, TRIGGER)).toMatchObject({ status: 'success' });
		expect(await execute(NAME, TRIGGER)).toMatchObject({ status: 'success' });

		const removed = ['newsletter', 'product-updates'];
		expect(requests()).toEqual([
			['GET /contacts', undefined],
			['PATCH /contacts/update', { email: gone.email, removedListSubscripitons: removed }],
			[report, expect.objectContaining({ to: 'you@example.com' })],
			['GET /contacts', undefined],
		]);
		expect(store.findContact(gone.email)?.subscribedToLists).toEqual(['important']);
		expect(store.findContact(ada.email)?.subscribedToLists).toEqual(['important', 'newsletter']);
		expect(store.mails).toMatchObject([
			{
				subject: 'Bounced contacts: 1',
				body: 'These contacts bounced and were taken off all lists:\n\n- gone@example.com, bounced on 3 May 2026',
			},
		]);
	});

	test('a bounced contact whose one list is not important is taken off it', async () => {
		const { store } = demo.get().sandbox;
		const contact = store.findContact(gone.email);
		if (!contact) throw new Error('There is no bounced contact');
		contact.subscribedToLists = ['newsletter'];
		expect(await execute(NAME, TRIGGER)).toMatchObject({ status: 'success' });
		expect(store.findContact(gone.email)?.subscribedToLists).not.toContain('newsletter');
		expect(store.mails).toMatchObject([{ subject: 'Bounced contacts: 1' }]);
	});

	test('a contact that could not be cleaned up is reported with the reason', async () => {
		const { faults, store } = demo.get().sandbox;
		store.addContact({ ...gone, email: 'left@example.com', subscribedToLists: ['newsletter'] });
		const refusal = { status: 400, body: { message: 'Try tomorrow' } };
		faults.add({ endpoint: 'PATCH /contacts/update', ...refusal });
		expect(await execute(NAME, TRIGGER)).toMatchObject({ status: 'success' });
		expect(store.mails).toMatchObject([{ subject: 'Bounced contacts: 2' }]);
		expect(store.mails[0].body.match(/failed/g)).toEqual(['failed']);
		expect(store.mails[0].body).toContain('(failed: Try tomorrow (status 400))');
	});

	test('with deleteContacts switched on in the settings, they are deleted', async () => {
		const { client, sandbox } = demo.get();
		const { id } = await workflowNamed(NAME);
		const workflow: WorkflowInput = await client.request('GET', `/workflows/${id}`);
		const { nodes, connections } = JSON.parse(
			JSON.stringify(workflow).replace(
				'"name":"deleteContacts","value":false',
				'"name":"deleteContacts","value":true',
			),
		);
		const copy = await client.createWorkflow({ name: 'Deleting', nodes, connections });
		expect(await client.run(copy, TRIGGER)).toMatchObject({ status: 'success' });

		expect(requests()).toEqual([
			['GET /contacts', undefined],
			['POST /contacts/delete', { email: gone.email }],
			[report, expect.objectContaining({ body: expect.stringContaining('were deleted') })],
		]);
		expect([...sandbox.store.contacts.keys()]).toEqual([ada.email]);
	});
});

describe('manage subscriptions', () => {
	const NAME = 'Manage subscriptions';
	beforeEach(() => demo.get().sandbox.store.addContact(ada));

	async function ask(Email: string) {
		const finished = await nextExecution(NAME);
		const answer = await fillIn(NAME, { Email });
		return { answer, execution: await finished() };
	}

	test('a contact gets a personal link that works', async () => {
		const { store } = demo.get().sandbox;
		expect(await ask(ada.email)).toMatchObject({ execution: { status: 'success' } });
		expect(requests()).toEqual([
			[
				'POST /lists/portal_session',
				{ contactEmail: ada.email, returnURL: 'https://example.com/' },
			],
			['POST /email/transactional', expect.objectContaining({ to: ada.email })],
		]);
		const [, link] = /\]\((.*?)\)/.exec(store.mails[0].body) ?? [];
		const portal = await axios.get(link, { proxy: false });
		expect(portal.data).toContain(ada.email);
	});

	test('a stranger is told the same, and nothing is sent', async () => {
		const { answer } = await ask(ada.email);
		demo.get().sandbox.reset();
		const stranger = await ask('stranger@example.com');
		expect(stranger).toMatchObject({ answer, execution: { status: 'success' } });
		expect(requests()).toEqual([['POST /lists/portal_session', expect.anything()]]);
	});

	test('a rejection with another status than 404 counts as not a contact', async () => {
		demo.get().sandbox.faults.add({ endpoint: 'POST /lists/portal_session', status: 400 });
		expect(await ask(ada.email)).toMatchObject({ execution: { status: 'success' } });
		expect(requests()).toEqual([['POST /lists/portal_session', expect.anything()]]);
	});

	test('the answer does not wait for the service', async () => {
		const { faults, journal } = demo.get().sandbox;
		faults.add({ endpoint: 'POST /lists/portal_session', delayMs: 5_000 });
		const finished = await nextExecution(NAME);
		await fillIn(NAME, { Email: ada.email });
		expect(journal.filter(({ status }) => status !== null)).toEqual([]);
		expect(await finished()).toMatchObject({ status: 'success' });
		expect(journal).toHaveLength(2);
	});

	test.each([401, 403, 503])(
		'a status %i is told to the owner, and not to the visitor',
		async (status) => {
			const { answer } = await ask(ada.email);
			demo.get().sandbox.faults.add({ endpoint: 'POST /lists/portal_session', status, times: 9 });
			expect(await ask(ada.email)).toMatchObject({
				answer,
				execution: { status: 'error', data: expect.stringContaining(`status ${status}`) },
			});
		},
	);
});

test('announcement to a team: members are greeted by name, and one who has unsubscribed does not hold up the others', async () => {
	const { store } = demo.get().sandbox;
	store.addContact({ ...grace, subscribedToLists: [] });
	const values = { Subject: 'Maintenance on Saturday', Message: '{{firstName}}, save your work.' };
	const answer = await fillIn('Announcement to a team', values);
	const { title, message } = await formEnding(answer);

	const [upsert, ...sends] = requests();
	expect(upsert).toEqual([
		'POST /contacts/create_many',
		{ contacts: [expect.objectContaining(ada), expect.objectContaining(grace)] },
	]);
	const content = {
		list: 'product-updates',
		subject: values.Subject,
		bodyFormat: 'markdown',
		body: expect.stringMatching(/^Hello {{firstName}},\n\n{{firstName}}, save your work\.\n\n/),
	};
	expect(sends).toEqual([
		['POST /email/contact', { ...content, contactEmails: [ada.email, grace.email] }],
		['POST /email/contact', { ...content, contactEmail: ada.email }],
		['POST /email/contact', { ...content, contactEmail: grace.email }],
	]);
	expect(store.mails).toMatchObject([
		{ to: ada.email, body: expect.stringMatching(/^Hello Ada,\n\nAda, save your work\./) },
	]);
	expect(title).toBe('Members reached: 1');
	expect(message).toMatch(/^Not reached:\n\ngrace@example\.com: .*not subscribed/);
});

describe('assistant tool', () => {
	async function connect(token: string) {
		const { assistant } = demo.get();
		if (!assistant) throw new Error('There is no assistant');
		const client = new Client({ name: 'test', version: '1' });
		const headers = { Authorization: `Bearer ${token}` };
		const url = new URL(assistant);
		await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }));
		return client;
	}

	test('without the token there are no tools', async () => {
		await expect(connect('a-guess')).rejects.toThrow('Authorization data is wrong');
	});

	test('finds and creates contacts and sends email with what the model fills in', async () => {
		const { sandbox, token } = demo.get();
		const client = await connect(token);
		const call = async (name: string, args: Record<string, string>) => {
			const { content } = await client.callTool({ name, arguments: args });
			return (content as Array<{ text: string }>)[0].text;
		};

		const { tools } = await client.listTools();
		const fields = tools.map(({ name, inputSchema }) => [name, inputSchema.required]);
		expect(Object.fromEntries(fields)).toEqual({
			Find_contact: ['Email'],
			Create_contact: ['Email', 'Name'],
			Send_email: ['To', 'Subject', 'Body'],
		});

		expect(await call('Find_contact', { Email: ada.email })).toContain('(status 404)');
		await call('Create_contact', { Email: ada.email, Name: ada.name });
		const [contact] = JSON.parse(await call('Find_contact', { Email: ada.email }));
		expect(contact).toMatchObject(ada);
		await call('Send_email', { To: ada.email, Subject: 'Hello', Body: 'How **are** you?' });
		await client.close();

		expect(requests()).toEqual([
			['GET /contacts/find', undefined],
			['POST /contacts/create_many', { contacts: [ada] }],
			['GET /contacts/find', undefined],
			[
				'POST /email/transactional',
				{ to: ada.email, subject: 'Hello', body: 'How **are** you?', bodyFormat: 'markdown' },
			],
		]);
		expect(sandbox.store.mails).toMatchObject([{ to: ada.email, subject: 'Hello' }]);
	});
});
