import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { publishInN8n } from '../../tools/runInN8n';
import { waitUntil } from '../../tools/waitUntil';
import { callTogether } from '../support/once/callTogether';
import { onceParameters, type InDoubtChoice } from '../support/once/onceParameters';
import { recipientsOf } from '../support/once/recipientsOf';
import { tallyOf, type Tally } from '../support/once/tallyOf';
import { startStopwatch } from '../support/once/startStopwatch';
import { storyOf } from '../support/once/storyOf';
import { callOncePublished } from './callOncePublished';
import type { EndOfN8n, N8nUnderTest } from './N8nUnderTest';
import type { Sandbox } from '../../sandbox/startSandbox';

const ANSWER_DELAY_MS = 200;
const START_LIMIT_MS = 180_000;
/** What is not sent by then never will be. */
const SEND_LIMIT_MS = 120_000;

/** Executions of one email each, all called at once. */
export interface Burst {
	executions: number;
	inDoubt: InDoubtChoice;
	way: EndOfN8n;
	/** When n8n ends, as a share of the emails. */
	moment: number;
}

export interface BurstRound extends Tally {
	/** How many emails were sent before n8n ended. */
	sentBefore: number;
	seconds: { firstRun: number; boot: number; secondRun: number };
	/** Of some, as text. */
	storyOf: (emails: string[]) => string;
}

/** Ends n8n in the middle of a burst, and calls all of it again. */
export async function burstRound({
	n8n: { access, end },
	sandbox: { store, settings, reset },
	burst: { executions, inDoubt, way, moment },
}: {
	n8n: N8nUnderTest;
	sandbox: Sandbox;
	burst: Burst;
}): Promise<BurstRound> {
	if (!end) throw new Error('This n8n is not one process');
	reset();
	settings.answerDelayMs = ANSWER_DELAY_MS;
	const { client } = access;
	// What an earlier burst has left behind does not count.
	const name = `burst-${randomUUID()}`;
	const mails = () => store.mails.filter(({ to }) => to.endsWith(`@${name}.example`));
	const calls = recipientsOf(name, executions).map((recipient) => [recipient]);
	const published = await publishInN8n(access, {
		parameters: onceParameters('email sendTransactional', randomUUID(), inDoubt),
		onError: 'continueRegularOutput',
	});

	const stopwatch = startStopwatch();
	const interrupted = callTogether(published, { client, calls });
	const isThatFar = async () => mails().length > moment * (executions - 1);
	await waitUntil(isThatFar, { limitMs: START_LIMIT_MS, what: 'the burst is that far' });
	const firstRun = stopwatch();
	await end(way);
	const first = await interrupted;
	const sentBefore = mails().length;
	const boot = stopwatch();

	await callOncePublished(published.call, []);
	const again = callTogether(published, { client, calls });
	const tooLong = sleep(SEND_LIMIT_MS, undefined, { ref: false }).then(() => {
		throw new Error(`The second run has not ended after ${SEND_LIMIT_MS} ms`);
	});
	const second = await Promise.race([again, tooLong]);
	const all = [...first, ...second];
	return {
		// What fails while n8n ends may be sent later.
		...tallyOf(mails(), second),
		forgotten: tallyOf(mails(), all).forgotten,
		sentBefore,
		seconds: { firstRun, boot, secondRun: stopwatch() },
		storyOf: (emails) => storyOf(emails, mails(), all),
	};
}
