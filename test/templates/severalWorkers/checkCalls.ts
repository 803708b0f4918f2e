import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { call, callAll, emailsOf, newOrders, openKeys, type Order } from './orders';
import { tallyLine, tallyOf } from './tally';
import type { Bench } from './startBench';

/** Between the first calls of two orders: about the pace of the service. */
const NEXT_ORDER_MS = 80;
/** An email is in flight when the next call comes. */
const ANSWER_DELAY_MS = 200;

/** Calls with each order two or three times. */
export async function checkRepeatedCalls(
	bench: Bench,
	{ orderCount, apartMs }: { orderCount: number; apartMs: number },
) {
	const { sandbox, random } = bench;
	await bench.reset();
	sandbox.settings.answerDelayMs = ANSWER_DELAY_MS;
	const orders = newOrders(orderCount);
	const repeated = orders.map((order) => Array<Order>(random() < 0.5 ? 2 : 3).fill(order));
	const answers = await Promise.all(
		repeated.map(async (calls, index) => {
			await sleep(index * NEXT_ORDER_MS);
			return await Promise.all(
				calls.map(async (order, time) => {
					await sleep(time * apartMs);
					return await call(bench, order);
				}),
			);
		}),
	);
	return await assertAllOnce(bench, orders, answers.flat());
}

/** Calls with all orders at the same moment, and with a third of them twice. */
export async function checkBurst(bench: Bench, { orderCount }: { orderCount: number }) {
	await bench.reset();
	const orders = newOrders(orderCount);
	const again = orders.filter(() => bench.random() < 1 / 3);
	const begin = Date.now();
	const answers = await callAll(bench, [...orders, ...again]);
	const line = await assertAllOnce(bench, orders, answers);
	return `${line}, after ${((Date.now() - begin) / 1_000).toFixed(1)} s`;
}

async function assertAllOnce(bench: Bench, orders: Order[], answers: number[]) {
	const tally = tallyOf(bench.sandbox.store.mails, emailsOf(orders));
	const unanswered = answers.filter((status) => status === 0).length;
	const failed = answers.filter((status) => status !== 200 && status !== 0);
	const open = await openKeys(bench, orders);
	const line = `${answers.length} calls for ${orders.length} orders, ${unanswered} not answered by n8n: ${tallyLine(tally)}`;
	assert.deepEqual(
		{ duplicates: tally.duplicates, without: tally.without, failed, open },
		{ duplicates: [], without: [], failed: [], open: [] },
		line,
	);
	return line;
}
