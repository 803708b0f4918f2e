import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import axios from 'axios';
import { DateTime } from 'luxon';
import { repositoryFolder } from '../../tools/folders';
import { waitUntil } from '../../tools/process/waitUntil';
import { linksIn } from '../support/linksIn';
import { connectMcp } from './connectMcp';
import { formEnding } from './formEnding';
import { nodeOutput } from '../../tools/n8n/nodeOutput';
import { useDemo } from '../support/useDemo';
import { useTemplates } from './useTemplates';

const demo = useDemo({ withExamples: true });

const ada = { email: 'ada@example.com', name: 'Ada Example' };
const grace = { email: 'grace@example.com', name: 'Grace Example' };

const { requests, fillIn, execute, sendInManualExecutions, lookAgain, nextExecution } =
	useTemplates(demo);

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
		'Double opt-in': 200,
		'Form to welcome email': 200,
		'Import from a spreadsheet': 401,
		'Manage subscriptions': 200,
		'Newsletter with approval': 401,
		'Scheduled newsletter': 401,
	});
});

test('form to welcome email: a visitor becomes a contact and is welcomed once, and a name carries no link', async () => {
	const { store } = demo.get().sandbox;
	await fillIn('Form to welcome email', { Name: ada.name, Email: ada.email });
	// Has left the list since, and asks for it again.
	store.addContact({ ...ada, subscribedToLists: [] });
	await fillIn('Form to welcome email', { Name: ada.name, Email: 'ADA@example.com' });
	const subscribedToLists = ['important', 'newsletter'];
	expect([...store.contacts.values()]).toMatchObject([{ ...ada, subscribedToLists }]);
	expect(store.mails).toMatchObject([
		{
			...{ to: ada.email, list: 'newsletter', subject: 'Welcome, Ada!' },
			body: expect.stringMatching(/^Hello Ada,\n/),
		},
	]);

	const names = [
		['[Win](https://evil.example)  x', 'Win https evil example x'],
		["Zoë O'Neil-Łuk Jr.", "Zoë O'Neil-Łuk Jr."],
		['12345', undefined],
	] as const;
	for (const [index, [Name, name]] of names.entries()) {
		const Email = `visitor-${index}@example.com`;
		await fillIn('Form to welcome email', { Name, Email });
		expect(store.findContact(Email)?.name).toBe(name);
	}
	expect(JSON.stringify(store.mails)).not.toMatch(/evil|http/);
});

describe('double opt-in', () => {
	const NAME = 'Double opt-in';
	const status = async (url: string, method = 'GET') =>
		(await axios.request({ url, method, proxy: false, validateStatus: () => true })).status;

	/** @returns the only link of the email to a visitor, once its page is there */
	const linkTo = async (address: string) => {
		const { store } = demo.get().sandbox;
		const isAsked = async () => store.mails.length === 1;
		await waitUntil(isAsked, { limitMs: 30_000, what: 'the visitor is asked' });
		expect(store.mails[0].to).toBe(address);
		const links = linksIn(store.mails[0].body);
		expect(links.map(({ label }) => label)).toEqual(['Confirm']);
		const [{ url }] = links;
		const isThere = async () => (await status(url)) === 200;
		await waitUntil(isThere, { limitMs: 30_000, what: 'the page is there' });
		return url;
	};

	test.each([
		['a stranger', undefined],
		['somebody who has left the list', []],
	])('%s is subscribed by the button, and not by a scanner', async (_, subscribedToLists) => {
		const { store } = demo.get().sandbox;
		if (subscribedToLists) store.addContact({ ...ada, subscribedToLists });
		const finished = await nextExecution(NAME);
		await fillIn(NAME, { Email: ada.email });
		const url = await linkTo(ada.email);
		for (const method of ['GET', 'HEAD', 'GET']) expect(await status(url, method)).toBe(200);
		expect(requests().map(([request]) => request)).toEqual(['POST /email/transactional']);

		expect(await status(url, 'POST')).toBe(200);
		expect(await finished()).toMatchObject({ status: 'success' });
		expect([...store.contacts.values()]).toMatchObject([
			{ email: ada.email, subscribedToLists: ['important', 'newsletter'] },
		]);
	});
});

describe('scheduled newsletter', () => {
	const NAME = 'Scheduled newsletter';
	const TRIGGER = 'Every Sunday evening';

	const nextMorningInBerlin = () => {
		const now = DateTime.now().setZone('Europe/Berlin');
		const morning = now.set({ hour: 8, minute: 0, second: 0, millisecond: 0 });
		return (morning > now ? morning : morning.plus({ days: 1 })).toUTC().toISO();
	};

	test('all new stories go out once, in one email to the list, the next morning', async () => {
		const { store } = demo.get().sandbox;
		store.addContact({ ...ada, subscribedToLists: ['newsletter'] });
		store.addContact(grace);
		await fillIn(NAME, {
			Title: 'We have moved',
			Text: 'To **Example Street**.',
			Link: 'example.com/moved',
		});
		await fillIn(NAME, { Title: 'Open on Saturdays', Text: 'From 10 to 4.', Link: '' });

		await sendInManualExecutions(NAME, 'newsletter');
		const before = nextMorningInBerlin();
		expect(await execute(NAME, TRIGGER)).toMatchObject({ status: 'success' });
		const after = nextMorningInBerlin();
		expect(await execute(NAME, TRIGGER)).toMatchObject({ status: 'success' });

		const body = [
			'Hello Ada,',
			'here is what is new:',
			'## We have moved',
			'To **Example Street**.',
			'[Read more](https://example.com/moved)',
			'---',
			'## Open on Saturdays',
			'From 10 to 4.',
			'---',
			'Until next week!',
		].join('\n\n');
		expect(store.mails).toMatchObject([{ to: ada.email, subject: 'Our news of the week', body }]);
		expect([before, after]).toContain(store.mails[0].sendAt);
		expect(requests()).toHaveLength(1);
	});
});

describe('newsletter with approval', () => {
	const NAME = 'Newsletter with approval';
	const DRAFT = 'We have **moved**, {{firstName}}.';
	const EDITED = 'We have **moved** to Example Street, {{firstName}}.';

	const open = async (url: string) =>
		await axios.get(url, { proxy: false, validateStatus: () => true });

	/** Writes the newsletter, and replies as the approver. */
	const write = async (approved: boolean, text: string) => {
		const { store } = demo.get().sandbox;
		store.addContact({ ...ada, subscribedToLists: ['newsletter'] });
		store.addContact({ ...grace, subscribedToLists: ['newsletter'] });
		const finished = await nextExecution(NAME);
		await fillIn(NAME, {
			...{ Subject: 'News for {{firstName}}', Text: DRAFT },
			...{ 'Your address': ada.email },
		});
		const isAsked = async () => store.mails.length === 2;
		await waitUntil(isAsked, { limitMs: 30_000, what: 'the approver is asked' });
		const links = linksIn(store.mails[1].body);
		expect(links.map(({ label }) => label)).toEqual(['Respond']);
		const [{ url }] = links;
		// The email may be read before n8n has saved that the execution waits.
		const isThere = async () => (await open(url)).status === 200;
		await waitUntil(isThere, { limitMs: 30_000, what: 'the page is there' });
		const { data: page } = await open(url);
		expect(page).toContain(`>\n${DRAFT}</textarea>`);
		expect(page).toMatch(/value="true"[^>]*>Send it to the list<.*value="false"/s);
		const reply = new URLSearchParams({ approved: String(approved), text });
		await axios.post(url, reply, { proxy: false });
		await finished();
	};

	const emails = () => demo.get().sandbox.store.mails.map(({ to, subject }) => [to, subject]);

	const ASKED = [
		[ada.email, 'News for Ada'],
		[grace.email, 'Send it? News for {{firstName}}'],
	];

	test('the list gets what the approver edited; its writer gets the draft as a test', async () => {
		await write(true, EDITED);
		expect(emails()).toEqual([
			...ASKED,
			[ada.email, 'News for Ada'],
			[grace.email, 'News for Grace'],
			[ada.email, 'Sent: News for {{firstName}}'],
		]);
		const [[, test], , [, real]] = requests();
		expect(test).toEqual({ ...real, body: DRAFT, contactEmail: ada.email });
		expect(real).toMatchObject({ body: EDITED, list: 'newsletter' });
	});

	test.each([
		['a reason', 'Too <early>'],
		['no reason', DRAFT],
	])(
		'a decline with %s sends nothing to the list, and its writer gets the text back',
		async (_, reason) => {
			await write(false, reason);
			expect(emails()).toEqual([...ASKED, [ada.email, 'Not sent: News for {{firstName}}']]);
			const wrote = reason === DRAFT ? [] : ['The approver wrote:', reason];
			expect(demo.get().sandbox.store.mails.at(-1)?.body.split('\n\n')).toEqual([
				...['It was declined. The list got nothing.', ...wrote],
				...['Your text, for another try:', DRAFT],
			]);
		},
	);

	test('if the list cannot be mailed, its writer gets the edited text back with the reason', async () => {
		demo.get().sandbox.faults.add({ endpoint: 'POST /email/list', status: 400 });
		await write(true, EDITED);
		expect(emails()).toEqual([...ASKED, [ada.email, 'Not sent: News for {{firstName}}']]);
		const body = demo.get().sandbox.store.mails.at(-1)?.body;
		expect(body).toMatch(/\(status 400\)/);
		expect(body).toContain(`for another try:\n\n${EDITED}`);
	});
});

test('import from a spreadsheet: good rows of the example are saved, and bad ones reported with the reason', async () => {
	const { store } = demo.get().sandbox;
	const rows = await readFile(join(repositoryFolder, 'examples', 'contacts.csv'));
	const Spreadsheet = new File([rows], 'contacts.csv', { type: 'text/csv' });
	const answer = await fillIn('Import from a spreadsheet', { Spreadsheet });
	const { title, message } = await formEnding(answer);

	const [[request, { contacts }]] = requests() as Array<[string, { contacts: object[] }]>;
	expect(request).toBe('POST /contacts/create_many');
	expect(contacts[0]).toEqual({
		...{ ...ada, updateIfExists: true, ignoreListSubscriptionsWhenUpdating: true },
		customProperties: { company: 'Example Ltd', plan: 'pro', seats: 5 },
		subscribedToLists: ['newsletter', 'product-updates'],
	});
	expect(contacts).toHaveLength(4);
	const stored = [...store.contacts.values()].map(({ email }) => email);
	expect(stored).toEqual([ada.email, grace.email, 'ben@example.com']);
	expect(title).toBe('Contacts saved: 3');
	expect(message.split('\n\n')).toEqual([
		'Not saved:',
		expect.stringMatching(/^Row 4: .*isn't an email address: "not-an-address"/),
		expect.stringMatching(
			/^Row 6: Custom property "seats" must be a number.*\nRow 6 has .*, seats: "many"\.?$/,
		),
		'To skip a column, add its name to Columns to Ignore in the node Create or update the contacts.',
	]);
});

test('import from a spreadsheet: the report names all unknown columns at once, with values and the number to write', async () => {
	const rows = ['Email;Colour;Size;Budget;seats', 'ada@example.com;red;XL;9,50;"1.250,50"'];
	const more = ['grace@example.com;blue;M;8;2', 'ben@example.com;;;;3'];
	const Spreadsheet = new File([[...rows, ...more].join('\n')], 'contacts.csv');
	const { title, message } = await formEnding(
		await fillIn('Import from a spreadsheet', { Spreadsheet }),
	);

	expect(title).toBe('Contacts saved: 1');
	expect(message.split('\n\n')[1].split('\n')).toEqual([
		expect.stringMatching(/^Rows 2, 3: Custom property "Colour" is not defined .* included\.$/),
		'Row 2 has Colour: "red", Size: "XL", Budget: "9,50" (text; for a number, write 9.50), seats: "1.250,50" (text; for a number, write 1250.50).',
		'Row 3 has Colour: "blue", Size: "M", Budget: "8" (text), seats: 2.',
	]);
});

test('import from a spreadsheet: a column name may contain a dot', async () => {
	const Spreadsheet = new File(['Email,Tel. Nr\nada@example.com,123'], 'contacts.csv');
	await formEnding(await fillIn('Import from a spreadsheet', { Spreadsheet }));

	expect(requests()).toMatchObject([
		['POST /contacts/create_many', { contacts: [{ customProperties: { 'Tel. Nr': '123' } }] }],
	]);
});

test('import from a spreadsheet: a file without addresses is told so, with its columns', async () => {
	const Spreadsheet = new File(['Mail,Company\nada@example.com,Example'], 'contacts.csv');
	const answer = await fillIn('Import from a spreadsheet', { Spreadsheet });

	expect(await formEnding(answer)).toEqual({
		title: 'Nothing was imported',
		message: expect.stringMatching(
			/^No column contains the address\. Columns found: .*Mail.*\. Name the column Email\.$/,
		),
	});
	expect(requests()).toEqual([]);
});

test('bounce clean-up: bounced contacts are taken off all lists and reported, once', async () => {
	const NAME = 'Bounce clean-up';
	const TRIGGER = 'Earlier bounces';
	const gone = { email: 'gone@example.com', hardBouncedAt: '2026-05-03T10:00:00.000Z' };
	const { store } = demo.get().sandbox;
	store.addContact({ ...ada, subscribedToLists: ['newsletter'] });
	store.addContact({ ...gone, subscribedToLists: ['newsletter', 'product-updates'] });
	expect(await execute(NAME, TRIGGER)).toMatchObject({ status: 'success' });
	expect(await execute(NAME, TRIGGER)).toMatchObject({ status: 'success' });

	expect(store.findContact(gone.email)?.subscribedToLists).toEqual(['important']);
	expect(store.findContact(ada.email)?.subscribedToLists).toEqual(['important', 'newsletter']);
	expect(store.mails).toMatchObject([
		{
			to: 'you@example.com',
			subject: 'Bounced contacts: 1',
			body: 'These contacts bounced and were removed from all lists:\n\n- gone@example.com, bounced on 3 May 2026',
		},
	]);
});

test('bounce clean-up: a test event shows a made-up contact and changes nobody', async () => {
	const TRIGGER = 'On bounce';
	const gone = { email: 'gone@example.com', hardBouncedAt: '2026-05-03T10:00:00.000Z' };
	const { store } = demo.get().sandbox;
	store.addContact({ ...gone, subscribedToLists: ['newsletter'] });
	const test = await execute('Bounce clean-up', TRIGGER);

	expect(test.status).toBe('success');
	expect(nodeOutput(test, TRIGGER)).toMatchObject([
		{ sample: true, contact: { email: 'sample@example.com' } },
	]);
	expect(store.findContact(gone.email)?.subscribedToLists).toEqual(['important', 'newsletter']);
	expect(store.mails).toEqual([]);
});

test('unsubscribed or bounced: the CRM gets each contact with the list it left, and of no test event', async () => {
	const NAME = 'Unsubscribed or bounced: tell your CRM';
	const { store } = demo.get().sandbox;
	store.addContact({ email: 'gone@example.com', hardBouncedAt: '2026-05-03T10:00:00.000Z' });
	const test = await execute(NAME, 'On unsubscribe or bounce');
	expect(test.status).toBe('success');
	expect(nodeOutput(test, 'On unsubscribe or bounce')).toMatchObject([
		{ sample: true, contact: { email: 'sample@example.com' } },
		{ sample: true, contact: { email: 'sample@example.com' } },
	]);
	expect(nodeOutput(test, 'Your CRM')).toEqual([]);

	store.addContact({ ...ada, subscribedToLists: ['newsletter', 'product-updates'] });
	await lookAgain(NAME);
	store.addContact({ ...ada, subscribedToLists: ['product-updates'] });
	const finished = await nextExecution(NAME);
	await lookAgain(NAME);
	expect(nodeOutput(await finished(), 'Your CRM')).toEqual([
		{
			email: ada.email,
			reason: 'unsubscribed',
			list: 'newsletter',
			eventId: expect.stringMatching(/^[0-9a-f]{32}$/),
		},
	]);
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
		expect(store.mails).toMatchObject([{ to: ada.email }]);
		const [, link] = /\]\((.*?)\)/.exec(store.mails[0].body) ?? [];
		const portal = await axios.get(link, { proxy: false });
		expect(portal.data).toContain(ada.email);
	});

	// A browser accepts the second one.
	test.each(['stranger@example.com', 'ada@example'])(
		'%s, who is no contact, sees the same page and gets nothing',
		async (address) => {
			const { answer } = await ask(ada.email);
			demo.get().sandbox.reset();
			const stranger = await ask(address);
			expect(stranger).toMatchObject({ answer, execution: { status: 'success' } });
			expect(demo.get().sandbox.store.mails).toEqual([]);
		},
	);
});

test('announcement to a team: members are greeted by name, and one who has unsubscribed does not hold up the others', async () => {
	const { store } = demo.get().sandbox;
	store.addContact({ ...grace, subscribedToLists: [] });
	const values = { Subject: 'Maintenance on Saturday', Message: '{{firstName}}, save your work.' };
	const answer = await fillIn('Announcement to a team', values);
	const { title, message } = await formEnding(answer);

	expect([...store.contacts.values()]).toMatchObject([grace, ada]);
	expect(store.mails).toMatchObject([
		{
			...{ to: ada.email, list: 'product-updates', subject: values.Subject },
			body: expect.stringMatching(/^Hello Ada,\n\nAda, save your work\.\n\n/),
		},
	]);
	expect(title).toBe('Members reached: 1');
	expect(message).toMatch(/^Not reached:\n\ngrace@example\.com: .*not subscribed/);
});

test('assistant tool: finds and creates contacts and sends email with what the model fills in', async () => {
	const { sandbox, token, assistant = '' } = demo.get();
	const guess = connectMcp(assistant, 'a-guess');
	await expect(guess).rejects.toThrow('Authorization data is wrong');
	const { client, call, heard } = await connectMcp(assistant, token);

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
	expect(heard.join()).not.toContain(sandbox.apiKey);

	expect(sandbox.store.mails).toMatchObject([
		{ to: ada.email, subject: 'Hello', body: 'How **are** you?' },
	]);
});
