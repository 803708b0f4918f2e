import { EventLoopYield } from '../run/EventLoopYield';
import { failedBy } from '../run/failedBy';
import { isPending, type Unit } from '../run/Item';
import type { Claims, Features, Recipient, Run } from '../run/Operation';
import { grouped } from '../grouped';
import { abortable } from '../transport/abortable';
import { entryNames, sentValues, type Entry } from './Entry';
import type { KeyedBatch } from './KeyedBatch';
import { KeyedRun } from './KeyedRun';
import type { Ledger } from './Ledger';
import { outcomeOfAnswer, storeProblem } from './outcomeOfAnswer';
import { openLedger } from './openLedger';
import { IF_IN_DOUBT, SEND_ONCE_KEY, type SendOnce } from './options';

export interface WithSendOnce {
	/** Undefined without a key. */
	sendOnce: SendOnce | undefined;
}

interface KeyedEmails<Values> {
	recipient(values: Values): Recipient;
	/** Set if a key belongs to one email only; see `oneEmailPerKey`. */
	emailDigest?(values: Values): string;
	noun: 'recipients' | 'lists';
}

/** Features of an operation that sends each email once per key. */
export function sendOnceBy<Values extends WithSendOnce>(
	emails: KeyedEmails<Values>,
): Features<Values> {
	return {
		recipient: emails.recipient,
		historyKey: ({ sendOnce }) => sendOnce?.key,
		openClaims: async (run) => await claimsOf(run, emails),
	};
}

interface KeyedUnit {
	unit: Unit;
	sendOnce: SendOnce;
	entry: Entry;
	batch?: KeyedBatch;
}

/** Undefined without keys. If the history can't be used, units with a key fail. */
async function claimsOf<Values extends WithSendOnce>(
	run: Run<Values>,
	emails: KeyedEmails<Values>,
): Promise<SendOnceClaims | undefined> {
	const keyed: KeyedUnit[] = [];
	const eventLoop = new EventLoopYield();
	// Includes units of invalid items, whose status the account tells.
	for (const unit of run.items.flatMap(({ units }) => units).filter(isPending)) {
		keyed.push(...keyedUnitOf(unit, emails));
		await eventLoop.ifDue();
	}
	if (keyed.length === 0) return undefined;
	const { noun } = emails;
	try {
		const entries = distinct(keyed);
		const names = entries.map(({ name }) => name);
		const size = keyed.reduce((max, { sendOnce }) => Math.max(max, sendOnce.historySize), 0);
		const ledger = openLedger(run.call, { names, size, noun }, sentValues(entries[0]).length);
		return new SendOnceClaims(run, ledger, noun, keyed);
	} catch (error) {
		for (const { unit } of keyed) run.note({ units: [unit] }, failedBy(error));
		return undefined;
	}
}

function keyedUnitOf<Values extends WithSendOnce>(
	unit: Unit<Values>,
	{ recipient, emailDigest }: KeyedEmails<Values>,
): KeyedUnit[] {
	const { values } = unit;
	const { sendOnce } = values;
	if (!sendOnce) return [];
	const names = entryNames(sendOnce.key, recipient(values));
	const evenInDoubt = sendOnce.ifInDoubt === 'send';
	return [{ unit, sendOnce, entry: { ...names, emailDigest: emailDigest?.(values), evenInDoubt } }];
}

/** Claims emails before they are sent, and skips those already sent. */
class SendOnceClaims implements Claims {
	private readonly keyed: Map<Unit, KeyedUnit>;
	private readonly keyedRun = new KeyedRun();

	constructor(
		private readonly run: Run,
		private readonly ledger: Ledger,
		private readonly noun: KeyedEmails<unknown>['noun'],
		keyed: KeyedUnit[],
	) {
		this.keyed = new Map(keyed.map((one) => [one.unit, one]));
	}

	/** The first call claims a batch as a whole. Later ones, for its parts, only leave out what has an outcome by now. */
	async claim(units: Unit[]): Promise<Unit[]> {
		const { ledger, run } = this;
		const keyed = units.flatMap((unit) => this.keyed.get(unit) ?? []);
		if (keyed.length > 0 && !keyed[0].batch) {
			const batch = ledger.claim(distinct(keyed), this.keyedRun);
			for (const one of keyed) one.batch = batch;
			await abortable(batch.decided, run.stopSignal);
			if (!batch.isDecided) ledger.withdraw(batch);
			this.noteAnswers(keyed);
		}
		return units.filter(isPending);
	}

	/** Without an outcome, the claim is released. */
	end(unit: Unit): void {
		const { batch, entry } = this.keyed.get(unit) ?? {};
		const claim = entry && batch?.claims.get(entry.name);
		if (!claim) return;
		const kind = unit.outcome?.kind;
		if (kind === 'inDoubt') this.ledger.end(claim, 'inDoubt');
		else this.ledger.end(claim, kind === 'accepted' ? 'sent' : 'released');
	}

	async finish(): Promise<void> {
		const { run, ledger, keyedRun } = this;
		const stored = ledger.whenStored(keyedRun).catch((error: Error) => {
			// Only a hint, as the emails were sent.
			const consequence = `The next run may treat emails of this run as in doubt: see "${IF_IN_DOUBT}" in the options`;
			const message = `${storeProblem(error)}. ${consequence}`;
			run.addHint(message);
			run.log(message);
		});
		// A canceled run, or one that n8n's timeout would cancel, must report its account without a wait. The ledger goes on.
		const { cancelSignal, abandonSignal } = run;
		await abortable(stored, AbortSignal.any([cancelSignal, abandonSignal]));
		if (!run.isCanceled) this.addHintOnSkipped();
	}

	private addHintOnSkipped(): void {
		const all = [...this.keyed.values()];
		const sentNow = all.filter(({ unit }) => unit.outcome?.kind === 'accepted');
		const namesOfNow = new Set(sentNow.map(({ entry }) => entry.name));
		// A second item with an email that this run has sent is not told as skipped.
		const skipped = all.filter(
			({ unit, entry }) => unit.outcome?.kind === 'alreadySent' && !namesOfNow.has(entry.name),
		);
		if (skipped.length === 0) return;
		const count = (some: KeyedUnit[]) => distinct(some).length.toLocaleString('en-US');
		const example = this.noun === 'lists' ? 'the issue number' : 'an order number';
		this.run.addHint(
			`Skipped ${count(skipped)} of ${count(all)} ${this.noun}: this ${SEND_ONCE_KEY} was already used for them, so nothing was sent to them again. For a different email, use a different Send Once Key, such as one with ${example}.`,
		);
	}

	private noteAnswers(keyed: KeyedUnit[]): void {
		// Items with the same email share an output item, even if sent earlier.
		for (const same of byEntry(keyed)) {
			const { batch, entry } = same[0];
			const answer = batch?.answers.get(entry.name);
			if (answer === undefined || answer === 'granted') continue;
			const outcome = outcomeOfAnswer(answer, mostCautious(same).sendOnce.ifInDoubt);
			this.run.note({ units: same.map(({ unit }) => unit) }, outcome);
		}
	}
}

function byEntry(keyed: KeyedUnit[]): KeyedUnit[][] {
	return [...grouped(keyed, ({ entry }) => entry.name).values()];
}

/** Items with the same email may differ in "If in Doubt". */
function mostCautious(same: KeyedUnit[]): KeyedUnit {
	return same.find(({ entry }) => !entry.evenInDoubt) ?? same[0];
}

function distinct(keyed: KeyedUnit[]): Entry[] {
	return byEntry(keyed).map((same) => mostCautious(same).entry);
}
