import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { publishInN8n } from '../../tools/runInN8n';
import { callTogether } from '../support/once/callTogether';
import { inDoubtChoices, onceParameters } from '../support/once/onceParameters';
import { recipientsOf } from '../support/once/recipientsOf';
import { startStopwatch } from '../support/once/startStopwatch';
import { storyOf } from '../support/once/storyOf';
import { tallyLine, tallyOf } from '../support/once/tallyOf';
import type { Checks } from '../support/Checks';
import type { N8nUnderTest } from './N8nUnderTest';
import type { Sandbox } from '../../sandbox/startSandbox';

const RECIPIENT_COUNT = 20;
const APART_MS = 400;
/** A service that is slow: when the second call comes, the first has no answer yet. */
const ANSWER_DELAY_MS = 2_000;

/** What is tried in turn. */
const kinds = (['continueRegularOutput', 'stopWorkflow'] as const).flatMap((onError) =>
	inDoubtChoices.map((inDoubt) => ({ onError, inDoubt })),
);

/**
 * Calls for the same recipients on two workers, the second while the first is under way.
 *
 * @param options `n8n` has workers that run one execution each at a time; `number` of the round decides the kind of calls
 */
export async function checkPair({
	n8n: { access },
	sandbox,
	checks,
	number,
	say,
}: {
	n8n: N8nUnderTest;
	sandbox: Sandbox;
	checks: Checks;
	number: number;
	say: (line: string) => void;
}) {
	const { onError, inDoubt } = kinds[number % kinds.length];
	const what = `Pair of calls ${APART_MS} ms apart, ${onError}, ${inDoubt}`;
	await checks.check(`${what}: the second waits, and each gets it once`, async () => {
		sandbox.reset();
		sandbox.settings.answerDelayMs = ANSWER_DELAY_MS;
		const { mails } = sandbox.store;
		const { client } = access;
		const published = await publishInN8n(access, {
			parameters: onceParameters('email sendTransactional', randomUUID(), inDoubt),
			onError,
		});
		const calls = [recipientsOf('pair', RECIPIENT_COUNT)];
		const stopwatch = startStopwatch();
		const calling = callTogether(published, { client, calls });
		await sleep(APART_MS);
		const outcomes = (
			await Promise.all([calling, callTogether(published, { client, calls })])
		).flat();

		const tally = tallyOf(mails, outcomes);
		say(`${what}: ${tallyLine(tally)}; ${stopwatch().toFixed(0)} s`);
		const { doubled, without, blocked } = tally;
		const wrong = [...doubled, ...without, ...blocked, ...tally.inDoubt];
		assert.deepEqual(wrong, [], storyOf(wrong, mails, outcomes));
		const counts = outcomes.filter(({ kind }) => kind === 'sent').length;
		assert.equal(counts, RECIPIENT_COUNT, 'told as sent by one of the two');
	});
}
