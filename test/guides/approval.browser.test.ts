import {
	addNodeBetween,
	addOption,
	choose,
	enterExpression,
	executeWorkflow,
} from '../support/browser/buildWorkflow';
import type { Editor } from '../support/browser/Editor';
import { eventually } from '../support/browser/eventually';
import { ada, useGuide } from '../support/browser/useGuide';

// The steps of docs/guides/approval.md.

const guide = useGuide('approval');
const { demo, newPage, openWorkflow, mails, createWorkflow, addMailroom } = guide;
const { savedNodes, savedAs, execute } = guide;

const ASK = 'Ask by email and wait';
const SEND = 'Send email to any address';
const QUESTION = 'grace@example.com: Refund order 1815?';
const REFUND = 'ada@example.com: Your refund';
const REPORT = 'you@example.com: Declined';

/** The first node of the guide, which is open in the end. */
async function addQuestion() {
	const editor = await createWorkflow();
	await addMailroom(editor, ASK);
	await editor.type('to', 'grace@example.com');
	await editor.type('subject', 'Refund order 1815?');
	await editor.type('message', 'The parcel was lost.');
	await savedAs(editor, 'message', 'The parcel was lost.');
	return editor;
}

/** @param body of the email to the customer, an expression or a text */
async function addRefund(editor: Editor, body = 'Your refund') {
	await editor.closeNode();
	await addMailroom(editor, SEND);
	await fillEmail(editor, { to: ada.email, subject: 'Your refund', body });
}

async function fillEmail(editor: Editor, email: { to: string; subject: string; body: string }) {
	await editor.type('to', email.to);
	await editor.type('subject', email.subject);
	await enterExpression(editor, 'body', email.body);
	await savedAs(editor, 'body', expect.stringContaining(email.body));
	await editor.closeNode();
}

/** Executes the workflow, and opens the page to which a link in the email leads. */
async function openQuestion(editor: Editor, link: string) {
	demo().sandbox.store.mails.length = 0;
	await executeWorkflow(editor);
	await eventually(async () => expect(mails()).toEqual([QUESTION]));
	const inbox = await newPage();
	await inbox.goto(demo().sandbox.origin);
	const opened = inbox.context().waitForEvent('page');
	await inbox.frameLocator('iframe').getByRole('link', { name: link }).click();
	const question = await opened;
	await question.getByRole('button').first().waitFor();
	// The page decides nothing yet.
	expect(mails()).toEqual([QUESTION]);
	return question;
}

async function decide(editor: Editor, choice: string) {
	const question = await openQuestion(editor, choice);
	await question.getByRole('button', { name: choice }).click();
	await question.getByText('Your response is recorded').first().waitFor();
	await isOver(editor);
}

async function isOver(editor: Editor) {
	await editor.page.getByText('Workflow executed successfully').first().waitFor();
	await editor.closeNotifications({ comes: false });
}

test('approval: the customer gets an email after Approve, and none after Decline', async () => {
	const editor = await addQuestion();
	await addRefund(editor);
	await decide(editor, 'Approve');
	expect(mails()).toEqual([QUESTION, REFUND]);
	await editor.openNode(ASK);
	await editor.output.getByText('JSON', { exact: true }).click();
	await editor.output.getByText('approved').first().waitFor();
	await editor.output.getByText('true').first().waitFor();
	await editor.closeNode();

	await decide(editor, 'Decline');
	expect(mails()).toEqual([QUESTION]);
});

test('approval: with Continue and an If node, a decline is reported', async () => {
	const editor = await addQuestion();
	const { page } = editor;
	await choose(editor, 'afterDecline', 'Continue');
	await savedAs(editor, 'afterDecline', 'continue');
	await addRefund(editor);

	await addNodeBetween(editor, [ASK, SEND], 'If');
	await editor.form.waitFor();
	const condition = page.getByTestId('filter-condition').first();
	await editor.page.context().grantPermissions(['clipboard-write']);
	await page.evaluate("navigator.clipboard.writeText('{{ $json.data.approved }}')");
	await condition
		.getByTestId('filter-condition-left')
		.locator('input, .cm-content')
		.first()
		.click();
	await page.keyboard.press('ControlOrMeta+V');
	await page.locator(':focus').blur();
	await condition.getByTestId('filter-operator-select').click();
	await page.getByRole('menuitem', { name: 'Boolean' }).hover();
	await page.getByText('is true', { exact: true }).last().click();
	// n8n takes over a condition a moment after the change.
	await eventually(async () => {
		const [node] = (await savedNodes(editor)).filter(({ name }) => name === 'If');
		const operator = { type: 'boolean', operation: 'true' };
		const conditions = [{ leftValue: '={{ $json.data.approved }}', operator }];
		expect(node.parameters).toMatchObject({ conditions: { conditions } });
	});
	await editor.closeNode();
	await addMailroom(editor, SEND);
	await fillEmail(editor, { to: 'you@example.com', subject: 'Declined', body: 'Look at it' });

	await decide(editor, 'Approve');
	expect(mails()).toEqual([QUESTION, REFUND]);
	await decide(editor, 'Decline');
	expect(mails()).toEqual([QUESTION, REPORT]);
});

test('approval: a text is the reply of Free Text', async () => {
	const editor = await addQuestion();
	await choose(editor, 'responseType', 'Free Text');
	await savedAs(editor, 'responseType', 'freeText');
	await addRefund(editor, '{{ $json.data.text }}');
	const question = await openQuestion(editor, 'Respond');
	await question.locator('textarea').fill('Half of it');
	await question.getByRole('button').first().click();
	await question.getByText('Your response is recorded').first().waitFor();
	await isOver(editor);
	expect(demo().sandbox.store.mails.at(-1)).toMatchObject({ to: ada.email, body: 'Half of it' });
});

test('approval: Approval with Text sends the edited draft, and a decline stops', async () => {
	const editor = await addQuestion();
	await choose(editor, 'responseType', 'Approval with Text');
	await editor.type('prefilledText', 'We refund 10 euros.');
	await savedAs(editor, 'prefilledText', 'We refund 10 euros.');
	await addRefund(editor, '{{ $json.data.text }}');
	for (const [button, text, sent] of [
		['Approve', 'We refund 20 euros.', [QUESTION, REFUND]],
		['Decline', 'Too much', [QUESTION]],
	] as const) {
		const question = await openQuestion(editor, 'Respond');
		const draft = question.locator('textarea');
		expect(await draft.inputValue()).toBe('We refund 10 euros.');
		await draft.fill(text);
		await question.getByRole('button', { name: button }).click();
		await question.getByText('Your response is recorded').first().waitFor();
		await isOver(editor);
		expect(mails()).toEqual(sent);
		if (button === 'Approve') expect(demo().sandbox.store.mails[1].body).toBe(text);
	}
});

test('approval: several items ask nobody, until Execute Once is on', async () => {
	const items = [{ order: 1815 }, { order: 1816 }];
	const { editor } = await openWorkflow({ nodes: {}, items });
	await addMailroom(editor, ASK);
	await editor.type('to', 'grace@example.com');
	await editor.type('subject', 'Refund order 1815?');
	await editor.type('message', 'The parcel was lost.');
	await execute(editor, 'message', 'The parcel was lost.');
	await eventually(async () => expect(await editor.output.innerText()).toContain('Execute Once'));
	expect(mails()).toEqual([]);

	await editor.page.getByTestId('tab-settings').click();
	await editor.field('executeOnce').click();
	await execute(editor, 'executeOnce', true);
	await eventually(async () => expect(mails()).toEqual([QUESTION]));
});

test('approval: a time limit is an option', async () => {
	const editor = await addQuestion();
	await addOption(editor, 'Limit Wait Time');
	await editor.field('limitType').waitFor();
	await editor.field('resumeAmount').locator('input').fill('2');
	await editor.page.locator(':focus').blur();
	const values = expect.objectContaining({ resumeAmount: 2 });
	await savedAs(editor, 'limitWaitTime', { values });
});
