import {
	addOption,
	choose,
	chooseOnError,
	enterExpression,
	idOf,
	publish,
	retry,
} from '../support/browser/buildWorkflow';
import type { Editor } from '../support/browser/Editor';
import { eventually } from '../support/browser/eventually';
import { ada, useGuide } from '../support/browser/useGuide';

// The steps of docs/guides/receipts.md.

const guide = useGuide('receipts');
const { demo, openEditor, mails, addMailroom, savedNodes, savedAs, nextExecution } = guide;

const SEND = 'Send email to any address';
const HEADER = { name: 'X-Shop-Key', value: 'secret of the shop' };
const HEADERS = { [HEADER.name]: HEADER.value };

/**
 * @param hasHeader whether only calls with the header are accepted
 * @returns the address that the shop calls, and the editor with the open Mailroom node
 */
async function buildReceipts({ hasHeader } = { hasHeader: false }) {
	const editor = await openEditor();
	const { page } = editor;
	await editor.startWorkflow();
	await (await editor.searchNodes('Webhook')).getByText('Webhook', { exact: true }).click();
	await choose(editor, 'httpMethod', 'POST');
	await choose(editor, 'responseMode', 'When Last Node Finishes');
	await page.getByText('Production URL', { exact: true }).first().click();
	const url = (await page.locator('.webhook-url').first().innerText()).trim();
	if (hasHeader) await requireHeader(editor);
	await editor.closeNode();
	await addMailroom(editor, SEND);
	await enterExpression(editor, 'to', '{{ $json.body.email }}');
	await editor.type('subject', 'Your receipt');
	await enterExpression(editor, 'body', 'Thank you for order {{ $json.body.orderId }}.');
	await addOption(editor, 'Send Once Key');
	await enterExpression(editor, 'sendOnceKey', 'receipt {{ $json.body.orderId }}');
	await savedAs(editor, 'sendOnceKey', '=receipt {{ $json.body.orderId }}');
	return { editor, url: url.replace(/^POST\s*/, '') };
}

/** Creates the credential of the open Webhook node. n8n asks its server for a name, and can't save before it has one. */
async function requireHeader(editor: Editor) {
	await choose(editor, 'authentication', 'Header Auth');
	const named = editor.page.waitForResponse(/\/rest\/credentials\/new\b/);
	await editor.page.getByText('Connect to Header Auth').click();
	await (await named).finished();
	await editor.enterCredential(HEADER);
	// The dialog closes before the node has the credential.
	await eventually(async () => {
		const [webhook] = await savedNodes(editor);
		expect(webhook.credentials).toHaveProperty('httpHeaderAuth');
	});
}

/** @returns ways to call the published workflow as a shop does, which tell the status of the execution */
async function publishForShop(editor: Editor, url: string) {
	await publish(editor);
	const id = idOf(editor);
	const isPublished = async () =>
		expect(await demo().client.publicationStatus(id)).toBe('published');
	await eventually(isPublished);
	/** That the shop sees. */
	const seen: number[] = [];
	const call = async (body: string | URLSearchParams, headers = {}) =>
		await nextExecution(id, async () => {
			const request = { method: 'POST', headers: { ...headers, ...HEADERS }, body };
			seen.push((await fetch(url, request)).status);
		});
	return {
		seen,
		call: async (order: object) =>
			await call(JSON.stringify(order), { 'Content-Type': 'application/json' }),
		/** As the command in the guide does. */
		callByForm: async (order: Record<string, string>) => await call(new URLSearchParams(order)),
	};
}

test('receipts: one for each order, none without the header, the number of the order or a valid address', async () => {
	const { editor, url } = await buildReceipts({ hasHeader: true });
	await editor.closeNode();
	const { call, callByForm, seen } = await publishForShop(editor, url);

	expect((await fetch(url, { method: 'POST' })).status).toBe(403);
	const order = { orderId: 1815, email: ada.email };
	expect(await callByForm({ orderId: '1815', email: ada.email })).toBe('success');
	expect(await call(order)).toBe('success');
	expect(mails()).toEqual(['ada@example.com: Your receipt']);
	expect(demo().sandbox.store.mails[0].body).toBe('Thank you for order 1815.');
	await editor.openExecutions();
	await editor.openNode(SEND);
	await editor.output.getByText('alreadySent').first().waitFor();

	expect(await call({ email: ada.email })).toBe('error');
	expect(await call({ orderId: 1816, email: 'ada@' })).toBe('error');
	expect(seen).toEqual([200, 200, 500, 500]);
	expect(mails()).toHaveLength(1);
	expect(await call({ orderId: 1816, email: ada.email })).toBe('success');
	expect(mails()).toHaveLength(2);
});

test('receipts: a wrong address leaves through the error output to an email that tells you', async () => {
	const { editor, url } = await buildReceipts();
	await chooseOnError(editor, 'Continue (using error output)');
	await savedAs(editor, 'onError', 'continueErrorOutput');
	await editor.closeNode();
	// The last output that leads nowhere is the error output.
	await addMailroom(editor, SEND);
	await editor.type('to', 'shop@example.com');
	await editor.type('subject', 'An order has no receipt');
	await enterExpression(editor, 'body', '{{ $json.error }}');
	await savedAs(editor, 'body', '={{ $json.error }}');
	await editor.closeNode();
	const { call } = await publishForShop(editor, url);

	expect(await call({ orderId: 1815, email: 'wrong' })).toBe('success');
	expect(mails()).toEqual(['shop@example.com: An order has no receipt']);
	expect(demo().sandbox.store.mails[0].body).toContain('"To" isn\'t an email address');
	expect(await call({ orderId: 1815, email: ada.email })).toBe('success');
	expect(mails().slice(1)).toEqual(['ada@example.com: Your receipt']);
});

test('receipts: Retry repeats wrong data, and sends what the service rejected', async () => {
	const { sandbox } = demo();
	const { editor, url } = await buildReceipts();
	await editor.closeNode();
	const { call } = await publishForShop(editor, url);
	const id = idOf(editor);

	expect(await call({ orderId: 1815, email: 'wrong' })).toBe('error');
	await editor.openExecutions();
	expect(await nextExecution(id, async () => await retry(editor))).toBe('error');
	expect(mails()).toEqual([]);
	expect(await call({ orderId: 1815, email: ada.email })).toBe('success');
	expect(mails()).toHaveLength(1);

	sandbox.faults.add({ endpoint: '*', status: 400, times: 1 });
	expect(await call({ orderId: 1816, email: ada.email })).toBe('error');
	expect(mails()).toHaveLength(1);
	await editor.leaveExecutions();
	await editor.openExecutions();
	expect(await nextExecution(id, async () => await retry(editor))).toBe('success');
	expect(mails()).toHaveLength(2);
});
