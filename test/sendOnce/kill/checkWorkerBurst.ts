import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Bench, inDoubtChoices, publishOnce, type Recipient, recipientsOf } from './Bench';
import { storyOf, tallyLine, tallyOf, type Outcome } from './outcomes';

/** Recipients, where the calls share them. */
const SHARED_RECIPIENTS = 40;
/** Part of the recipients that may be in doubt although nothing has crashed. */
const MAX_IN_DOUBT = 0.05;
/** All workers then know what any of them has sent. */
const QUIET_MS = 10_000;

const kinds = [
	{ perCall: 1, operation: 'email sendTransactional' },
	{ perCall: 2, operation: 'email sendToContacts' },
	{ perCall: 2, operation: 'email sendTransactional' },
] as const;

const bursts = inDoubtChoices.flatMap((inDoubt) =>
	(['stopWorkflow', 'continueRegularOutput'] as const).flatMap((onError) =>
		kinds.map((kind) => ({ ...kind, onError, inDoubt })),
	),
);

/**
 * Calls a workflow many times at once, with a Send Once Key, and then once more.
 *
 * @param number of the round, which decides the kind of burst
 */
export async function checkWorkerBurst(bench: Bench, number: number) {
	const { n8n, sandbox, random, checks, say, calls: callCount } = bench;
	const { operation, perCall, onError, inDoubt } = bursts[number % bursts.length];
	const what = `${n8n.name}: ${callCount} calls, ${perCall} recipients each, ${operation}, ${onError}, ${inDoubt}`;
	const { store } = sandbox;
	const recipients = recipientsOf('burst', perCall === 1 ? callCount : SHARED_RECIPIENTS);
	const { callAll } = await publishOnce(bench, { operation, inDoubt, onError, recipients });
	const calls =
		perCall === 1
			? recipients.map((recipient) => [recipient])
			: Array.from({ length: callCount }, () => drawn(recipients, perCall, random));
	const wanted = new Set(calls.flat().map(({ email }) => email)).size;

	const first = await callAll(calls);
	await sleep(QUIET_MS);
	const sentFirst = store.mails.length;
	const second = await callAll(calls);
	const tally = tallyOf(store.mails, first);
	say(`${what}: of ${wanted} ${tallyLine({ ...tally, emails: sentFirst })}`);

	const story = (emails: string[]) => storyOf(emails, store.mails, [...first, ...second]);
	const mostInDoubt = MAX_IN_DOUBT * wanted;
	await checks.check(`${what}: each recipient gets the email, and none is blocked`, () => {
		const { without, forgotten, blocked } = tally;
		// Workers that are asked for the same email at the same moment can both send it.
		const duplicates = perCall === 1 ? tally.duplicates : [];
		const inDoubt = tally.inDoubt.length > mostInDoubt ? tally.inDoubt : [];
		const wrong = [...duplicates, ...without, ...forgotten, ...blocked, ...inDoubt];
		assert.deepEqual(wrong, [], story(wrong));
	});
	await checks.check(`${what}: called again, all have it already`, () => {
		const again = tallyOf(store.mails, second);
		say(`${what}, again: ${tallyLine({ ...again, emails: store.mails.length - sentFirst })}`);
		const isUnknown = ({ kind }: Outcome) => kind !== 'alreadySent' && kind !== 'inDoubt';
		const unknown = inDoubt === 'send' ? [] : second.filter(isUnknown).map(({ email }) => email);
		assert.deepEqual(unknown, [], story(unknown));
		assert.ok(again.inDoubt.length <= mostInDoubt, story(again.inDoubt));
		assert.ok(store.mails.length - sentFirst <= (inDoubt === 'send' ? mostInDoubt : 0));
	});
}

function drawn(recipients: Recipient[], count: number, random: () => number): Recipient[] {
	const left = [...recipients];
	return Array.from({ length: count }, () => left.splice(Math.floor(random() * left.length), 1)[0]);
}
