import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Bench, inDoubtChoices, publishOnce, recipientsOf } from './Bench';
import { storyOf, tallyLine, tallyOf } from './outcomes';

const RECIPIENT_COUNT = 20;
const APARTS_MS = [0, 100, 500, 3_000];
/** Each worker has written by then, and learned what the others have sent. */
const CERTAINLY_APART_MS = 3_000;
const QUIET_MS = 10_000;
/** A slow service: when the next call comes, the first has no response yet. */
const ANSWER_DELAY_MS = 2_000;
/** Of the recipients, although nothing has crashed. */
const MAX_IN_DOUBT = 0.05;

/**
 * Calls for the same recipients on workers that run one execution each, at the same moment or some time apart, and once more when all is
 * quiet.
 *
 * @param number of the round, which decides the kind of calls
 */
export async function checkPair(bench: Bench, number: number) {
	const { sandbox, checks, say, n8n } = bench;
	const inDoubt = inDoubtChoices[number % inDoubtChoices.length];
	const apartMs = APARTS_MS[number % APARTS_MS.length];
	const calls = n8n.workers ?? 2;
	const what = `${calls} calls ${apartMs} ms apart, ${inDoubt}`;
	const recipients = recipientsOf('pair', RECIPIENT_COUNT);
	const sending = { inDoubt, recipients, answerDelayMs: ANSWER_DELAY_MS };
	const { callAll } = await publishOnce(bench, sending);
	const { mails } = sandbox.store;
	const asked = Array.from({ length: calls }, async (_, call) => {
		await sleep(call * apartMs);
		return await callAll([recipients]);
	});
	const outcomes = (await Promise.all(asked)).flat();
	const tally = tallyOf(mails, outcomes);
	say(`${what}: ${tallyLine(tally)}`);
	await checks.check(`${what}: each gets it, and none is blocked or forgotten`, () => {
		const duplicates = apartMs < CERTAINLY_APART_MS ? [] : tally.duplicates;
		const wrong = [...duplicates, ...tally.without, ...tally.blocked, ...tally.forgotten];
		assert.deepEqual(wrong, [], storyOf(wrong, mails, outcomes));
	});
	await checks.check(`${what}: ten seconds later, all workers know it`, async () => {
		await sleep(QUIET_MS);
		const sent = mails.length;
		const again = await callAll(Array.from({ length: calls }, () => recipients));
		const later = tallyOf(mails, again);
		say(`${what}, again: ${tallyLine(later)}`);
		assert.ok(later.inDoubt.length <= MAX_IN_DOUBT * RECIPIENT_COUNT, 'in doubt');
		if (inDoubt !== 'send') assert.equal(mails.length, sent);
	});
}
