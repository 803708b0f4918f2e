import type { INodeParameters } from 'n8n-workflow';
import type { Page } from 'playwright-core';
import { firstContacts } from '../../../../sandbox/store/seed';
import { chain, publishWebhook } from '../../../../tools/n8n/publishWebhook';
import { INPUT, MAILROOM } from '../../../../tools/n8n/runInN8n';
import { PICTURES } from '../../pictures/pictures';
import { TRIGGER, triggerWorkflow } from '../../triggerWorkflow';
import { workflowOf } from '../workflowOf';
import type { Frame, Studio } from './Studio';

/** With the last field that they show. */
const FORMS = [
	['newsletter-test.png', 'body'],
	['newsletter-refused.png', 'testRecipient'],
	['misspelled-tag.png', 'body'],
] as const;
const LIST = 'Newsletter';
const EVERY_15_MINUTES = { item: [{ mode: 'everyX', value: 15, unit: 'minutes' }] };
const ORDERS = { ...INPUT, name: 'Orders' };
const SEND = 'Send receipt';
const CUSTOMERS = ['Ada', 'Grace', 'Ben'].map((name) => ({
	email: `${name.toLowerCase()}@example.com`,
	name,
}));

export async function takeNewsletter(studio: Studio) {
	const { store } = studio.demo.sandbox;
	const subscribedToLists = ['newsletter'];
	store.addContact({ email: 'ada@example.com', name: 'Ada Example', subscribedToLists });
	for (const [name, last] of FORMS) {
		await executeForm(studio, PICTURES[name].form, { list: LIST });
		const { page } = studio.editor;
		const take = async () => await studio.take(name, formFrame(page, last), { bottom: 12 });
		if (name !== 'misspelled-tag.png') await take();
		else await studio.marked(studio.editor.field('body').getByText('fristName').last(), take);
	}
	await takeInbox(studio);
	await takeOptions(studio);
}

/** Both options, and what n8n says after the newsletter. */
async function takeOptions(studio: Studio) {
	await executeForm(studio, PICTURES['newsletter-options.png'].form, { list: LIST });
	const { page, output } = studio.editor;
	const parameter = (name: string) =>
		page
			.getByTestId('parameter-input')
			.filter({ has: page.getByTestId(`parameter-input-${name}`) })
			.last();
	const [first, last] = [parameter('sendInManualExecutions'), parameter('sendOnceKey')];
	await last.scrollIntoViewIfNeeded();
	const options = await studio.shot(
		{
			left: page.locator('.node-settings'),
			top: first,
			right: page.locator('.node-settings'),
			bottom: last,
		},
		{ top: 36, bottom: 12 },
	);
	const said = await studio.shot(
		{ left: output, top: output, right: output, bottom: output.locator('table') },
		{ bottom: 16 },
	);
	await studio.check('newsletter-options.png', [page]);
	await studio.takeBeside('newsletter-options.png', [options, said]);
}

async function takeInbox(studio: Studio) {
	const { client, credential, sandbox } = studio.demo;
	const { form } = PICTURES['newsletter-inbox.png'];
	const list = { ...form.list, value: 'newsletter' };
	const nodes = { Mailroom: { ...form, list, options: { sendInManualExecutions: 'newsletter' } } };
	const workflow = await client.createWorkflow(workflowOf({ nodes, items: [{}], credential }));
	sandbox.store.mails.length = 0;
	await client.run(workflow, 'Items');

	const page = await studio.newPage({ viewport: { width: 900, height: 800 } });
	await page.goto(sandbox.origin);
	await page.getByRole('link', { name: 'News for Ada' }).click();
	await page.frameLocator('iframe').getByText('Hi Ada,').waitFor();
	// The inbox makes room for long emails.
	await page.locator('iframe').evaluate((email) => {
		email.style.height = '200px';
	});
	await studio.take('newsletter-inbox.png', page.locator('main'), { left: 16, right: 16 });
}

/** The third email is rejected once. */
export async function takeRetry(studio: Studio) {
	const { demo, editor } = studio;
	const { client, sandbox } = demo;
	sandbox.faults.add({ endpoint: '*', status: 400, skip: CUSTOMERS.length - 1 });
	const execution = await executeReceipts(studio);
	await takeRetryMenu(studio, execution);
	const { id, workflowId } = await client.retry(execution.id);

	await editor.begin();
	await editor.page.setViewportSize({ width: 1360, height: 620 });
	await editor.openExecution({ workflowId, id });
	const { page, output } = editor;
	const list = page.getByTestId('current-executions-list');
	await list.getByText(`Retry of execution #${execution.id}`).waitFor();
	const failed = list.getByText('Error in');
	const executions = await studio.shot(
		{ left: list, top: list, right: list, bottom: failed },
		{ bottom: 24 },
	);
	await editor.openNode(SEND);
	await output.getByText('alreadySent').first().waitFor();
	const table = output.locator('table');
	// n8n writes it into empty cells, where readers take it for an error.
	await table.getByText('undefined', { exact: true }).evaluateAll((cells) => {
		for (const cell of cells) cell.textContent = '';
	});
	const emails = await studio.shot(
		{ left: output, top: output, right: output, bottom: table },
		{ bottom: 16 },
	);
	await studio.takeBeside('retry-continues.png', [executions, emails]);
}

/** @returns a failed execution */
async function executeReceipts({ demo }: Studio) {
	const { client, credential } = demo;
	const parameters = PICTURES['retry-continues.png'].form;
	const credentials = { mailroomApi: credential };
	const { workflow, call } = await publishWebhook(demo, {
		name: 'Receipts',
		nodes: [ORDERS, { ...MAILROOM, name: SEND, parameters, credentials }],
		connections: chain('Webhook', ORDERS.name, SEND),
	});
	await call({ items: CUSTOMERS });
	const [{ id }] = await client.executions(workflow.id);
	return await client.finished(id);
}

/** The failed execution, with the two entries of Retry. */
async function takeRetryMenu(
	studio: Studio,
	{ workflowId, id }: { workflowId: string; id: string },
) {
	const { editor } = studio;
	const { page } = editor;
	await editor.begin();
	await page.setViewportSize({ width: 1500, height: 680 });
	await editor.openExecution({ workflowId, id });
	await editor.closeNotifications({ comes: true });
	// The menu would cover it.
	const failed = editor.node(SEND);
	await editor.scrollTo(failed, { x: 430, y: 310 });
	await page.getByTestId('retry-execution-button').click();
	await page.getByTestId('retry-execution-button-item-original-workflow').last().waitFor();
	const list = page.getByTestId('current-executions-list');
	const frame = { left: list, top: page.locator('body'), right: failed, bottom: failed };
	await studio.marked(
		page.getByText('Retry with currently saved workflow').last(),
		async () => await studio.take('retry-menu.png', frame, { left: 16, right: 114, bottom: 64 }),
	);
}

/** The options of an email that goes out once. */
export async function takeReceipt(studio: Studio) {
	const item = { body: { orderId: 1815, email: 'ada@example.com' } };
	await executeForm(studio, PICTURES['send-once-key.png'].form, { items: [item] });
	const { page } = studio.editor;
	const form = page.locator('.node-settings');
	const last = page
		.getByTestId('parameter-input')
		.filter({ has: page.getByTestId('parameter-input-sendOnceKey') })
		.last();
	const body = page
		.getByTestId('parameter-input')
		.filter({ has: page.getByTestId('parameter-input-body') });
	await studio.take(
		'send-once-key.png',
		{ left: form, top: body, right: form, bottom: last },
		{ top: 24, bottom: 12 },
	);
}

export async function takeTrigger(studio: Studio) {
	const { demo, editor } = studio;
	const { store } = demo.sandbox;
	for (const { email } of firstContacts) store.deleteContact(email);
	store.addContact({
		...{ email: 'ada@example.com', name: 'Ada Example' },
		subscribedToLists: ['newsletter'],
	});
	const parameters = { ...PICTURES['trigger.png'].form, pollTimes: EVERY_15_MINUTES };
	const workflow = await demo.client.createWorkflow(triggerWorkflow(parameters, demo.credential));
	await editor.begin();
	await editor.page.setViewportSize({ width: 1520, height: 900 });
	await editor.openWorkflow(workflow);
	await editor.openNode(TRIGGER);
	await editor.execute();
	await editor.closeNotifications({ comes: true });
	await editor.output.getByText('JSON', { exact: true }).click();
	await editor.output.getByText('sample@example.com').first().waitFor();
	const frame = formFrame(editor.page, 'lists');
	await studio.take('trigger.png', { ...frame, bottom: editor.notice() }, { bottom: 16 });
}

/**
 * Opens a node in a workflow of its own, and executes it.
 *
 * @param list title of the one to choose first
 */
async function executeForm(
	studio: Studio,
	parameters: INodeParameters,
	{ items = [{}], list }: { items?: object[]; list?: string } = {},
) {
	const { demo, editor } = studio;
	const { client, credential } = demo;
	const nodes = { Mailroom: parameters };
	const workflow = await client.createWorkflow(workflowOf({ nodes, items, credential }));
	await editor.begin();
	await editor.page.setViewportSize({ width: 1400, height: 1000 });
	await editor.openWorkflow(workflow);
	await editor.openNode('Mailroom');
	if (list) await studio.chooseList(workflow.id, list);
	await editor.execute();
	await editor.closeNotifications({ comes: true });
}

/**
 * The form of an open node and its output, without its input.
 *
 * @param last name of the last parameter that is shown
 */
export function formFrame(page: Page, last: string): Frame {
	const form = page.locator('.node-settings');
	const bottom = page
		.getByTestId('parameter-input')
		.filter({ has: page.getByTestId(`parameter-input-${last}`) });
	return { left: form, top: form, right: page.getByTestId('output-panel'), bottom };
}
