import { runInN8n } from '../../tools/n8n/runInN8n';
import {
	addOption,
	choose,
	chooseOnError,
	enterExpression,
	idOf,
	replace,
	retry,
} from '../support/browser/buildWorkflow';
import type { Editor } from '../support/browser/Editor';
import { eventually } from '../support/browser/eventually';
import { ada, useGuide } from '../support/browser/useGuide';

// The steps of docs/guides/never-twice.md.

const guide = useGuide('never twice');
const { demo, openEditor, mails, createWorkflow, addMailroom } = guide;
const { savedAs, execute, refuses, nextExecution } = guide;

const SEND = 'Send email to any address';
const IN_DOUBT = 'may or may not have been sent';

async function addReceipt(editor: Editor) {
	await addMailroom(editor, SEND);
	await editor.type('to', ada.email);
	await editor.type('subject', 'Receipt');
	await editor.type('body', 'Thank you');
}

/** Runs a workflow that mails three customers, and opens it. Its execution has failed. */
async function openFailed() {
	const items = ['ada', 'grace', 'ben'].map((name) => ({ email: `${name}@example.com` }));
	const parameters = {
		...{ resource: 'email', operation: 'sendTransactional', to: '={{ $json.email }}' },
		...{ subject: 'Receipt', body: 'Thank you' },
	};
	const { execution } = await runInN8n(demo(), { parameters, items });
	expect(execution.status).toBe('error');
	const editor = await openEditor();
	await editor.openWorkflow({ id: execution.workflowId });
	return editor;
}

/** Waits until n8n says so, because it shows the earlier output meanwhile. */
async function succeeds(editor: Editor) {
	await editor.notification.getByText('Node executed successfully').first().waitFor();
	await editor.closeNotifications({ comes: false });
}

/** Opens the output of the execution that is shown. */
async function openOutput(editor: Editor) {
	await editor.openNode('Mailroom');
	// A table would show an empty cell as "undefined".
	await editor.output.getByText('JSON', { exact: true }).click();
}

test('never twice: the same Send Once Key sends once, another one sends again', async () => {
	const editor = await createWorkflow();
	await addReceipt(editor);
	await addOption(editor, 'Send Once Key');
	await editor.type('sendOnceKey', 'receipt 1815');
	await execute(editor, 'sendOnceKey', 'receipt 1815');
	await editor.output.getByText('1 item').waitFor();
	expect(mails()).toEqual(['ada@example.com: Receipt']);
	await editor.execute();
	await editor.output.getByText('alreadySent').waitFor();
	expect(mails()).toHaveLength(1);

	await replace(editor, 'sendOnceKey', 'receipt 1816');
	await execute(editor, 'sendOnceKey', 'receipt 1816');
	await eventually(async () => expect(mails()).toHaveLength(2));
});

test('never twice: a Send Once Key whose expression has no value fails', async () => {
	const editor = await createWorkflow();
	await addReceipt(editor);
	await addOption(editor, 'Send Once Key');
	await enterExpression(editor, 'sendOnceKey', 'receipt {{ $json.orderId }}');
	await execute(editor, 'sendOnceKey', '=receipt {{ $json.orderId }}');
	await refuses(editor, '"Send Once Key" is incomplete');
	expect(mails()).toEqual([]);
});

test('never twice: after the cause is corrected, Retry goes on where the failed execution stopped', async () => {
	demo().sandbox.faults.add({ endpoint: '*', status: 400, skip: 2 });
	const editor = await openFailed();
	expect(mails()).toHaveLength(2);

	await editor.openNode('Mailroom');
	await replace(editor, 'subject', 'Corrected');
	await savedAs(editor, 'subject', 'Corrected');
	await editor.closeNode();
	await editor.openExecutions();
	expect(await nextExecution(idOf(editor), async () => await retry(editor))).toBe('success');
	expect(mails()).toEqual([
		...['ada@example.com: Receipt', 'grace@example.com: Receipt'],
		'ben@example.com: Corrected',
	]);
	await editor.page.getByText('Retry of execution').first().click();
	await openOutput(editor);
	await eventually(async () =>
		expect(await editor.output.getByText('alreadySent').count()).toBe(2),
	);
});

test('never twice: Retry leaves out an email in doubt, and a hint names its recipient', async () => {
	demo().sandbox.faults.add({ endpoint: '*', status: 500, skip: 2 });
	const editor = await openFailed();
	await editor.openExecutions();
	expect(await nextExecution(idOf(editor), async () => await retry(editor))).toBe('success');
	expect(mails()).toEqual(['ada@example.com: Receipt', 'grace@example.com: Receipt']);
	await editor.page.getByText('Retry of execution').first().click();
	await openOutput(editor);
	await editor.output.getByText('inDoubt').waitFor();
	await editor.output.getByText('ben@example.com').first().waitFor();
});

test('never twice: with On Error set to Continue, the failed item has an error and there is no Retry', async () => {
	const editor = await createWorkflow();
	await addReceipt(editor);
	await chooseOnError(editor, 'Continue');
	demo().sandbox.faults.add({ endpoint: '*', status: 400 });
	await execute(editor, 'onError', 'continueRegularOutput');
	await editor.output.getByText('1 item').waitFor();
	await editor.output.getByText('error').first().waitFor();
	expect(mails()).toEqual([]);
	await editor.closeNode();
	await editor.openExecutions();
	expect(await editor.page.getByTestId('retry-execution-button').isVisible()).toBe(false);
});

test.each([
	{ choice: 'Skip', value: 'skip', emails: 0 },
	{ choice: 'Send', value: 'send', emails: 1 },
])(
	'never twice: an email in doubt fails until If in Doubt says $choice',
	async ({ choice, value, emails }) => {
		const editor = await createWorkflow();
		await addReceipt(editor);
		await addOption(editor, 'Send Once Key');
		await editor.type('sendOnceKey', 'receipt 1817');
		demo().sandbox.faults.add({ endpoint: '*', status: 500, times: 1 });
		await execute(editor, 'sendOnceKey', 'receipt 1817');
		await refuses(editor, IN_DOUBT);
		await editor.execute();
		await refuses(editor, IN_DOUBT);
		expect(mails()).toEqual([]);

		await addOption(editor, 'If in Doubt');
		await choose(editor, 'sendOnceInDoubt', choice);
		await execute(editor, 'sendOnceInDoubt', value);
		await succeeds(editor);
		expect(await editor.output.getByText('alreadySent').isVisible()).toBe(value === 'skip');
		expect(mails()).toHaveLength(emails);
		await choose(editor, 'sendOnceInDoubt', 'Fail');
		await execute(editor, 'sendOnceInDoubt', 'fail');
		// Only an email that was sent is no longer in doubt.
		if (value === 'skip') await refuses(editor, IN_DOUBT);
		else await succeeds(editor);
		expect(mails()).toHaveLength(emails);
	},
);
