import type { IDataObject } from 'n8n-workflow';
import type { NodeInput } from '../../tools/n8n/N8nClient';
import { credentialFor } from '../../tools/n8n/saveSandboxCredential';
import type { Editor } from '../support/browser/Editor';
import { eventually } from '../support/browser/eventually';
import { useEditor } from '../support/browser/useEditor';
import { isMailroom } from '../support/browser/workflowOf';

// The steps of docs/guides, done as written.

const { demo, newPage, openEditor } = useEditor();

const BODY =
	'Hi {{ firstName | default: "there" }},\n\nhere is **our news** of this month. [Read more](https://example.com)';
const CREDENTIAL = 'Account of the guides';
const ada = { email: 'ada@example.com', name: 'Ada Example', subscribedToLists: ['newsletter'] };
const nameless = { email: 'nameless@example.com', subscribedToLists: ['newsletter'] };

beforeAll(async () => {
	const { client, sandbox } = demo();
	await client.createCredential({ ...credentialFor(sandbox), name: CREDENTIAL });
});

beforeEach(() => {
	for (const contact of [ada, nameless]) demo().sandbox.store.addContact(contact);
});

const mails = () => demo().sandbox.store.mails.map(({ to, subject }) => `${to}: ${subject}`);

/** Creates a workflow and adds **Trigger manually**. */
async function createWorkflow() {
	const editor = await openEditor();
	await editor.startWorkflow();
	const found = await editor.searchNodes('Trigger manually');
	await found.getByText('Trigger manually').click();
	return editor;
}

/** Adds **Mailroom** with an action after the last node, and chooses the credential. */
async function addMailroom({ page, ...editor }: Editor, action: string) {
	await page.getByTestId('canvas-handle-plus').last().click();
	const name = page.getByTestId('node-creator-item-name');
	await page.getByTestId('node-creator-search-bar').fill('Mailroom');
	await name.getByText('Mailroom', { exact: true }).click();
	await name.getByText(action, { exact: true }).click();
	await editor.form.waitFor();
	await page.getByTestId('node-credentials-select').click();
	await page.getByText(CREDENTIAL).last().click();
}

async function addOption({ form, page }: Editor, name: string) {
	await form.getByPlaceholder('Add Option').filter({ visible: true }).first().click();
	await page.getByText(name, { exact: true }).last().click();
}

/** Executes the node once n8n has saved a field or option, which takes a moment. */
async function execute(editor: Editor, field: string, value: unknown) {
	const [, id] = /\/workflow\/([^?/]+)/.exec(editor.page.url()) ?? [];
	await eventually(async () => {
		const path = `/workflows/${id}`;
		const { nodes } = await demo().client.request<{ nodes: NodeInput[] }>('GET', path);
		const parameters = nodes.find(isMailroom)?.parameters as IDataObject;
		const fields: IDataObject = { ...parameters, ...(parameters.options as IDataObject) };
		expect(fields[field]).toBe(value);
	});
	await editor.execute();
}

test('first newsletter: a test, a refusal, the newsletter, and no second one', async () => {
	const editor = await createWorkflow();
	await addMailroom(editor, 'Send newsletter to list');
	await editor.field('list').click();
	await editor.page.getByTestId('rlc-item').getByText('Newsletter').click();
	await editor.type('testRecipient', ada.email);
	await editor.type('subject', 'News for {{ firstName | default: "you" }}');
	await editor.type('body', BODY);
	await execute(editor, 'body', BODY);
	await editor.output.getByText('the email went to the test recipient only').waitFor();
	expect(mails()).toEqual(['ada@example.com: News for Ada']);

	await editor.text('testRecipient').fill('');
	await execute(editor, 'testRecipient', undefined);
	await eventually(async () =>
		expect(await editor.error.innerText()).toContain('"Test Recipient" is empty'),
	);
	expect(mails()).toHaveLength(1);

	await addOption(editor, 'Send Once Key');
	await editor.type('sendOnceKey', 'first newsletter');
	await addOption(editor, 'Send in Manual Executions');
	await editor.field('sendInManualExecutions').click();
	await execute(editor, 'sendInManualExecutions', true);
	await editor.output.getByText("It can't be taken back").waitFor();
	const sent = ['ada@example.com: News for Ada', 'nameless@example.com: News for you'];
	expect(mails().slice(1).sort()).toEqual(sent);

	await editor.execute();
	await editor.output.getByText('alreadySent').waitFor();
	expect(mails()).toHaveLength(3);

	const inbox = await newPage();
	await inbox.goto(demo().sandbox.origin);
	await inbox.getByRole('link', { name: 'News for you' }).click();
	await inbox.frameLocator('iframe').getByText('Hi there,').waitFor();
});

test('personalize: a misspelled tag sends nothing, and the error suggests the right one', async () => {
	const editor = await createWorkflow();
	await addMailroom(editor, 'Send newsletter to list');
	await editor.field('list').click();
	await editor.page.getByTestId('rlc-item').getByText('Newsletter').click();
	await editor.type('testRecipient', ada.email);
	await editor.type('subject', 'News');
	await editor.type('body', 'Hi {{fristName}}');
	await execute(editor, 'body', 'Hi {{fristName}}');
	await eventually(async () => expect(await editor.error.innerText()).toContain('{{firstName}}'));
	expect(mails()).toEqual([]);

	await editor.text('body').fill('Hi {{firstName}}');
	await execute(editor, 'body', 'Hi {{firstName}}');
	await editor.output.getByText('1 item').waitFor();
	expect(demo().sandbox.store.mails).toMatchObject([{ body: 'Hi Ada' }]);
});

test('never twice: the same Send Once Key sends once, another one sends again', async () => {
	const editor = await createWorkflow();
	await addMailroom(editor, 'Send email to any address');
	await editor.type('to', ada.email);
	await editor.type('subject', 'Receipt');
	await editor.type('body', 'Thank you');
	await addOption(editor, 'Send Once Key');
	await editor.type('sendOnceKey', 'receipt 1815');
	await execute(editor, 'sendOnceKey', 'receipt 1815');
	await editor.output.getByText('1 item').waitFor();
	expect(mails()).toHaveLength(1);
	await editor.execute();
	await editor.output.getByText('alreadySent').waitFor();
	expect(mails()).toHaveLength(1);

	await editor.text('sendOnceKey').fill('receipt 1816');
	await execute(editor, 'sendOnceKey', 'receipt 1816');
	await eventually(async () => expect(mails()).toHaveLength(2));
});

test('approval: the customer gets an email after Approve, and none after Decline', async () => {
	const colleague = 'grace@example.com';
	const editor = await createWorkflow();
	await addMailroom(editor, 'Ask by email and wait');
	await editor.type('to', colleague);
	await editor.type('subject', 'Refund order 1815?');
	await editor.type('message', 'The parcel was lost.');
	await editor.closeNode();
	await addMailroom(editor, 'Send email to any address');
	await editor.type('to', ada.email);
	await editor.type('subject', 'Your refund');
	await editor.type('body', 'Your refund');
	await editor.closeNode();

	for (const [choice, emails] of [
		['Approve', ['grace', 'ada']],
		['Decline', ['grace']],
	] as const) {
		demo().sandbox.store.mails.length = 0;
		await editor.page.getByTestId('execute-workflow-button').first().click();
		await eventually(async () => expect(mails()).toHaveLength(1));
		const inbox = await newPage();
		await inbox.goto(demo().sandbox.origin);
		const opened = inbox.context().waitForEvent('page');
		await inbox.frameLocator('iframe').getByRole('link', { name: choice }).click();
		const question = await opened;
		await question.getByRole('button', { name: choice }).click();
		await question.getByText('Your response is recorded').first().waitFor();
		await editor.page.getByText('Workflow executed successfully').first().waitFor();
		expect(mails().map((mail) => mail.split('@')[0])).toEqual(emails);
	}
});
