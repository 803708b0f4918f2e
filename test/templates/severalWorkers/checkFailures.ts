import assert from 'node:assert/strict';
import { assertAnswer, call, emailsOf, newOrders, openKeys } from './orders';
import { tallyOf } from './tally';
import type { Bench } from './startBench';

const ENDPOINT = 'POST /email/transactional';

/** An email that the service has rejected is sent by the next call, one in doubt by none. */
export async function checkFailures(bench: Bench) {
	const { sandbox, select } = bench;
	await bench.reset();
	const { faults, store } = sandbox;
	const [rejected, sent, lost] = newOrders(3);
	const timesOf = ({ email }: typeof rejected) => tallyOf(store.mails, [email]).emails;

	faults.add({ endpoint: ENDPOINT, status: 400, body: { reason: 'no' } });
	assertAnswer(await call(bench, rejected), 500);
	assert.deepEqual(await openKeys(bench, [rejected]), []);
	assertAnswer(await call(bench, rejected), 200);
	assert.equal(timesOf(rejected), 1);

	faults.add({ endpoint: ENDPOINT, status: 503, afterActing: true });
	faults.add({ endpoint: ENDPOINT, drop: 'before' });
	for (const order of [sent, lost]) {
		assertAnswer(await call(bench, order), 500);
		assert.equal((await openKeys(bench, [order])).length, 1);
		assertAnswer(await call(bench, order), 200);
	}
	assert.deepEqual([timesOf(sent), timesOf(lost)], [1, 0]);

	const before = await select('SELECT * FROM sent_emails');
	const [{ order, email }] = newOrders(1);
	const incomplete = [{}, { email }, { order }, { order: ' ', email }, { order, email: 'ada@' }];
	for (const body of incomplete) assertAnswer(await call(bench, body), 500, JSON.stringify(body));
	assert.deepEqual(await select('SELECT * FROM sent_emails'), before);
	assert.deepEqual(
		emailsOf([rejected, sent]),
		store.mails.map(({ to }) => to),
	);
	return 'rejected: sent by the next call; in doubt: by none; incomplete: refused';
}
