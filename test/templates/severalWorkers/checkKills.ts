import assert from 'node:assert/strict';
import { waitUntil } from '../../../tools/process/waitUntil';
import { assertAnswer, call, callAll, emailsOf, newOrders, openKeys, type Order } from './orders';
import { allOver, age } from './executions';
import { tallyLine, tallyOf } from './tally';
import type { Bench } from './startBench';

const ORDERS = 60;
const ANSWER_DELAY_MS = 1_000;
const START_LIMIT_MS = 60_000;
const REPORT_TO = 'you@example.com';

type Workflow = Awaited<ReturnType<Bench['create']>>;

/**
 * Kills a worker in the middle of a burst, retries what was killed, and calls again with all orders. Then does what the daily list
 * asks for.
 */
export async function checkKill(bench: Bench, workflow: Workflow) {
	const { sandbox, cluster, random } = bench;
	const { store, settings } = sandbox;
	await bench.reset();
	settings.answerDelayMs = ANSWER_DELAY_MS;
	const [before] = await cluster.client.executions(workflow.id, { count: 1 });
	const orders = newOrders(ORDERS);
	const answers = callAll(bench, orders);
	const moment = (0.1 + 0.5 * random()) * ORDERS;
	const isThatFar = async () => store.mails.length > moment;
	await waitUntil(isThatFar, { limitMs: START_LIMIT_MS, what: 'the burst is that far' });
	await cluster.workers[Math.floor(random() * cluster.workers.length)].crash();
	const unanswered = (await answers).filter((status) => status !== 200).length;
	await allOver(bench, workflow);

	const retried = await retryAll(bench, { workflow, after: Number(before?.id ?? 0) });
	await callAll(bench, orders);
	const tally = tallyOf(store.mails, emailsOf(orders));
	const open = await openKeys(bench, orders);
	const line = `killed after ${Math.floor(moment)} of ${ORDERS}, ${unanswered} calls failed, ${retried} Retries: ${tallyLine(tally)}, ${open.length} in doubt`;
	assert.deepEqual(tally.duplicates, [], line);
	const untold = orders.filter(
		({ email, order }) => tally.without.includes(email) && !open.includes(`receipt ${order}`),
	);
	assert.deepEqual(untold, [], line);
	assert.ok(open.length > 0, `${line}: the kill has met no email`);
	await resolveDoubts(bench, { workflow, orders, open });
	return line;
}

/** n8n's Retry of each execution that the kill has ended. */
async function retryAll(
	{ cluster: { client } }: Bench,
	{ workflow: { id }, after }: { workflow: Workflow; after: number },
) {
	const [crashed, failed] = await Promise.all(
		['crashed', 'error'].map(async (status) => await client.executions(id, { count: 100, status })),
	);
	const ended = [...crashed, ...failed].filter((execution) => Number(execution.id) > after);
	for (const execution of ended) await client.retry(execution.id);
	return ended.length;
}

/** Reads the list, and deletes the claims whose email did not arrive, so that the next call sends it. */
async function resolveDoubts(
	bench: Bench,
	{ workflow, orders, open }: { workflow: Workflow; orders: Order[]; open: string[] },
) {
	const { sandbox, cluster, change } = bench;
	const { mails } = sandbox.store;
	const lists = () => mails.filter(({ to }) => to === REPORT_TO);
	const report = async () => await cluster.client.run(workflow, 'Every morning');
	await report();
	assert.deepEqual(lists(), [], 'claims of this minute are no doubt');
	await age(bench, '2 hours');
	await report();
	const [{ subject, body }] = lists();
	assert.equal(subject, `Receipts in doubt: ${open.length}`);
	const listed = orders.filter(({ order }) => body.includes(`receipt ${order}, `));
	assert.deepEqual(listed.map(({ order }) => `receipt ${order}`).sort(), open.sort());

	for (const { order, email } of listed) {
		const isSent = mails.some(({ to }) => to === email);
		const where = `WHERE key = 'receipt ${order}'`;
		await change(
			isSent
				? `UPDATE sent_emails SET sent_at = now() ${where}`
				: `DELETE FROM sent_emails ${where}`,
		);
		assertAnswer(await call(bench, { order, email }), 200);
	}
	await report();
	assert.equal(lists().length, 1, 'nothing is left in doubt');
	const { duplicates, without } = tallyOf(mails, emailsOf(orders));
	assert.deepEqual({ duplicates, without }, { duplicates: [], without: [] });
}
