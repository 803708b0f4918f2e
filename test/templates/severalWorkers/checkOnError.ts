import assert from 'node:assert/strict';
import { callWebhook, readTemplate, type Bench } from './startBench';
import { assertAnswer, emailsOf, newOrders, openKeys } from './orders';
import { tallyLine, tallyOf } from './tally';

/** Workflows that a user has changed: the receipts, with another "On Error" of the node that sends. */

const ORDERS = 5;
const REJECTED = { endpoint: 'POST /email/transactional', status: 400 };

type OnError = 'stopWorkflow' | 'continueRegularOutput';

/** n8n's Retry begins at the node that sends. Twice for the same execution, it must not send twice. */
export async function checkStop(bench: Bench) {
	const { sandbox, cluster } = bench;
	const { client } = cluster;
	await bench.reset();
	const { workflow, call } = await publishWith(bench, 'stopWorkflow');
	const orders = newOrders(ORDERS);
	for (const order of orders) {
		sandbox.faults.add(REJECTED);
		assertAnswer(await call(order), 500);
	}
	const failed = await client.executions(workflow.id, { status: 'error' });
	assert.equal(failed.length, ORDERS);
	for (const { id } of [...failed, ...failed]) await client.retry(id);
	await client.deactivate(workflow);
	const tally = tallyOf(sandbox.store.mails, emailsOf(orders));
	const line = `${2 * ORDERS} Retries of ${ORDERS} executions: ${tallyLine(tally)}`;
	assert.deepEqual(tally, { emails: ORDERS, duplicates: [], without: [] }, line);
	assert.deepEqual(await openKeys(bench, orders), [], line);
	return line;
}

/** An error reaches the node that marks what was sent. */
export async function checkContinue(bench: Bench) {
	const { sandbox, cluster } = bench;
	await bench.reset();
	const { workflow, call } = await publishWith(bench, 'continueRegularOutput');
	const [order] = newOrders(1);
	sandbox.faults.add(REJECTED);
	assertAnswer(await call(order), 200);
	await cluster.client.deactivate(workflow);
	assert.deepEqual(await openKeys(bench, [order]), [`receipt ${order.order}`]);
	return 'listed as in doubt';
}

async function publishWith(bench: Bench, onError: OnError) {
	const template = await readTemplate('receipts-on-several-workers');
	const path = `order-paid-${onError}`;
	const nodes = template.nodes.map((node) => {
		if (node.name === 'Send the receipt') return { ...node, onError };
		const isWebhook = node.name === 'Order paid';
		return isWebhook
			? { ...node, webhookId: path, parameters: { ...node.parameters, path } }
			: node;
	});
	const workflow = await bench.create({ ...template, name: `${template.name}: ${onError}`, nodes });
	await bench.cluster.client.activate(workflow);
	return { workflow, call: async (order: object) => await callWebhook(bench, path, order) };
}
