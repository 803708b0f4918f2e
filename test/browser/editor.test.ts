import { alias as ALIASES } from '../../nodes/Mailroom/Mailroom.node.json';
import { Editor } from './Editor';
import { eventually } from './eventually';
import { useEditor } from './useEditor';
import type { Sandbox } from '../../sandbox/startSandbox';

const WRONG_KEY = 'a-key-that-the-service-does-not-know';
const ICONS = [
	{ colorScheme: 'light', file: /\/mailroom\.svg$/ },
	{ colorScheme: 'dark', file: /\/mailroom\.dark\.svg$/ },
] as const;
const NEWSLETTER = { __rl: true, mode: 'name', value: 'newsletter' };

/** @param firstNames of contacts who get the newsletter */
function addContacts({ store }: Sandbox, firstNames: string[]) {
	for (const name of firstNames) {
		const email = `${name.toLowerCase()}@example.com`;
		store.addContact({ email, name: `${name} Example`, subscribedToLists: ['newsletter'] });
	}
}

const { demo, keep, newPage, openEditor, openWorkflow } = useEditor();

test('the login of the demo opens the editor', async () => {
	const editor = new Editor(await newPage(), demo().n8n.url);
	await editor.signIn(demo().login);
	await editor.page.getByTestId('resources-list-search').waitFor();
});

describe('node creator', () => {
	test('finds the node by its name and by what it is for, and adds the action that is picked', async () => {
		const editor = await openEditor();
		await editor.startWorkflow();
		for (const text of ['Mailr', ...ALIASES]) {
			const found = await editor.searchNodes(text);
			await found.getByText('Mailroom', { exact: true }).waitFor();
		}
		await keep(editor.page, 'node creator');

		await editor.page.getByTestId('node-creator-item-name').getByText('Mailroom').click();
		// Of a first node n8n shows what starts a workflow, and the rest on demand.
		await editor.page.getByTestId('node-creator-category-item').getByText('Actions').click();
		await editor.page
			.getByTestId('node-creator-item-name')
			.getByText('Send email to contacts')
			.click();

		await editor.form.waitFor();
		await eventually(async () => {
			expect(await editor.chosen('resource')).toBe('Email');
			expect(await editor.chosen('operation')).toBe('Send to Contacts');
		});
	});
});

describe('credential', () => {
	test('is made in the dialog, which refuses a wrong key in words and connects with the right one', async () => {
		const { sandbox } = demo();
		const { editor } = await openWorkflow({ parameters: {} });
		const dialog = editor.credentialDialog;
		await editor.openNode('Mailroom');
		await editor.createCredential();
		await editor.enterCredential({ baseUrl: sandbox.url, apiKey: WRONG_KEY });

		await dialog.getByText('More details').click();
		await dialog.getByText('The service does not accept this API key.').waitFor();
		expect(await editor.shows(WRONG_KEY)).toBe(false);
		expect(sandbox.journal.map(({ path, status }) => ({ path, status }))).toContainEqual({
			path: '/lists',
			status: 401,
		});
		await keep(editor.page, 'credential refused');

		await editor.enterCredential({ apiKey: sandbox.apiKey });
		// n8n closes the dialog when the test has passed.
		await dialog.waitFor({ state: 'hidden' });
		expect(sandbox.journal.at(-1)).toMatchObject({
			method: 'GET',
			path: '/lists',
			query: { page: '1', per: '1' },
			status: 200,
		});

		await editor.page.getByTestId('credential-edit-button').click();
		await dialog.getByText('Connection tested successfully').waitFor();
		expect(await editor.shows(sandbox.apiKey)).toBe(false);
		await keep(editor.page, 'credential connected');
	});
});

describe('list', () => {
	test('is searched by its title in a drop-down, and sent by its name', async () => {
		const { sandbox } = demo();
		sandbox.store.addContacts(3, { subscribedToLists: ['product-updates'] });
		const { editor, savedParameters } = await openWorkflow({
			parameters: { resource: 'email', operation: 'sendToList', subject: 'News', body: 'The news' },
		});
		await editor.openNode('Mailroom');
		await editor.field('list').getByTestId('rlc-input').click();
		const entries = editor.page.getByTestId('rlc-item');
		// n8n saves the name of the chosen entry, so it says of which day its number is.
		const day = /(?<= on )\d{1,2} [A-Z][a-z]{2}(?=\)$)/;
		const names = async () => {
			const texts = await entries.allInnerTexts();
			return texts.map((text) => text.replace(day, 'today'));
		};
		await eventually(async () =>
			expect(await names()).toEqual([
				'Important (3 subscribers on today)',
				'Newsletter (0 subscribers on today)',
				'Product updates (3 subscribers on today)',
			]),
		);
		await keep(editor.page, 'lists to choose from');
		await editor.page.keyboard.type('upd');
		await eventually(async () =>
			expect(await names()).toEqual(['Product updates (3 subscribers on today)']),
		);
		await keep(editor.page, 'list searched');
		const chosen = await entries.innerText();
		await entries.click();
		await eventually(async () =>
			expect(await savedParameters()).toMatchObject({
				list: { mode: 'list', value: 'product-updates', cachedResultName: chosen },
			}),
		);
		await keep(editor.page, 'list chosen');
		await editor.execute();

		await editor.output.getByText('product-updates').waitFor();
		expect(sandbox.store.mails).toHaveLength(3);
		expect(sandbox.journal.at(-1)).toMatchObject({
			path: '/email/list',
			body: { list: 'product-updates', subject: 'News', body: 'The news' },
		});
	});
});

describe('personalization tag', () => {
	type Enter = (editor: Editor, field: string, text: string) => Promise<void>;

	const ways: Array<{
		way: string;
		subject: string;
		body: string;
		enter: Enter;
		isExpression: boolean;
	}> = [
		{
			way: 'typed without blanks, which n8n takes as text',
			subject: 'Welcome, {{firstName}}!',
			body: 'Dear {{firstName}}, your plan is **Pro**.',
			enter: (editor, field, text) => editor.type(field, text),
			isExpression: false,
		},
		{
			way: 'typed with blanks, which turns the field into an expression',
			subject: 'Welcome, {{ firstName }}!',
			body: 'Dear {{ firstName }}, your plan is **Pro**.',
			enter: async (editor, field, text) => {
				const [before, name, after] = text.split(/(?<=\{\{ )| \}\}/);
				await editor.type(field, before);
				// Then n8n has put the closing braces behind the cursor.
				await editor.field(field).locator('.cm-focused').getByText('}}').waitFor();
				await editor.page.keyboard.type(name);
				await editor.page.keyboard.press('End');
				await editor.page.keyboard.type(after);
			},
			isExpression: true,
		},
		{
			way: 'pasted beside an expression of n8n, which turns the field into one',
			subject: 'Welcome, {{firstName}}!',
			body: 'Dear {{firstName}}, your plan is **{{ $json.plan }}**.',
			enter: (editor, field, text) => editor.paste(field, text),
			isExpression: true,
		},
	];

	test.each(ways)('$way, is filled in for each contact', async (way) => {
		const { sandbox } = demo();
		addContacts(sandbox, ['Ada', 'Grace']);
		const { editor, savedParameters } = await openWorkflow({
			items: [{ plan: 'Pro' }],
			parameters: { resource: 'email', operation: 'sendToList', list: NEWSLETTER },
		});
		await editor.openNode('Mailroom');
		await way.enter(editor, 'subject', way.subject);
		await way.enter(editor, 'body', way.body);
		const saved = (text: string) => (way.isExpression ? `=${text}` : text);
		await eventually(async () =>
			expect(await savedParameters()).toMatchObject({
				subject: saved(way.subject),
				body: saved(way.body),
			}),
		);
		await editor.execute();
		await editor.output.getByText('1 item').waitFor();

		const page = await newPage();
		await page.goto(sandbox.origin);
		await page.getByRole('link', { name: 'Welcome, Ada!' }).click();
		await page.frameLocator('iframe').getByText('Dear Ada, your plan is Pro.').waitFor();
		expect(sandbox.store.mails).toMatchObject([
			{ to: 'ada@example.com', subject: 'Welcome, Ada!' },
			{ to: 'grace@example.com', subject: 'Welcome, Grace!' },
		]);
		expect(sandbox.journal.filter(({ method }) => method === 'POST')).toMatchObject([
			{
				path: '/email/list',
				body: { subject: way.subject, body: way.body.replace('{{ $json.plan }}', 'Pro') },
			},
		]);
	});
});

describe('output', () => {
	test('of a newsletter from several items has a hint that says why it was sent once', async () => {
		const { sandbox } = demo();
		sandbox.store.addContacts(2, { subscribedToLists: ['newsletter'] });
		const { editor } = await openWorkflow({
			items: [{ story: 1 }, { story: 2 }, { story: 3 }],
			parameters: {
				resource: 'email',
				operation: 'sendToList',
				list: NEWSLETTER,
				subject: 'News',
				body: 'The news',
			},
		});
		await editor.openNode('Mailroom');
		await editor.execute();

		await editor.output.getByTestId('node-run-status-success').waitFor();
		expect(await editor.output.getByTestId('run-data-hints').innerText()).toContain(
			'3 items hold the same email for the same list, so it was sent once.',
		);
		expect(await editor.output.innerText()).toContain('1 item');
		expect(sandbox.journal.map(({ path }) => path)).toEqual(['/email/list']);
	});

	test('of an item that cannot be sent is an error that names the field, the item, and what was sent', async () => {
		const { editor } = await openWorkflow({
			items: [{ email: 'ada@example.com' }, { email: 'grace@example.com' }, { email: 'nobody' }],
			parameters: { resource: 'contact', operation: 'upsert', email: '={{ $json.email }}' },
		});
		await editor.openNode('Mailroom');
		await editor.execute();

		const error = '"Email" is not an email address: "nobody" (item 3 of 3) (items 1-3 not sent)';
		expect(await editor.error.innerText()).toBe(error);
		expect(await editor.errorDescription.innerText()).toContain(
			'Enter one address such as ada@example.com',
		);
		expect(await editor.notification.innerText()).toContain(error);
		expect(demo().sandbox.journal).toEqual([]);
	});

	test('of a refused key is an error that says what to check', async () => {
		const { sandbox } = demo();
		sandbox.keys.splice(0, Infinity, 'another key');
		const { editor } = await openWorkflow({
			parameters: { resource: 'mailingList', operation: 'getAll' },
		});
		await editor.openNode('Mailroom');
		await editor.execute();

		expect(await editor.error.innerText()).toMatch(
			/^The service refused the API key \(status 401\)/,
		);
		expect(await editor.errorDescription.innerText()).toBe('Check the API key of the credential.');
		expect(await editor.shows(sandbox.apiKey)).toBe(false);
	});
});

test('the icon is made for the light editor, and another for the dark one', async () => {
	const { editor } = await openWorkflow({});
	const icon = editor.node('Mailroom').locator('img');
	for (const { colorScheme, file } of ICONS) {
		await editor.page.emulateMedia({ colorScheme });
		await eventually(async () => {
			expect(await icon.getAttribute('src')).toMatch(file);
			expect(await icon.evaluate((image) => Reflect.get(image, 'naturalWidth'))).toBeGreaterThan(0);
		});
		await keep(editor.page, `icon ${colorScheme}`);
	}
});
