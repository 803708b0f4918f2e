import { EventLoopYield } from '../execution/EventLoopYield';
import { failedBy } from '../execution/failedBy';
import { isPending, type Batch, type Unit } from '../execution/Item';
import type { Claims, Operation, Recipient } from '../execution/Operation';
import type { Run } from '../execution/Run';
import { grouped } from '../grouped';
import type { Hold } from '../transport/gate/Hold';
import type { ClaimAnswer, Claimant, ClaimRequest } from './ClaimRequest';
import { entryName, type Entry } from './dedupEntry';
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
	/** Digest of the email, if a key belongs to one email only. */
	onlyEmail?(values: Values): string;
	noun: 'recipients' | 'lists';
}

/** The part of an operation that sends each email once per key. */
export function sendOnceBy<Values extends WithSendOnce>(
	emails: KeyedEmails<Values>,
): Pick<Operation<Values>, 'recipient' | 'historyKey' | 'claims'> {
	return {
		recipient: emails.recipient,
		historyKey: ({ sendOnce }) => sendOnce?.key,
		claims: async (run) => await claimsOf(run, emails as KeyedEmails<WithSendOnce>),
	};
}

interface Keyed {
	unit: Unit;
	sendOnce: SendOnce;
	email: Entry;
	request?: ClaimRequest;
}

/** Undefined without keys. If the history can't be used, units with a key fail. */
async function claimsOf(
	run: Run,
	{ recipient, onlyEmail, noun }: KeyedEmails<WithSendOnce>,
): Promise<SendOnceClaims | undefined> {
	const keyed: Keyed[] = [];
	const eventLoop = new EventLoopYield();
	// Includes units of invalid items, whose status the account tells.
	for (const unit of run.items.flatMap(({ units }) => units).filter(isPending)) {
		const values = unit.values as WithSendOnce;
		const { sendOnce } = values;
		await eventLoop.ifDue();
		if (!sendOnce) continue;
		const name = entryName(sendOnce.key, recipient(values));
		const evenInDoubt = sendOnce.ifInDoubt === 'send';
		keyed.push({ unit, sendOnce, email: { name, digest: onlyEmail?.(values), evenInDoubt } });
	}
	if (keyed.length === 0) return undefined;
	try {
		const names = distinct(keyed).map(({ name }) => name);
		const size = keyed.reduce((max, { sendOnce }) => Math.max(max, sendOnce.historySize), 0);
		const ledger = openLedger(run.call, { names, size, noun }, onlyEmail ? 2 : 1);
		return new SendOnceClaims(run, ledger, noun, keyed);
	} catch (error) {
		for (const { unit } of keyed) run.note({ units: [unit] }, failedBy(error));
		return undefined;
	}
}

/** Claims emails before they are sent, and skips those already sent. */
class SendOnceClaims implements Claims {
	private readonly keyed: Map<Unit, Keyed>;
	private readonly claimant: Claimant;

	constructor(
		private readonly run: Run,
		private readonly ledger: Ledger,
		private readonly noun: KeyedEmails<unknown>['noun'],
		keyed: Keyed[],
	) {
		this.keyed = new Map(keyed.map((one) => [one.unit, one]));
		this.claimant = { isWanted: () => !run.ended.aborted, leftInDoubt: new Set() };
	}

	async claim(units: Unit[]): Promise<Unit[]> {
		const keyed = this.keyedOf(units);
		if (keyed.length > 0) {
			const request = keyed[0].request ?? this.ledger.claim(distinct(keyed), this.claimant);
			for (const one of keyed) one.request = request;
			await request.whenReady();
			this.noteAnswers(keyed);
		}
		return units.filter(isPending);
	}

	/** Closed while claims are written. Withdraws the request once some of its emails must not be sent. */
	hold({ units }: Batch): Hold {
		const keyed = this.keyedOf(units);
		const request = keyed.at(0)?.request;
		if (!request) return { start: () => 'go' };
		return {
			start: () => {
				if (keyed.some((one) => answerOf(one))) return undefined;
				if (!request.isReady) return 'wait';
				const claims = keyed.flatMap(({ email }) => request.claimOf(email.name) ?? []);
				return claims.length === keyed.length && this.ledger.start(claims) ? 'go' : 'wait';
			},
			onChange: (wake) => request.onChange(wake),
		};
	}

	/** Without an outcome, the claim is released. */
	end(unit: Unit): void {
		const { request, email } = this.keyed.get(unit) ?? {};
		if (!request || !email) return;
		const isInDoubt = unit.outcome?.kind === 'inDoubt';
		const certain = unit.outcome?.kind === 'accepted' ? 'sent' : 'released';
		this.ledger.end(request, email.name, isInDoubt ? 'inDoubt' : certain);
	}

	async finish(): Promise<void> {
		const { run, ledger, claimant } = this;
		const finished = ledger.finish(claimant).catch((error: Error) => {
			// Only a hint, as the emails were sent.
			const consequence = `The next run may treat emails of this run as in doubt: see "${IF_IN_DOUBT}" in the options`;
			const message = `${storeProblem(error)}. ${consequence}`;
			run.addHint(message);
			run.log(message);
		});
		// A canceled run must report its account without a wait.
		if (run.isCancelled) return;
		await finished;
		this.addHint();
	}

	private addHint(): void {
		const all = [...this.keyed.values()];
		const before = all.filter(({ unit }) => unit.outcome?.kind === 'alreadySent');
		if (before.length === 0) return;
		const count = (some: Keyed[]) => distinct(some).length.toLocaleString('en-US');
		const example = this.noun === 'lists' ? 'the issue number' : 'an order number';
		this.run.addHint(
			`Skipped ${count(before)} of ${count(all)} ${this.noun}: this ${SEND_ONCE_KEY} was already used for them, so nothing was sent to them again. For a different email, use a different Send Once Key, such as one with ${example}.`,
		);
	}

	private keyedOf(units: Unit[]): Keyed[] {
		return units.flatMap((unit) => this.keyed.get(unit) ?? []);
	}

	private noteAnswers(keyed: Keyed[]): void {
		// Items with the same email share an output item, even if sent earlier.
		for (const same of byEntry(keyed)) {
			const answer = answerOf(same[0]);
			if (answer === undefined || answer === 'notWanted') continue;
			const outcome = outcomeOfAnswer(answer, mostCautious(same).sendOnce.ifInDoubt);
			this.run.note({ units: same.map(({ unit }) => unit) }, outcome);
		}
	}
}

function answerOf({ request, email }: Keyed): ClaimAnswer | undefined {
	return request?.answers.get(email.name);
}

function byEntry(keyed: Keyed[]): Keyed[][] {
	return [...grouped(keyed, ({ email }) => email.name).values()];
}

/** Items with the same email may differ in "If in Doubt". */
function mostCautious(same: Keyed[]): Keyed {
	return same.find(({ email }) => !email.evenInDoubt) ?? same[0];
}

function distinct(keyed: Keyed[]): Entry[] {
	return byEntry(keyed).map((same) => mostCautious(same).email);
}
