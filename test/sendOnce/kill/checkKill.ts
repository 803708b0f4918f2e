import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { callAlone } from '../../../tools/n8n/runInN8n';
import { waitUntil } from '../../../tools/process/waitUntil';
import {
	type Bench,
	callOncePublished,
	type N8nUnderTest,
	publishOnce,
	recipientsOf,
} from './Bench';
import { outcomeOf, tallyLine, tallyOf, type Told } from './outcomes';
import type { OperationName } from '../../support/operations';

const ANSWER_DELAY_MS = 200;
const START_LIMIT_MS = 60_000;

interface Kill {
	operation: OperationName;
	recipientCount: number;
	requestCount: number;
	/** Emails that may be in doubt after a kill. */
	maxInDoubt: number;
	/** Share of the requests before the kill. */
	moment: number;
}

/** Kills an n8n in the middle of a run with a key, the odd rounds one of Send to Contacts. */
export async function checkKill(bench: Bench<N8nUnderTest>, number: number, moment: number) {
	const { n8n, checks, say, emails } = bench;
	const kill: Kill =
		number % 2 === 0
			? { ...oneByOne(emails), moment }
			: {
					...{ operation: 'email sendToContacts', recipientCount: 1_000, requestCount: 10 },
					...{ maxInDoubt: 200, moment },
				};
	const what = `${n8n.name}, ${kill.operation}, killed at ${Math.floor(100 * moment)} %`;
	await checks.check(`${what}: no duplicates, and no recipient is forgotten`, async () => {
		const { tally, statuses } = await killAndRepeat(bench, kill);
		say(`${what}: ${tallyLine(tally)}; ${statuses.killed}, Retry ${statuses.retried}`);
		const { duplicates, blocked, inDoubt } = tally;
		const lost = tally.without.filter((email) => !inDoubt.includes(email));
		assert.deepEqual({ duplicates, lost, blocked }, { duplicates: [], lost: [], blocked: [] });
		assert.ok(inDoubt.length <= kill.maxInDoubt, `${inDoubt.length} are in doubt`);
		const expected = n8n.statuses?.find(({ killed }) => killed === statuses.killed);
		if (n8n.statuses) assert.deepEqual(statuses, expected);
	});
}

/** Shows that these kills double emails where no key prevents it. */
export async function checkKillWithoutKey(bench: Bench<N8nUnderTest>) {
	await bench.checks.check(
		'one process, without a Send Once Key: they do get it twice',
		async () => {
			const kill = { ...oneByOne(bench.emails), moment: 0.5 };
			const { tally } = await killAndRepeat(bench, kill, '');
			assert.equal(tally.duplicates.length, kill.recipientCount);
		},
	);
}

function oneByOne(emails: number) {
	const operation = 'email sendTransactional' as const;
	return { operation, recipientCount: emails, requestCount: emails, maxInDoubt: 20 };
}

/** Kills n8n, presses Retry in its list of executions, and runs the workflow once more. */
async function killAndRepeat(
	bench: Bench<N8nUnderTest>,
	{ operation, recipientCount, requestCount, moment }: Kill,
	sendOnceKey?: string,
) {
	const { n8n, sandbox, random } = bench;
	const { client } = n8n.access;
	const { store, journal } = sandbox;
	const recipients = recipientsOf('kill', recipientCount);
	const sending = { operation, sendOnceKey, recipients, answerDelayMs: ANSWER_DELAY_MS };
	const published = await publishOnce(bench, sending);

	const interrupted = published.call(recipients).catch(() => undefined);
	const isThatFar = async () => journal.length > Math.floor(moment * (requestCount - 1));
	await waitUntil(isThatFar, { limitMs: START_LIMIT_MS, what: 'the run is that far' });
	// Also between two requests.
	await sleep(random() * ANSWER_DELAY_MS);
	const [{ id }] = await client.executions(published.workflow.id);
	await n8n.crash(id);
	await interrupted;

	const killed = await client.finished(id);
	const retried = n8n.statuses ? await client.retry(id) : killed;
	const again = async (items: object[]) => await callAlone(published, { client, items });
	const { items } = await callOncePublished(again, recipients);
	const outcomes = (items as Told[]).map((told) => outcomeOf(told, Date.now()));
	return {
		tally: tallyOf(store.mails, outcomes),
		statuses: { killed: killed.status, retried: retried.status },
	};
}
