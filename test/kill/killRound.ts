import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { callAlone, publishInN8n } from '../../tools/runInN8n';
import { waitUntil } from '../../tools/waitUntil';
import { onceParameters } from '../support/once/onceParameters';
import { recipientsOf } from '../support/once/recipientsOf';
import { callOncePublished } from './callOncePublished';
import { verdictOf, type Told, type Verdict } from './verdictOf';
import type { Mailing } from './mailings';
import type { N8nUnderTest, Statuses } from './N8nUnderTest';
import type { Sandbox } from '../../sandbox/startSandbox';

const ANSWER_DELAY_MS = 200;
const START_LIMIT_MS = 60_000;

export interface KillRound extends Verdict {
	/** How many emails were sent before n8n was killed, before its Retry and in the end. */
	sent: { atKill: number; afterRetry: number; inTheEnd: number };
	/** What n8n made of the execution that was killed, and of its Retry. */
	statuses: Statuses;
}

/**
 * Kills n8n in the middle of a run, presses Retry in its list of executions, and runs the workflow once more.
 *
 * @param options.moment when it is killed, as a share of the requests of the run
 * @param options.sendOnceKey one that no run had before, by default; empty for none
 */
export async function killRound({
	n8n,
	sandbox,
	random,
	mailing,
	moment,
	sendOnceKey = randomUUID(),
}: {
	n8n: N8nUnderTest;
	sandbox: Sandbox;
	random: () => number;
	mailing: Mailing;
	moment: number;
	sendOnceKey?: string;
}): Promise<KillRound> {
	const { client } = n8n.access;
	const { store, journal, settings } = sandbox;
	sandbox.reset();
	settings.answerDelayMs = ANSWER_DELAY_MS;
	const recipients = recipientsOf('kill', mailing.recipientCount);
	for (const { email, list } of recipients) store.addContact({ email, subscribedToLists: [list] });
	const published = await publishInN8n(n8n.access, {
		parameters: onceParameters(mailing.operation, sendOnceKey),
		onError: 'continueRegularOutput',
	});

	const interrupted = published.call(recipients).catch(() => undefined);
	const isThatFar = async () => journal.length > Math.floor(moment * (mailing.requestCount - 1));
	await waitUntil(isThatFar, { limitMs: START_LIMIT_MS, what: 'the run is that far' });
	// Between two requests, too.
	await sleep(random() * ANSWER_DELAY_MS);
	const [{ id }] = await client.executions(published.workflow.id);
	await n8n.crash(id);
	await interrupted;
	const atKill = store.mails.length;

	const killed = await client.finished(id);
	const retried = n8n.statuses ? await client.retry(id) : killed;
	const afterRetry = store.mails.length;
	const again = async (items: object[]) => await callAlone(published, { client, items });
	const { items } = await callOncePublished(again, recipients);
	return {
		...verdictOf(store.mails, items as Told[]),
		sent: { atKill, afterRetry, inTheEnd: store.mails.length },
		statuses: { killed: killed.status, retried: retried.status },
	};
}
