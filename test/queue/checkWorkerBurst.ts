import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { publishInN8n, type N8nAccess } from '../../tools/runInN8n';
import { callTogether } from '../support/once/callTogether';
import { inDoubtChoices, onceParameters } from '../support/once/onceParameters';
import { recipientsOf, type Recipient } from '../support/once/recipientsOf';
import { startStopwatch } from '../support/once/startStopwatch';
import { storyOf } from '../support/once/storyOf';
import { tallyLine, tallyOf } from '../support/once/tallyOf';
import type { Checks } from '../support/Checks';
import type { OperationName } from '../support/operations';
import type { Sandbox } from '../../sandbox/startSandbox';

const CALLS = 100;
/** Where the calls share them. */
const SHARED_RECIPIENTS = 40;
/** Part of the recipients that may be in doubt although nothing has crashed. */
const MOST_IN_DOUBT = 0.01;

interface Kind {
	name: string;
	operation: OperationName;
	recipientCount: number;
	perCall: number;
}

const kinds: Kind[] = [
	{
		name: 'different recipients',
		operation: 'email sendTransactional',
		recipientCount: CALLS,
		perCall: 1,
	},
	{
		name: '2 of 40 each, Send to Contacts',
		operation: 'email sendToContacts',
		recipientCount: SHARED_RECIPIENTS,
		perCall: 2,
	},
	{
		name: '2 of 40 each, Send Transactional',
		operation: 'email sendTransactional',
		recipientCount: SHARED_RECIPIENTS,
		perCall: 2,
	},
];

/** What is tried in turn. */
const bursts = inDoubtChoices.flatMap((inDoubt) =>
	(['stopWorkflow', 'continueRegularOutput'] as const).flatMap((onError) =>
		kinds.map((kind) => ({ ...kind, onError, inDoubt })),
	),
);

/**
 * Calls a workflow a hundred times at once, with a Send Once Key, and then once more.
 *
 * @param options `name` says how n8n runs; `number` of the round decides what is called
 * @returns how many emails that were
 */
export async function checkWorkerBurst({
	name,
	number,
	access,
	sandbox,
	random,
	checks,
	say,
}: {
	name: string;
	number: number;
	access: N8nAccess;
	sandbox: Sandbox;
	random: () => number;
	checks: Checks;
	say: (line: string) => void;
}): Promise<number> {
	const { operation, onError, inDoubt, ...burst } = bursts[number % bursts.length];
	const what = `${name}: ${CALLS} calls, ${burst.name}, ${onError}, ${inDoubt}`;
	const { store, reset } = sandbox;
	reset();
	const recipients = recipientsOf('burst', burst.recipientCount);
	for (const { email, list } of recipients) store.addContact({ email, subscribedToLists: [list] });
	const published = await publishInN8n(access, {
		parameters: onceParameters(operation, randomUUID(), inDoubt),
		onError,
	});
	const calls =
		burst.perCall === 1
			? recipients.map((recipient) => [recipient])
			: Array.from({ length: CALLS }, () => drawn(recipients, burst.perCall, random));
	const wanted = new Set(calls.flat().map(({ email }) => email)).size;

	const stopwatch = startStopwatch();
	const first = await callTogether(published, { client: access.client, calls });
	const seconds = stopwatch();
	const sentFirst = store.mails.length;
	const second = await callTogether(published, { client: access.client, calls });
	const [tally, tallyAgain] = [first, second].map((outcomes) => tallyOf(store.mails, outcomes));
	say(
		`${what}: of ${wanted} ${tallyLine({ ...tally, emails: sentFirst })}; ${seconds.toFixed(0)} s; ` +
			`again: ${store.mails.length - sentFirst} more, ${tallyAgain.blocked.length} blocked, ` +
			`${tallyAgain.inDoubt.length} in doubt; ${stopwatch().toFixed(0)} s`,
	);

	const story = (emails: string[]) => storyOf(emails, store.mails, [...first, ...second]);
	await checks.check(`${what}: each gets it once, nobody is blocked`, () => {
		const { doubled, without, forgotten, blocked } = tally;
		const inDoubt = tally.inDoubt.length > MOST_IN_DOUBT * wanted ? tally.inDoubt : [];
		const wrong = [...doubled, ...without, ...forgotten, ...blocked, ...inDoubt];
		assert.deepEqual(wrong, [], story(wrong));
	});
	await checks.check(`${what}: called again, all have it already`, () => {
		const others = second.filter(({ kind }) => kind !== 'alreadySent').map(({ email }) => email);
		assert.deepEqual(others, [], story(others));
		assert.equal(store.mails.length, sentFirst);
	});
	return store.mails.length;
}

function drawn(recipients: Recipient[], count: number, random: () => number): Recipient[] {
	const left = [...recipients];
	return Array.from({ length: count }, () => left.splice(Math.floor(random() * left.length), 1)[0]);
}
