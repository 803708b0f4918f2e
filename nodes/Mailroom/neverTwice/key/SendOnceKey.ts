import { grouped } from '../../grouped';
import { abortable } from '../../transport/abortable';
import type { Outcome } from '../../transport/Outcome';
import { refusedBy, type Answers, type Known, type Memory, type Places } from '../Memory';
import type { Recipient } from '../Recipient';
import { answerOf, storeProblem } from './answers';
import { KeyedRun, type Claim } from './Claim';
import { sentValues, type Entry } from './Entry';
import type { KeyedBatch } from './KeyedBatch';
import type { Ledger } from './Ledger';
import { openLedger } from './openLedger';
import { IF_IN_DOUBT, SEND_ONCE_KEY, type SendOnce } from './options';

interface KeyedRecipient extends Recipient {
	sendOnce: SendOnce;
	entry: Entry;
}

/** Emails with a Send Once Key, in all executions: claims them before they are sent, and skips those already sent. */
export class SendOnceKey implements Memory {
	/** Undefined without keys, or if the history can't be used. */
	private ledger: Ledger | undefined;
	private keyed: KeyedRecipient[] = [];
	private readonly keyedRun = new KeyedRun();
	/** What the run may send, and has not noted yet. Those of one email share a claim. */
	private readonly held = new Map<Recipient, Claim>();

	constructor(private readonly places: Places) {}

	/** Only whether the history can be used. To look up emails, it must claim them. */
	lookUp(recipients: Recipient[]): Answers {
		this.keyed = recipients.filter(isKeyed);
		if (this.keyed.length === 0) return new Map();
		try {
			const entries = distinct(this.keyed);
			const names = entries.map(({ name }) => name);
			const size = this.keyed.reduce((max, one) => Math.max(max, one.sendOnce.historySize), 0);
			const needs = { names, size, noun: this.noun };
			this.ledger = openLedger(this.places, needs, sentValues(entries[0]).length);
			return new Map();
		} catch (error) {
			const cause = error instanceof Error ? error : new Error(String(error));
			return new Map(this.keyed.map((recipient) => [recipient, refusedBy(cause)]));
		}
	}

	async claim(recipients: Recipient[], signal: AbortSignal): Promise<Answers> {
		const { ledger } = this;
		const keyed = recipients.filter(isKeyed);
		if (!ledger || keyed.length === 0) return new Map();
		const batch = ledger.claim(distinct(keyed), this.keyedRun);
		await abortable(batch.decided, signal);
		if (batch.isDecided) this.hold(keyed, batch);
		else ledger.withdraw(batch);
		return refusalsIn(keyed, batch);
	}

	note(recipients: Recipient[], outcome: Outcome | undefined): void {
		const claims = new Set(recipients.flatMap((recipient) => this.held.get(recipient) ?? []));
		for (const recipient of recipients) this.held.delete(recipient);
		for (const claim of claims) this.ledger?.end(claim, endingOf(outcome));
	}

	async close(known: Known[], signal: AbortSignal): Promise<void> {
		const { places, ledger, keyedRun } = this;
		if (!ledger) return;
		const stored = ledger.whenStored(keyedRun).catch((error: Error) => {
			// Only a hint, as the emails were sent.
			const consequence = `The next run may treat emails of this run as in doubt: see "${IF_IN_DOUBT}" in the options`;
			const message = `${storeProblem(error)}. ${consequence}`;
			places.addHint(message);
			places.log(message);
		});
		// A canceled run, or one that n8n's timeout would cancel, must report its account without a wait. The ledger goes on.
		await abortable(stored, signal);
		if (!places.cancelSignal.aborted) this.addHintOnSkipped(known);
	}

	private hold(keyed: KeyedRecipient[], { claims, answers }: KeyedBatch): void {
		for (const recipient of keyed) {
			const { name } = recipient.entry;
			const claim = claims.get(name);
			if (claim && answers.get(name) === 'granted') this.held.set(recipient, claim);
		}
	}

	private addHintOnSkipped(known: Known[]): void {
		const outcomes = new Map(known.map(({ recipient, outcome }) => [recipient, outcome.kind]));
		const having = (kind: Outcome['kind']) =>
			this.keyed.filter((recipient) => outcomes.get(recipient) === kind);
		const sentNow = new Set(having('accepted').map(({ entry }) => entry.name));
		// A second item with an email that this run has sent is not told as skipped.
		const skipped = having('alreadySent').filter(({ entry }) => !sentNow.has(entry.name));
		if (skipped.length === 0) return;
		const count = (some: KeyedRecipient[]) => distinct(some).length.toLocaleString('en-US');
		const example = this.noun === 'lists' ? 'the issue number' : 'an order number';
		this.places.addHint(
			`Skipped ${count(skipped)} of ${count(this.keyed)} ${this.noun}: this ${SEND_ONCE_KEY} was already used for them, so nothing was sent to them again. For a different email, use a different Send Once Key, such as one with ${example}.`,
		);
	}

	private get noun(): 'lists' | 'recipients' {
		return this.keyed.some(({ kind }) => kind === 'list') ? 'lists' : 'recipients';
	}
}

function isKeyed(recipient: Recipient): recipient is KeyedRecipient {
	return recipient.entry !== undefined;
}

function endingOf(outcome: Outcome | undefined) {
	if (outcome?.kind === 'inDoubt') return 'inDoubt';
	return outcome?.kind === 'accepted' ? 'sent' : 'released';
}

/** Items with the same email share an output item, even if sent earlier. */
function refusalsIn(keyed: KeyedRecipient[], batch: KeyedBatch): Answers {
	const answers: Answers = new Map();
	for (const same of byEntry(keyed)) {
		const refusal = batch.answers.get(same[0].entry.name);
		if (refusal === undefined || refusal === 'granted') continue;
		const answer = answerOf(refusal, mostCautious(same).sendOnce.ifInDoubt);
		for (const recipient of same) answers.set(recipient, answer);
	}
	return answers;
}

function byEntry(keyed: KeyedRecipient[]): KeyedRecipient[][] {
	return [...grouped(keyed, ({ entry }) => entry.name).values()];
}

/** Items with the same email may differ in "If in Doubt". */
function mostCautious(same: KeyedRecipient[]): KeyedRecipient {
	return same.find(({ entry }) => !entry.evenInDoubt) ?? same[0];
}

function distinct(keyed: KeyedRecipient[]): Entry[] {
	return byEntry(keyed).map((same) => mostCautious(same).entry);
}
