import { join } from 'node:path';
import type { IDataObject } from 'n8n-workflow';
import type { Locator, Page } from 'playwright-core';
import { repositoryFolder } from '../../tools/folders';
import type { NodeInput, WorkflowInput } from '../../tools/n8n/N8nClient';
import { runInN8n } from '../../tools/n8n/runInN8n';
import { credentialFor } from '../../tools/n8n/saveSandboxCredential';
import type { Editor } from '../support/browser/Editor';
import { eventually } from '../support/browser/eventually';
import { useEditor } from '../support/browser/useEditor';
import { isMailroom } from '../support/browser/workflowOf';

// The steps of docs/guides, done as written.

const { demo, newPage, openEditor, openWorkflow } = useEditor();

const BODY =
	'Hi {{firstName}},\n\nhere is **our news** for this month. [Read more](https://example.com)';
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

/** Opens the node creator after the last node, and selects a node. */
async function addNode({ page }: Editor, node: string) {
	await page.getByTestId('canvas-handle-plus').last().click();
	const name = page.getByTestId('node-creator-item-name');
	await page.getByTestId('node-creator-search-bar').fill(node);
	await name.getByText(node, { exact: true }).click();
	return name;
}

/** Adds **Mailroom** with an action after the last node, and chooses the credential. */
async function addMailroom(editor: Editor, action: string) {
	const name = await addNode(editor, 'Mailroom');
	await name.getByText(action, { exact: true }).click();
	await editor.form.waitFor();
	await chooseCredential(editor, CREDENTIAL);
}

/** Leaves the field at the end, because its preview covers the next one. */
async function enterExpression(editor: Editor, field: string, expression: string) {
	await editor.paste(field, expression);
	await editor.page.locator(':focus').blur();
}

async function chooseCredential({ page }: Editor, credential: string) {
	await page.getByTestId('node-credentials-select').click();
	await page.getByText(credential, { exact: true }).last().click();
}

async function addOption(editor: Editor, name: string) {
	await addTo(editor, 'Add Option', name);
}

/** Adds a field of a collection, whose drop-down is named by its placeholder. */
async function addTo({ form, page }: Editor, placeholder: string, name: string) {
	await form.getByPlaceholder(placeholder).filter({ visible: true }).first().click();
	await page.getByText(name, { exact: true }).last().click();
}

async function choose(editor: Editor, field: string, choice: string) {
	const dropDown = await editor.openDropDown(field);
	await dropDown.getByText(choice, { exact: true }).click();
}

/** Executes the node once n8n has saved a field, an option or a setting, which takes a moment. */
async function execute(editor: Editor, field: string, value: unknown) {
	await savedAs(field, value, editor);
	await editor.execute();
}

async function savedAs(field: string, value: unknown, editor: Editor) {
	const [, id] = /\/workflow\/([^?/]+)/.exec(editor.page.url()) ?? [];
	await eventually(async () => {
		const path = `/workflows/${id}`;
		const { nodes } = await demo().client.request<{ nodes: NodeInput[] }>('GET', path);
		const { parameters, ...settings } = nodes.filter(isMailroom).at(-1) as {
			parameters: IDataObject;
		};
		const options = parameters.options as IDataObject;
		const fields: IDataObject = { ...settings, ...parameters, ...options };
		expect(fields[field]).toBe(value);
	});
}

test('first newsletter: a test, a refusal, the newsletter, and no second one', async () => {
	const editor = await createWorkflow();
	await addMailroom(editor, 'Send newsletter to list');
	await editor.field('list').click();
	await editor.page.getByTestId('rlc-item').getByText('Newsletter').click();
	await editor.type('testRecipient', ada.email);
	await editor.type('subject', 'News for {{firstName}}');
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
	await editor.type('sendInManualExecutions', 'newsletter');
	await execute(editor, 'sendInManualExecutions', 'newsletter');
	await editor.output.getByText("It can't be taken back").waitFor();
	const sent = ['ada@example.com: News for Ada', 'nameless@example.com: News for '];
	expect(mails().slice(1).sort()).toEqual(sent);

	await editor.execute();
	await editor.output.getByText('alreadySent').waitFor();
	expect(mails()).toHaveLength(3);

	const inbox = await newPage();
	await inbox.goto(demo().sandbox.origin);
	await inbox.getByRole('link', { name: 'News for Ada' }).first().click();
	await inbox.frameLocator('iframe').getByText('Hi Ada,').waitFor();
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

	const fallback = 'Hi {{ firstName | default: "there" }}';
	await editor.text('body').fill(fallback);
	await editor.text('testRecipient').fill(nameless.email);
	await execute(editor, 'testRecipient', nameless.email);
	await eventually(async () => expect(mails()).toHaveLength(2));
	expect(demo().sandbox.store.mails.at(-1)).toMatchObject({ body: 'Hi there' });
});

test('connect: the two values, and a test that reads one list and sends nothing', async () => {
	const { sandbox } = demo();
	const { page, credentialDialog: dialog, ...editor } = await openEditor();
	await page.goto(`${editor.url}/home/credentials`);
	await page.getByRole('button', { name: 'Create credential' }).first().click();
	await page.getByPlaceholder('Search for app...').fill('Mailroom API');
	await page.getByTestId('new-credential-type-select-option').getByText('Mailroom API').click();
	await page.getByRole('button', { name: 'Continue' }).click();
	const field = (name: string) => dialog.getByTestId(`parameter-input-${name}`).locator('input');
	await field('baseUrl').fill(sandbox.url);
	await field('apiKey').fill('wrong');
	await dialog.getByTestId('credential-save-button').click();
	await dialog.getByText('More details').click();
	await dialog.getByText("The service doesn't accept this API key.").waitFor();

	await field('apiKey').fill(sandbox.apiKey);
	const before = sandbox.journal.length;
	await dialog.getByTestId('credential-save-button').click();
	await dialog.getByText('Connection tested successfully').waitFor();
	const requests = sandbox.journal.slice(before);
	expect(requests.map(({ method, path }) => `${method} ${path}`)).toContain('GET /lists');
	expect(requests.every(({ method }) => method === 'GET')).toBe(true);
	expect(mails()).toEqual([]);
});

test('sign-up form: a visitor joins the list, and gets one welcome email with the name', async () => {
	const editor = await openEditor();
	const { page } = editor;
	await editor.startWorkflow();
	await page.getByTestId('node-creator-item-name').getByText('On form submission').click();
	await editor.type('formTitle', 'Join us');
	for (const label of ['Name', 'Email']) {
		await page.getByText('Add Form Element', { exact: true }).click();
		const elements = page.getByTestId('parameter-input-fieldLabel');
		await elements.last().locator('input, textarea').first().fill(label);
	}
	await page.getByTestId('parameter-input-fieldType').last().click();
	await page.locator('.el-select-dropdown').filter({ visible: true }).getByText('Email').click();
	await page.getByRole('button', { name: 'Add Attributes' }).last().click();
	await page.getByRole('menuitem', { name: 'Required Field' }).last().click();
	await page.getByTestId('parameter-input-requiredField').last().click();
	await editor.closeNode();

	await addMailroom(editor, 'Create or update contact');
	await enterExpression(editor, 'email', '{{ $json.Email }}');
	await addTo(editor, 'Add Contact Field', 'Name');
	await enterExpression(editor, 'name', '{{ $json.Name }}');
	await addTo(editor, 'Add Contact Field', 'Lists for New Contacts');
	const lists = await editor.openDropDown('subscribedToLists');
	await lists.getByText('Newsletter').first().click();
	await page.keyboard.press('Escape');
	await editor.closeNode();

	await addMailroom(editor, 'Send email to contacts');
	await editor.field('list').click();
	await page.getByTestId('rlc-item').getByText('Newsletter').click();
	await enterExpression(editor, 'contactEmails', '{{ $json.email }}');
	await editor.type('subject', 'Welcome!');
	await editor.type('body', 'Hello {{firstName}}, thank you for joining us.');
	await addOption(editor, 'Send Once Key');
	await editor.type('sendOnceKey', 'welcome');
	await savedAs('sendOnceKey', 'welcome', editor);
	await editor.closeNode();

	for (const emails of [1, 1]) {
		const opened = page.waitForEvent('popup');
		await page.getByTestId('execute-workflow-button').first().click();
		const form = await opened;
		await form.getByLabel('Name').fill('Kim Example');
		await form.getByLabel('Email').fill('kim@example.com');
		await form.getByRole('button', { name: 'Submit' }).click();
		await page.getByText('Workflow executed successfully').first().waitFor();
		await editor.closeNotifications({ comes: false });
		await form.close();
		expect(demo().sandbox.store.mails).toHaveLength(emails);
	}
	expect(demo().sandbox.store.mails).toMatchObject([
		{ to: 'kim@example.com', body: 'Hello Kim, thank you for joining us.' },
	]);
	expect(demo().sandbox.store.findContact('kim@example.com')).toMatchObject({
		name: 'Kim Example',
		subscribedToLists: expect.arrayContaining(['newsletter']),
	});
});

test('receipts: one for each order, none for an order without a number or with a wrong address', async () => {
	const editor = await openEditor();
	const { page } = editor;
	await editor.startWorkflow();
	await (await editor.searchNodes('Webhook')).getByText('Webhook', { exact: true }).click();
	await choose(editor, 'httpMethod', 'POST');
	await page.getByText('Production URL', { exact: true }).first().click();
	const url = await page.locator('.webhook-url').first().innerText();
	await editor.closeNode();
	await addMailroom(editor, 'Send email to any address');
	await enterExpression(editor, 'to', '{{ $json.body.email }}');
	await editor.type('subject', 'Your receipt');
	await enterExpression(editor, 'body', 'Thank you for order {{ $json.body.orderId }}.');
	await addOption(editor, 'Send Once Key');
	await enterExpression(editor, 'sendOnceKey', 'receipt {{ $json.body.orderId }}');
	await savedAs('sendOnceKey', '=receipt {{ $json.body.orderId }}', editor);
	await editor.closeNode();
	const [, id] = /\/workflow\/([^?/]+)/.exec(page.url()) ?? [];
	const { client, n8n } = demo();
	const workflow = (await client.workflows()).find((one) => one.id === id);
	if (!workflow) throw new Error('The workflow is not saved');
	await client.activate(workflow);

	const path = new URL(url.trim().replace(/^POST\s*/, '')).pathname;
	const call = async (order: object) => {
		const before = (await client.executions(id)).length;
		const body = JSON.stringify(order);
		const headers = { 'Content-Type': 'application/json' };
		await fetch(`${n8n.url}${path}`, { method: 'POST', headers, body });
		return await eventually(async () => {
			const [last, ...earlier] = await client.executions(id);
			expect(earlier).toHaveLength(before);
			expect(['success', 'error']).toContain(last.status);
			return last.status;
		});
	};
	expect(await call({ orderId: 1815, email: ada.email })).toBe('success');
	expect(await call({ orderId: 1815, email: ada.email })).toBe('success');
	expect(mails()).toEqual(['ada@example.com: Your receipt']);
	expect(await call({ email: ada.email })).toBe('error');
	expect(await call({ orderId: 1816, email: 'wrong' })).toBe('error');
	expect(mails()).toHaveLength(1);
	expect(await call({ orderId: 1816, email: ada.email })).toBe('success');
	expect(mails()).toHaveLength(2);
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

test('never twice: Retry with currently saved workflow goes on where the failed execution stopped', async () => {
	const { client, sandbox } = demo();
	sandbox.faults.add({ endpoint: '*', status: 400, skip: 2 });
	const items = ['ada', 'grace', 'ben'].map((name) => ({ email: `${name}@example.com` }));
	const parameters = {
		...{ resource: 'email', operation: 'sendTransactional', to: '={{ $json.email }}' },
		...{ subject: 'Receipt', body: 'Thank you' },
	};
	const { execution } = await runInN8n(demo(), { parameters, items });
	expect(execution.status).toBe('error');
	expect(mails()).toHaveLength(2);

	const editor = await openEditor();
	const { page } = editor;
	await editor.openExecution(execution);
	await page.getByTestId('retry-execution-button').click();
	const entry = (name: string) => page.getByText(`${name} (from node with error)`).last();
	await entry('Retry with original workflow').waitFor();
	await entry('Retry with currently saved workflow').click();
	await eventually(async () => expect(mails()).toHaveLength(3));
	const [, , third] = mails();
	expect(third).toBe('ben@example.com: Receipt');
	await eventually(async () => {
		const [retried] = await client.executions(execution.workflowId);
		expect(retried.status).toBe('success');
	});
});

test('never twice: an email in doubt fails until If in Doubt says what to do', async () => {
	const editor = await createWorkflow();
	await addMailroom(editor, 'Send email to any address');
	await editor.type('to', ada.email);
	await editor.type('subject', 'Receipt');
	await editor.type('body', 'Thank you');
	await addOption(editor, 'Send Once Key');
	await editor.type('sendOnceKey', 'receipt 1817');
	demo().sandbox.faults.add({ endpoint: '*', status: 500, times: 1 });
	await execute(editor, 'sendOnceKey', 'receipt 1817');
	const inDoubt = async () =>
		expect(await editor.error.innerText()).toContain('may or may not have been sent');
	await eventually(inDoubt);
	await editor.execute();
	await eventually(inDoubt);
	expect(mails()).toEqual([]);

	await addOption(editor, 'If in Doubt');
	await choose(editor, 'sendOnceInDoubt', 'Send');
	await execute(editor, 'sendOnceInDoubt', 'send');
	await eventually(async () => expect(mails()).toHaveLength(1));
	await choose(editor, 'sendOnceInDoubt', 'Fail');
	await execute(editor, 'sendOnceInDoubt', 'fail');
	await editor.output.getByText('alreadySent').waitFor();
	expect(mails()).toHaveLength(1);
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

describe('import', () => {
	const TEMPLATE = 'Import from a spreadsheet';
	const SAVE = 'Create or update the contacts';
	const SETTINGS = 'Settings';
	const EXAMPLES = join(repositoryFolder, 'examples');

	/** The saved contacts without the list of all contacts. */
	const contacts = () =>
		[...demo().sandbox.store.contacts.values()].map(({ email, subscribedToLists }) => [
			email,
			...subscribedToLists.filter((list) => list !== 'important'),
		]);

	const login = () => {
		const { email: username, password } = demo().login;
		return { username, password };
	};

	/** The template of the demo, at an address of its own and with the sandbox of this file. */
	async function publishTemplate() {
		const { client, credential, forms } = demo();
		const [original] = (await client.workflows()).filter(({ name }) => name === TEMPLATE);
		const path = `/workflows/${original.id}`;
		const { nodes, connections } = await client.request<WorkflowInput>('GET', path);
		const copies: NodeInput[] = JSON.parse(
			JSON.stringify(nodes).replace('"import-contacts"', '"import-as-written"'),
		);
		for (const node of copies.filter(isMailroom)) node.credentials = { mailroomApi: credential };
		const name = 'Import as written';
		const workflow = await client.createWorkflow({ name, nodes: copies, connections });
		await client.activate(workflow);
		const [{ url }] = forms.filter((form) => form.name === TEMPLATE);
		return { workflow, url: url.replace('import-contacts', 'import-as-written') };
	}

	/** Uploads a file in the form, and returns the report. */
	async function upload(form: Page, file: Parameters<Locator['setInputFiles']>[0]) {
		await form.locator('input[type=file]').setInputFiles(file);
		await form.getByRole('button', { name: 'Import' }).click();
		await form.getByText('Contacts saved').first().waitFor();
		return await form.locator('body').innerText();
	}

	const fileOf = (...rows: string[]) => {
		const buffer = Buffer.from(rows.join('\n'));
		return { name: 'contacts.csv', mimeType: 'text/csv', buffer };
	};

	/** Uploads a file in the form that **Execute workflow** opens. */
	async function executeWith({ page }: Editor, file: ReturnType<typeof fileOf>) {
		const opened = page.waitForEvent('popup');
		await page.getByTestId('execute-workflow-button').first().click();
		const form = await opened;
		const report = await upload(form, file);
		await form.close();
		return report;
	}

	test('the sample file: the report names two wrong rows, which leave through the error branch', async () => {
		const { workflow, url } = await publishTemplate();
		const form = await newPage({ httpCredentials: login() });
		await form.goto(url);
		const report = await upload(form, join(EXAMPLES, 'contacts.csv'));
		expect(report).toContain('Contacts saved: 3');
		expect(report).toMatch(/^4\s+not-an-address\s+Column "email" isn't an email address/m);
		expect(report).toMatch(/^6\s+kim@example\.com\s+Custom property "seats" must be a number/m);
		expect(contacts()).toEqual([
			[ada.email, 'newsletter'],
			[nameless.email, 'newsletter'],
			['grace@example.com', 'newsletter'],
			['ben@example.com'],
		]);

		const editor = await openEditor();
		await editor.openWorkflow(workflow);
		await editor.page.getByTestId('radio-button-executions').click();
		await editor.page.getByTestId('execution-preview-label').waitFor();
		await editor.openNode(SAVE);
		await editor.output.getByText('Success Branch (3 items)').waitFor();
		await editor.output.getByText('Error Branch (2 items)').click();
		await editor.output.getByText("isn't an email address").first().waitFor();
	});

	test('your own file: corrected rows are saved, and only new contacts join the list', async () => {
		demo().sandbox.store.addContact({ ...ada, subscribedToLists: [] });
		const editor = await openEditor();
		const { page } = editor;
		await page.context().setHTTPCredentials(login());
		await editor.startWorkflow();
		await page.keyboard.press('Escape');
		await page.getByTestId('workflow-menu').click();
		await page.getByRole('menuitem', { name: 'Import' }).hover();
		const chooser = page.waitForEvent('filechooser');
		await page.getByText('From file').click();
		await (await chooser).setFiles(join(EXAMPLES, 'import-from-spreadsheet.json'));

		await editor.openNode(SAVE);
		await chooseCredential(editor, CREDENTIAL);
		await editor.closeNode();
		await editor.openNode('Upload form');
		await chooseCredential(editor, 'Form login');
		await editor.closeNode();
		await editor.openNode(SETTINGS);
		const [texts, numbers, dates, lists] = await page.getByTestId('assignment').all();
		const valueOf = (setting: Locator) =>
			setting.getByTestId('parameter-input-value').locator('input');
		expect(await valueOf(texts).inputValue()).toBe('company, plan');
		expect(await valueOf(numbers).inputValue()).toBe('seats');
		expect(await valueOf(dates).inputValue()).toBe('signedUp');
		await valueOf(lists).fill('newsletter');
		await editor.closeNode();

		const three = ['E-Mail,Name,Plan', 'kim@example.com,Kim Example,pro', 'wrong,Lee Example,pro'];
		const report = await executeWith(editor, fileOf(...three, 'ada@example.com,Ada King,free'));
		expect(report).toContain('Contacts saved: 2');
		expect(report).toMatch(/^3\s+wrong\s+Column "E-Mail" isn't an email address: "wrong"/m);
		const corrected = three.join('\n').replace('wrong', 'lee@example.com');
		expect(await executeWith(editor, fileOf(corrected))).toContain('Contacts saved: 2');
		expect(contacts()).toEqual([
			[ada.email],
			[nameless.email, 'newsletter'],
			['kim@example.com', 'newsletter'],
			['lee@example.com', 'newsletter'],
		]);
		expect(demo().sandbox.store.findContact(ada.email)).toMatchObject({
			name: 'Ada King',
			customProperties: { plan: 'free' },
		});
	});

	test('built by yourself: one invalid row stops all, unless it leaves through the error output', async () => {
		const { editor } = await openWorkflow({
			nodes: {},
			items: [
				{ Email: 'kim@example.com', 'First Name': 'Kim', plan: 'pro', Notes: 'of the fair' },
				{ Email: 'wrong', 'First Name': 'Lee', plan: 'pro', Notes: '' },
			],
		});
		await addMailroom(editor, 'Create or update contact');
		await choose(editor, 'dataMode', 'Map Automatically');
		await editor.notice().getByText('These columns fill contact fields: Email, Name').waitFor();
		await editor.text('columnsToIgnore').fill('Notes');
		await execute(editor, 'columnsToIgnore', 'Notes');
		await eventually(async () =>
			expect(await editor.error.innerText()).toContain("isn't an email address"),
		);
		expect(contacts()).toHaveLength(2);

		await editor.page.getByTestId('tab-settings').click();
		await choose(editor, 'onError', 'Continue (using error output)');
		await execute(editor, 'onError', 'continueErrorOutput');
		await editor.output.getByText('Success Branch (1 item)').waitFor();
		await editor.output.getByText('Error Branch (1 item)').click();
		await editor.output.getByText('Lee', { exact: true }).waitFor();
		expect(contacts()).toContainEqual(['kim@example.com']);
	});

	test('many contacts: changed fields are saved, and their lists stay', async () => {
		const editor = await createWorkflow();
		const { page } = editor;
		await addMailroom(editor, 'Get many contacts');
		await editor.field('returnAll').click();
		await editor.closeNode();
		await addNode(editor, 'Edit Fields (Set)');
		await page.getByText('Add Field', { exact: true }).click();
		const change = page.getByTestId('assignment');
		await change.getByTestId('parameter-input-name').locator('input').fill('languageCode');
		await change.getByTestId('parameter-input-value').locator('input').fill('de');
		await editor.field('includeOtherFields').click();
		await editor.closeNode();
		await addMailroom(editor, 'Create or update contact');
		await choose(editor, 'dataMode', 'Map Automatically');
		await execute(editor, 'dataMode', 'autoMapInputData');
		await editor.output.getByText('2 items').waitFor();
		expect(contacts()).toEqual([
			[ada.email, 'newsletter'],
			[nameless.email, 'newsletter'],
		]);
		const changed = [...demo().sandbox.store.contacts.values()];
		expect(changed).toMatchObject([{ languageCode: 'de' }, { languageCode: 'de' }]);
	});
});
