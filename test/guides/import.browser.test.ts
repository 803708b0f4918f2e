import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { repositoryFolder } from '../../tools/folders';
import {
	choose,
	chooseCredential,
	chooseOnError,
	executeForm,
} from '../support/browser/buildWorkflow';
import type { Editor } from '../support/browser/Editor';
import { importTemplate } from '../support/browser/importTemplate';
import { ada, nameless, useGuide } from '../support/browser/useGuide';

// The steps of docs/guides/import.md.

const { credential, demo, newPage, openEditor, openWorkflow, ...guide } = useGuide('import');
const { addMailroom, execute, refuses, publishTemplate } = guide;

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
async function executeWith(editor: Editor, file: ReturnType<typeof fileOf>) {
	const form = await executeForm(editor);
	const report = await upload(form, file);
	// The last page of the form ends the execution, which waits for ever if the page is closed before.
	await editor.page.getByText('Workflow executed successfully').first().waitFor();
	await editor.closeNotifications({ comes: false });
	await form.close();
	return report;
}

test('import: the sample file: the report names two wrong rows, which leave through the error branch', async () => {
	const { workflow, url } = await publishTemplate(TEMPLATE, 'import-contacts');
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
	await editor.openExecutions();
	await editor.openNode(SAVE);
	await editor.output.getByText('Success Branch (3 items)').waitFor();
	await editor.output.getByText('Error Branch (2 items)').click();
	await editor.output.getByText("isn't an email address").first().waitFor();
});

test('import: your own file: corrected rows are saved, and only new contacts join the list', async () => {
	demo().sandbox.store.addContact({ ...ada, subscribedToLists: [] });
	const editor = await openEditor();
	const { page } = editor;
	await page.context().setHTTPCredentials(login());
	await importTemplate(editor, 'import-from-spreadsheet.json', {
		nodes: [SAVE],
		credential: credential(),
	});
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

test('import: built by yourself: one invalid row stops all, unless it leaves through the error output', async () => {
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
	await refuses(editor, "isn't an email address");
	expect(contacts()).toHaveLength(2);

	await chooseOnError(editor, 'Continue (using error output)');
	await execute(editor, 'onError', 'continueErrorOutput');
	await editor.output.getByText('Success Branch (1 item)').waitFor();
	await editor.output.getByText('Error Branch (1 item)').click();
	await editor.output.getByText('Lee', { exact: true }).waitFor();
	expect(contacts()).toContainEqual(['kim@example.com']);
});
