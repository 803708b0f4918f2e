import { alias as ALIASES } from '../../nodes/Mailroom/Mailroom.node.json';
import { Editor } from '../support/browser/Editor';
import { eventually } from '../support/browser/eventually';
import { useEditor } from '../support/browser/useEditor';
import type { Sandbox } from '../../sandbox/startSandbox';

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

test('the node creator finds the node by its name and by what it is for, and adds the action that is picked', async () => {
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

test('the canvas says what the node does', async () => {
	const { editor } = await openWorkflow({
		parameters: { resource: 'contact', operation: 'upsert' },
	});
	await editor.node('Mailroom').getByText('Create or update contact', { exact: true }).waitFor();
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
			parameters: {
				...{ resource: 'email', operation: 'sendToList', list: NEWSLETTER },
				options: { sendInManualExecutions: 'newsletter' },
			},
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

test('the output of an item that cannot be sent is an error that names the field, the item, and what was sent', async () => {
	const { editor } = await openWorkflow({
		items: [{ email: 'ada@example.com' }, { email: 'grace@example.com' }, { email: 'nobody' }],
		parameters: { resource: 'contact', operation: 'upsert', email: '={{ $json.email }}' },
	});
	await editor.openNode('Mailroom');
	await editor.execute();

	const error = '"Email" isn\'t an email address: "nobody" (item 3 of 3) (items 1-3 not saved)';
	expect(await editor.error.innerText()).toBe(error);
	expect(await editor.errorDescription.innerText()).toContain(
		'Enter an address such as ada@example.com',
	);
	expect(await editor.notification.innerText()).toContain(error);
	expect(demo().sandbox.journal).toEqual([]);
});
