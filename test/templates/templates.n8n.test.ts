import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import axios from 'axios';
import { DateTime } from 'luxon';
import { repositoryFolder } from '../../tools/folders';
import { waitUntil } from '../../tools/process/waitUntil';
import { linksIn } from '../support/linksIn';
import { connectMcp } from './connectMcp';
import { excelFile } from './excelFile';
import { formEnding, importReport } from './formEnding';
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
		'Approval with a reminder and a deputy': 401,
		'Double opt-in': 200,
		'Form to welcome email': 200,
		'Import from a spreadsheet': 401,
		'Manage subscriptions': 200,
		'Newsletter with approval': 401,
		'Scheduled newsletter': 401,
		'Two approvals in a row': 401,
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
	for (const { subject, body, html } of store.mails) {
		expect(`${subject} ${body}`).not.toMatch(/evil|http/);
		// The service adds one by which its recipient leaves the list.
		expect(html.match(/https?:/g)).toHaveLength(1);
		expect(html).not.toContain('evil');
	}
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

describe('import from a spreadsheet', () => {
	const NAME = 'Import from a spreadsheet';
	const IGNORE =
		' To skip a column, add its name to Columns to Ignore in the node Create or update the contacts.';

	async function upload(Spreadsheet: File) {
		return await importReport(await fillIn(NAME, { Spreadsheet }));
	}

	const csvOf = (...rows: string[]) => new File([rows.join('\n')], 'contacts.csv');

	const sent = () =>
		requests()
			.filter(([request]) => request === 'POST /contacts/create_many')
			.flatMap(([, { contacts }]) => contacts as object[]);

	test('good rows of the example are saved, and the others listed by row with the reason', async () => {
		const { store } = demo.get().sandbox;
		const rows = await readFile(join(repositoryFolder, 'examples', 'contacts.csv'));
		const report = await upload(new File([rows], 'contacts.csv', { type: 'text/csv' }));

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
		expect(report).toMatchObject({ title: 'Contacts saved: 3', failed: 'Rows not saved: 2' });
		expect(report.rows).toEqual([
			['4', 'not-an-address', expect.stringMatching(/isn't an email address: "not-an-address"/)],
			[
				...['6', 'kim@example.com'],
				expect.stringMatching(
					/^Custom property "seats" must be a number.*\nThis row has .*, seats: "many"\.?$/,
				),
			],
		]);
		expect(report.texts).toEqual([expect.stringContaining(IGNORE)]);
	});

	test('an Excel file: cells of each type are sent, and rows have the numbers that Excel shows', async () => {
		const report = await upload(
			await excelFile('Contacts.XLSX', [
				['E-Mail', 'Name', 'User ID', 'Company', 'PLAN', ' Seats '],
				[ada.email, ada.name, 1815, true, 2026, 5.5],
				[],
				['wrong', 'Grace', null, null, null, null],
				['kim@example.com', 'Kim Example', null, 'Sample Inc', 'pro', '1.200'],
				['lee@example.com', 12, '', '', '', '7'],
			]),
		);

		expect(sent().slice(0, 3)).toMatchObject([
			{
				...{ ...ada, userId: '1815' },
				customProperties: { company: 'true', plan: '2026', seats: 5.5 },
			},
			{ customProperties: { company: 'Sample Inc', plan: 'pro', seats: '1.200' } },
			{ email: 'lee@example.com', name: '12', customProperties: { seats: 7 } },
		]);
		expect(report.title).toBe('Contacts saved: 2');
		expect(report.rows.map(([row, address]) => [row, address])).toEqual([
			['4', 'wrong'],
			['5', 'kim@example.com'],
		]);
	});

	test('dates of an Excel file are sent as dates, and text stays as it is', async () => {
		// Excel stores the first of December 2026 as a number of days.
		const days = [46_357, 46_357 + 9.5 / 24, '1.12.2026'];
		const rows = days.map((day, index) => [`c${index}@example.com`, day]);
		await upload(await excelFile('contacts.xlsx', [['Email', 'Signedup'], ...rows]));

		expect(sent().slice(0, 3)).toMatchObject([
			{ customProperties: { signedUp: '2026-12-01' } },
			{ customProperties: { signedUp: '2026-12-01T09:30' } },
			{ customProperties: { signedUp: '2026-12-01' } },
		]);
	});

	test('dates are saved in one form, and one that can be read in two ways is a reason', async () => {
		const dates = [
			...['2026-12-01', '2026/1/5', '30.11.1992', '2026-12-01T09:30', ''],
			...['1/12/2026', '30.11.92', '31.2.2026', 'soon'],
		];
		const rows = dates.map((date, index) => `c${index}@example.com,${date}`);
		demo.get().sandbox.store.defineProperty('signedUp', 'string');
		const report = await upload(csvOf('Email,signedup', ...rows));
		expect(report.title).toBe('Contacts saved: 5');
		expect(sent().slice(0, 5)).toMatchObject([
			{ customProperties: { signedUp: '2026-12-01' } },
			{ customProperties: { signedUp: '2026-01-05' } },
			{ customProperties: { signedUp: '1992-11-30' } },
			{ customProperties: { signedUp: '2026-12-01T09:30' } },
			{ email: 'c4@example.com' },
		]);
		expect(report.rows.map(([row, , reason]) => [row, reason])).toEqual(
			dates
				.slice(5)
				.map((date, index) => [
					`${index + 7}`,
					`No date: "${date}" in signedup. Write it like 2026-12-01.`,
				]),
		);
	});

	test('a number in a column that is not under numbers: the report says where it belongs, and an equal reason once', async () => {
		demo.get().sandbox.store.defineProperty('Spent', 'number');
		const rows = Array.from({ length: 8 }, (_, index) => `c${index}@example.com,${index}.50`);
		const report = await upload(csvOf('Email,Spent', ...rows));
		expect(report).toMatchObject({ title: 'Contacts saved: 0', failed: 'Rows not saved: 8' });
		expect(report.rows).toEqual([
			[
				'2, 3, 4, 5, 6 and 3 more',
				`${[0, 1, 2, 3, 4].map((index) => `c${index}@example.com`).join(', ')} and 3 more`,
				expect.stringMatching(
					/^Custom property "Spent" must be a number.*\nRow 2 has Spent: "0.50" \(text\)\.$/,
				),
			],
		]);
		expect(report.texts).toContain(
			'If these columns are numbers in the dashboard, add them to numbers in the node Settings: Spent.',
		);
	});

	test('an unknown column is told apart from those that the service has', async () => {
		const { store } = demo.get().sandbox;
		store.addContact({ ...ada, customProperties: { plan: 'pro', seats: 3 } });
		const report = await upload(csvOf('Email,Se-ats', 'kim@example.com,5'));
		expect(report.texts.slice(1)).toEqual([
			expect.stringMatching(
				/^Custom properties must be defined .* The service's first contacts have plan, seats\. Write seats instead of Se-ats\. To skip a column, /,
			),
		]);
	});

	test('an older Excel file is read as well, and a broken one is told so', async () => {
		const rows = [
			['Email', 'seats'],
			[ada.email, 3],
		];
		expect(await upload(await excelFile('contacts.xls', rows))).toMatchObject({
			...{ title: 'Contacts saved: 1', texts: ['All rows were saved.'], rows: [] },
		});
		expect(sent()).toMatchObject([{ customProperties: { seats: 3 } }]);
		demo.get().sandbox.reset();
		expect(await upload(new File(['PK\x03\x04 broken'], 'contacts.xlsx'))).toMatchObject({
			title: 'Nothing was imported',
			texts: ['The Excel file could not be read. Save it again as .xlsx, without a password.'],
		});
		expect(requests()).toEqual([]);
	});

	test('the report names all unknown columns at once, with values and the number to write', async () => {
		const rows = ['Email;Colour;Size;Budget;seats', 'ada@example.com;red;XL;9,50;"1.250,50"'];
		const more = ['grace@example.com;blue;M;8;2', 'ben@example.com;;;;3'];
		const report = await upload(csvOf(...rows, ...more));

		expect(report.title).toBe('Contacts saved: 1');
		expect(report.rows.map(([row, , reason]) => [row, ...reason.split('\n')])).toEqual([
			[
				...['2', expect.stringMatching(/^Custom property "Colour" is not defined /)],
				'This row has Colour: "red", Size: "XL", Budget: "9,50" (text; for a number, write 9.50), seats: "1.250,50" (text; for a number, write 1250.50).',
			],
			[
				...['3', expect.stringMatching(/^Custom property "Colour" is not defined /)],
				'This row has Colour: "blue", Size: "M", Budget: "8" (text), seats: 2.',
			],
		]);
		expect(report.texts).toEqual([
			// Not "seats", which is there.
			'If these columns are numbers in the dashboard, add them to numbers in the node Settings: Budget.',
			expect.stringMatching(/^Custom properties must be defined /),
		]);
	});

	test('HTML in a cell is shown as text', async () => {
		const cell = '<img src=x onerror=alert(1)>&"';
		const report = await upload(
			await excelFile('contacts.xlsx', [
				['Email', 'Colour'],
				[cell, 'red'],
				[ada.email, cell],
			]),
		);
		const [[, address], [, , reason]] = report.rows;
		expect(address).toBe(cell);
		expect(reason).toContain('img src=x');
		const own = ['h1', 'table', 'caption', 'thead', 'tr', 'th', 'tbody', 'td', 'small', 'p'];
		expect(own.map((tag) => `<${tag}>`)).toEqual(expect.arrayContaining(report.tags));
	});

	test('of many failed rows, 50 are listed and the others counted', async () => {
		const wrong = Array.from({ length: 120 }, (_, index) => `wrong-${index}`);
		const report = await upload(csvOf('Email', ada.email, ...wrong));
		expect(report).toMatchObject({ title: 'Contacts saved: 1', failed: 'Rows not saved: 120' });
		expect(report.rows.map(([row]) => Number(row))).toEqual(
			Array.from({ length: 50 }, (_, index) => index + 3),
		);
		expect(report.texts).toEqual([expect.stringMatching(/^More rows not saved: 70\. /)]);
	});

	test('rows that were not tried are counted apart, with the reason', async () => {
		const rows = Array.from({ length: 120 }, (_, index) => `c${index}@example.com,red`);
		const report = await upload(csvOf('Email,Colour', ...rows));
		// One more may be under way when the twentieth is rejected.
		expect(report.title).toBe('Contacts saved: 0');
		expect(report.failed).toMatch(/^Rows not saved: 2[0-2]$/);
		expect(report.rows.map(([row]) => row)).toEqual([
			expect.stringMatching(/^2, .* and 1[5-7] more$/),
		]);
		expect(report.texts[0]).toMatch(
			/^Rows not tried: (100|9[89])\. The last 20 contacts that were tried alone were all rejected: .*Colour/,
		);
	});

	test('a column name may contain a dot', async () => {
		await upload(csvOf('Email,Tel. Nr', 'ada@example.com,123'));
		expect(sent()).toMatchObject([{ customProperties: { 'Tel. Nr': '123' } }]);
	});

	test('a file without addresses is told so, with its columns', async () => {
		expect(await upload(csvOf('Mail,Company', 'ada@example.com,Example'))).toMatchObject({
			title: 'Nothing was imported',
			texts: [
				'No column contains the address. Columns found: "Mail", "company". In the first row, name the column with the addresses Email.',
			],
		});
		expect(requests()).toEqual([]);
	});
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
