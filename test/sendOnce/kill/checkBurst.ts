import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { waitUntil } from '../../../tools/process/waitUntil';
import {
	type Bench,
	callOncePublished,
	inDoubtChoices,
	type OneProcess,
	publishOnce,
	recipientsOf,
} from './Bench';
import { storyOf, tallyLine, tallyOf } from './outcomes';

const ANSWER_DELAY_MS = 200;
const START_LIMIT_MS = 180_000;
/** An email that is not sent by then never will be. */
const SEND_LIMIT_MS = 120_000;
/** Emails that a kill may leave in doubt, however many executions there are. */
const MAX_IN_DOUBT = 20;

const kinds = (['kill', 'stop'] as const).flatMap((way) =>
	inDoubtChoices.map((inDoubt) => ({ way, inDoubt })),
);

/**
 * Ends n8n in the middle of a burst of executions of one email each, and calls all of them again.
 *
 * @param number of the round, which decides the kind of burst
 */
export async function checkBurst(bench: Bench<OneProcess>, number: number) {
	const { emails, random, checks, say } = bench;
	const { way, inDoubt } = kinds[number % kinds.length];
	const executions = Math.ceil(emails * (2 / 3 + random() / 3));
	const moment = 0.1 + 0.6 * random();
	const what = `Burst of ${executions}, ${way} at ${Math.floor(100 * moment)} %, ${inDoubt}`;
	await checks.check(`${what}: each gets it once, but for 20 at the most`, async () => {
		const { mails, first, second } = await burst(bench, { way, inDoubt, executions, moment });
		// A call that fails while n8n ends may be sent by the second.
		const tally = tallyOf(mails, second);
		const forgotten = tallyOf(mails, [...first, ...second]).forgotten;
		say(`${what}: ${tallyLine({ ...tally, forgotten })}`);
		const most = (found: string[], allowed: boolean, kind: string) =>
			assert.ok(
				found.length <= (allowed ? MAX_IN_DOUBT : 0),
				`${found.length} are ${kind}:\n${storyOf(found, mails, [...first, ...second])}`,
			);
		most(tally.duplicates, inDoubt === 'send', 'duplicates');
		most(forgotten, inDoubt === 'skip', 'forgotten');
		most(tally.blocked, false, 'blocked');
		most(tally.inDoubt, inDoubt === 'fail', 'in doubt');
		const mayLack = new Set([...forgotten, ...tally.inDoubt]);
		const untold = tally.without.filter((email) => !mayLack.has(email));
		most(untold, false, 'without it, and told nothing of it');
	});
}

async function burst(
	bench: Bench<OneProcess>,
	{
		way,
		inDoubt,
		executions,
		moment,
	}: (typeof kinds)[number] & Record<'executions' | 'moment', number>,
) {
	const { n8n, sandbox } = bench;
	// Emails that an earlier burst has left behind do not count.
	const name = `burst-${randomUUID()}`;
	const mails = () => sandbox.store.mails.filter(({ to }) => to.endsWith(`@${name}.example`));
	const recipients = recipientsOf(name, executions);
	const calls = recipients.map((recipient) => [recipient]);
	const sending = { inDoubt, recipients, answerDelayMs: ANSWER_DELAY_MS };
	const { call, callAll } = await publishOnce(bench, sending);

	const interrupted = callAll(calls);
	const isThatFar = async () => mails().length > moment * (executions - 1);
	await waitUntil(isThatFar, { limitMs: START_LIMIT_MS, what: 'the burst is that far' });
	await n8n.end(way);
	const first = await interrupted;

	await callOncePublished(call, []);
	const again = callAll(calls);
	const tooLong = sleep(SEND_LIMIT_MS, undefined, { ref: false }).then(() => {
		throw new Error(`The second run has not ended after ${SEND_LIMIT_MS} ms`);
	});
	const second = await Promise.race([again, tooLong]);
	return { mails: mails(), first, second };
}
