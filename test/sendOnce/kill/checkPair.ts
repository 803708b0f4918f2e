import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Bench, inDoubtChoices, publishOnce, recipientsOf } from './Bench';
import { storyOf, tallyLine, tallyOf } from './outcomes';

const RECIPIENT_COUNT = 20;
/** At the same moment in every second round. */
const APARTS_MS = [0, 400];
/** A slow service: when the second call comes, the first has no response yet. */
const ANSWER_DELAY_MS = 2_000;

const kinds = (['continueRegularOutput', 'stopWorkflow'] as const).flatMap((onError) =>
	inDoubtChoices.map((inDoubt) => ({ onError, inDoubt })),
);

/**
 * Calls for the same recipients on two workers that run one execution each, the second at the same moment or while the first is in
 * flight.
 *
 * @param number of the round, which decides the kind of calls
 */
export async function checkPair(bench: Bench, number: number) {
	const { sandbox, checks, say } = bench;
	const { onError, inDoubt } = kinds[number % kinds.length];
	const apartMs = APARTS_MS[number % APARTS_MS.length];
	const what = `Pair of calls ${apartMs} ms apart, ${onError}, ${inDoubt}`;
	await checks.check(`${what}: the second waits, and each gets it once`, async () => {
		const recipients = recipientsOf('pair', RECIPIENT_COUNT);
		const sending = { inDoubt, onError, recipients, answerDelayMs: ANSWER_DELAY_MS };
		const { callAll } = await publishOnce(bench, sending);
		const { mails } = sandbox.store;
		const call = async () => await callAll([recipients]);
		const first = call();
		await sleep(apartMs);
		const outcomes = (await Promise.all([first, call()])).flat();

		const tally = tallyOf(mails, outcomes);
		say(`${what}: ${tallyLine(tally)}`);
		const wrong = [...tally.duplicates, ...tally.without, ...tally.blocked, ...tally.inDoubt];
		assert.deepEqual(wrong, [], storyOf(wrong, mails, outcomes));
		const sent = outcomes.filter(({ kind }) => kind === 'sent').length;
		assert.equal(sent, RECIPIENT_COUNT, 'told as sent by one of the two');
	});
}
