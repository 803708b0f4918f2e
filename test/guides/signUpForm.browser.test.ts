import type { Page } from 'playwright-core';
import {
	addOption,
	addTo,
	chooseList,
	enterExpression,
	executeForm,
	publish,
} from '../support/browser/buildWorkflow';
import { eventually } from '../support/browser/eventually';
import { useGuide } from '../support/browser/useGuide';

// The steps of docs/guides/sign-up-form.md.

const { demo, openEditor, newPage, addMailroom, savedAs } = useGuide('sign-up form');

const bodies = () => demo().sandbox.store.mails.map(({ to, body }) => `${to}: ${body}`);

async function signUp(form: Page, { name = '', email }: { name?: string; email: string }) {
	await form.getByLabel('Name').fill(name);
	await form.getByLabel('Email').fill(email);
	await form.getByRole('button', { name: 'Submit' }).click();
	await form.getByText('Your response has been recorded').waitFor();
	await form.close();
}

test('sign-up form: a visitor joins the list, and gets one welcome email with the name', async () => {
	const { sandbox } = demo();
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
	await page.getByPlaceholder('Add Attributes').last().click();
	await page.getByText('Required Field', { exact: true }).last().click();
	await page.getByTestId('parameter-input-requiredField').last().click();
	await page.getByText('Production URL', { exact: true }).first().click();
	const url = (await page.locator('.webhook-url').first().innerText()).trim();
	await editor.closeNode();

	await addMailroom(editor, 'Create or update contact');
	await enterExpression(editor, 'email', '{{ $json.Email }}');
	await addTo(editor, 'Add Contact Field', 'Name');
	await enterExpression(editor, 'name', '{{ $json.Name }}');
	// n8n closes the drop-down once it has loaded the lists.
	const loaded = page.waitForResponse(/dynamic-node-parameters\/options/);
	await addTo(editor, 'Add Contact Field', 'Lists for New Contacts');
	await (await loaded).finished();
	const lists = await editor.openDropDown('subscribedToLists');
	await lists.getByText('Newsletter').first().click();
	await page.keyboard.press('Escape');
	await editor.closeNode();

	await addMailroom(editor, 'Send email to contacts');
	await chooseList(editor, 'Newsletter');
	await enterExpression(editor, 'contactEmails', '{{ $json.email }}');
	await editor.type('subject', 'Welcome!');
	const body = 'Hello {{firstName|default:"there"}}, thank you for joining us.';
	await editor.type('body', body);
	await savedAs(editor, 'body', body);
	await addOption(editor, 'Send Once Key');
	await editor.type('sendOnceKey', 'welcome');
	await savedAs(editor, 'sendOnceKey', 'welcome');
	await editor.closeNode();

	const kim = { name: 'Kim Example', email: 'kim@example.com' };
	for (const alreadySent of [false, true]) {
		await signUp(await executeForm(editor), kim);
		await page.getByText('Workflow executed successfully').first().waitFor();
		await editor.closeNotifications({ comes: false });
		await editor.openNode('Send email to contacts');
		await editor.output.getByText('1 item').waitFor();
		expect(await editor.output.getByText('alreadySent').isVisible()).toBe(alreadySent);
		await editor.closeNode();
		expect(bodies()).toEqual(['kim@example.com: Hello Kim, thank you for joining us.']);
	}
	expect(sandbox.store.findContact(kim.email)).toMatchObject({
		name: 'Kim Example',
		subscribedToLists: expect.arrayContaining(['newsletter']),
	});

	await publish(editor);
	const lee = { email: 'lee@example.com' };
	const sent = ['kim@example.com: Hello Kim, thank you for joining us.'];
	await eventually(async () => expect((await fetch(url)).status).toBe(200));
	const form = await newPage();
	await form.goto(url);
	await form.getByRole('button', { name: 'Submit' }).click();
	await form.getByText('This field is required').filter({ visible: true }).waitFor();
	await signUp(form, lee);
	await eventually(async () =>
		expect(bodies()).toEqual([...sent, 'lee@example.com: Hello there, thank you for joining us.']),
	);

	sandbox.store.addContact({ email: 'left@example.com', subscribedToLists: [] });
	const back = await newPage();
	await back.goto(url);
	await signUp(back, { name: 'Back Again', email: 'left@example.com' });
	await eventually(async () =>
		expect(sandbox.store.findContact('left@example.com')).toMatchObject({ name: 'Back Again' }),
	);
	expect(sandbox.store.findContact('left@example.com')?.subscribedToLists).not.toContain(
		'newsletter',
	);
});
