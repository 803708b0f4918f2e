import { InvalidParameter } from '../parameters/InvalidParameter';
import type { Claim, Claimant, ClaimAnswer, EmailAsked } from '../sendOnce/Claim';
import { emailDigest, sendOnceEntry } from '../sendOnce/dedupEntry';
import type { Ledger } from '../sendOnce/Ledger';
import { HISTORY_SIZE, IF_IN_DOUBT, SEND_ONCE_KEY } from '../sendOnce/optionLabels';
import { systemClock } from '../transport/clock';
import type { RunQueue } from '../transport/RunQueue';
import { isInDoubt, ServiceError } from '../transport/ServiceError';
import { statusOf, type Batch, type End, type Unit } from './Item';
import type { SendOnce, SendOnceSettings } from './Operation';
import type { Run } from './Run';

const IN_DOUBT = `An earlier run, or an earlier item of this run, began to send this email and never learned what came of it, so it may or may not have been sent. Look it up; then choose "Skip" or "Send" in the option "${IF_IN_DOUBT}". With another ${SEND_ONCE_KEY} everybody would get it again.`;

/** With "Send", which is about what earlier runs left in doubt. */
const IN_DOUBT_IN_THIS_RUN =
	'An earlier item of this run began to send this email and never learned what came of it, so it may or may not have been sent. It is not sent twice in one run: look it up before you run it again.';

const OTHER_EMAIL =
	'was used before for an email to this list with another subject or body, and a key belongs to one email. Nothing was sent to the list. Enter another key for this email, such as the number of the issue or of the week';

const IN_FLIGHT =
	'Not sent: another run has had this email in flight for more than a minute. Run it again later';

/** A look at the rest, at an early end, is worth a moment, not a long wait. */
const MAX_LOOK_MS = 5_000;

/** A piece with a Send Once Key. */
interface Keyed {
	piece: Unit;
	settings: SendOnceSettings;
	/** Its entry in the history. */
	asked: EmailAsked;
	claim?: Claim;
}

/** Claims emails before they go out, where the user has set a Send Once Key, and keeps back what their recipients had before. */
export class SendOnceClaims {
	private readonly keyed = new Map<Unit, Keyed>();

	/** Left in doubt by this run. */
	private readonly leftInDoubt = new Set<string>();

	private readonly claims = new Set<Claim>();

	/** Pieces that wait for their claims. */
	private readonly claiming = new Set<Promise<unknown>>();

	/** This run, as the ledger knows it. */
	private claimant: Claimant | undefined;

	/** Set before anything is asked of it. */
	private ledger: Ledger | undefined;

	private constructor(
		private readonly sendOnce: SendOnce<unknown>,
		private readonly run: Run,
	) {}

	/**
	 * Claims those that have a Send Once Key. A piece that cannot be sent gets its outcome here.
	 *
	 * @returns undefined when nothing has one
	 */
	static of(run: Run, units: Unit[]): SendOnceClaims | undefined {
		const { sendOnce } = run.operation;
		if (!sendOnce) return undefined;
		const claims = new SendOnceClaims(sendOnce, run);
		for (const piece of units) claims.add(piece);
		if (claims.keyed.size === 0) return undefined;
		try {
			claims.openLedger();
		} catch (error) {
			for (const piece of claims.keyed.keys()) claims.fail(piece, error);
		}
		return claims;
	}

	/**
	 * Claims the recipients of a call. Waits, in its place, for what others have in flight.
	 *
	 * @returns the pieces that are to be sent now; the others have their outcome
	 */
	async claim({ units }: Batch, lane: RunQueue): Promise<Unit[]> {
		const keyed = units.flatMap((piece) => this.keyed.get(piece) ?? []);
		if (keyed.length > 0) {
			this.claimant ??= {
				executionId: this.run.executionId,
				isWanted: () => !lane.cancellation.isCancelled,
			};
			const claiming = this.claimAll(keyed, this.claimant);
			this.claiming.add(claiming);
			await claiming.finally(() => this.claiming.delete(claiming));
		}
		return units.filter((piece) => {
			const one = this.keyed.get(piece);
			return piece.outcome === undefined && (one === undefined || one.claim !== undefined);
		});
	}

	/** Says if `start` would not fail for want of an answer: before that the request is to have no turn. */
	canStart(call: Batch): boolean {
		const claims = this.claimsOf(call);
		return claims.length === 0 || this.ledger?.canStart(claims) !== false;
	}

	/**
	 * To be called right before a request leaves, each time.
	 *
	 * @returns false when its recipients are to be claimed again
	 * @throws DedupStoreError
	 */
	start(call: Batch): boolean {
		const claims = this.claimsOf(call);
		if (claims.length === 0 || this.ledger?.start(claims)) return true;
		for (const one of call.units.flatMap((piece) => this.keyed.get(piece) ?? [])) {
			if (one.claim) this.ledger?.release(one.claim);
			one.claim = undefined;
		}
		return false;
	}

	private claimsOf({ units }: Batch): Claim[] {
		return units.flatMap((piece) => this.keyed.get(piece)?.claim ?? []);
	}

	/** Notes the outcome of a piece that was claimed. */
	settle(piece: Unit): void {
		const { claim, asked } = this.keyed.get(piece) ?? {};
		if (!claim || !asked) return;
		const { outcome } = piece;
		if (outcome?.kind === 'accepted') this.ledger?.sent(claim);
		else if (outcome?.kind === 'failed' && isInDoubt(outcome.error)) {
			this.leftInDoubt.add(asked.name);
			this.ledger?.leaveInDoubt(claim);
		} else this.ledger?.release(claim);
	}

	/** Finds out, for the account of a run that ends early, what else was sent before, or is in doubt. */
	async lookUp(): Promise<void> {
		const until = systemClock.now() + MAX_LOOK_MS;
		const rest = [...this.keyed.values()].filter(({ piece }) => statusOf(piece) === 'not sent');
		const answers = await this.ledger?.lookUp(distinct(rest.map(({ asked }) => asked)), {
			executionId: this.run.executionId,
			isWanted: () => systemClock.now() < until,
		});
		for (const { piece, asked } of rest) {
			const kind = answers?.get(asked.name)?.kind;
			if (kind === 'sent') this.note(piece, { kind: 'alreadySent' });
			// It keeps the failure of this run, if it has one.
			if (kind === 'inDoubt') {
				piece.earlier = { kind: 'failed', error: inDoubtError(), call: { units: [piece] } };
			}
		}
	}

	/**
	 * To be called when nothing is under way any more: what was claimed and not sent is free again.
	 *
	 * @throws DedupStoreError
	 */
	async finish(): Promise<void> {
		await Promise.allSettled(this.claiming);
		for (const { piece } of this.keyed.values())
			if (piece.outcome === undefined) this.settle(piece);
		await this.ledger?.written([...this.claims]);
	}

	/** How many recipients had the email before; undefined for none. */
	hint(): string | undefined {
		const all = [...this.keyed.values()];
		const before = all.filter(({ piece }) => piece.outcome?.kind === 'alreadySent');
		if (before.length === 0) return undefined;
		const [some, total] = [before, all].map((units) =>
			new Set(units.map(({ asked }) => asked.name)).size.toLocaleString('en-US'),
		);
		return `${some} of ${total} ${this.sendOnce.noun} had this email already, so it was not sent again. To send it again, set another ${SEND_ONCE_KEY}.`;
	}

	private add(piece: Unit): void {
		const { sendOnce } = this;
		const settings = sendOnce.settings(piece.values);
		if (!settings) return;
		const { kind, name: recipient } = sendOnce.recipient(piece.values);
		const texts = sendOnce.onlyEmail?.(piece.values);
		const asked = {
			name: sendOnceEntry({ kind, key: settings.key, recipient }),
			digest: texts && emailDigest(texts),
			evenInDoubt: settings.inDoubt === 'send',
		};
		this.keyed.set(piece, { piece, settings, asked });
	}

	private openLedger(): void {
		const all = [...this.keyed.values()];
		const sizes = all.map(({ settings }) => settings.historySize);
		const historySize = sizes.reduce((least, size) => Math.min(least, size));
		// The account of a run that is refused here looks up what was sent before.
		this.ledger = this.run.openLedger(historySize * this.valuesOfRecipient);
		const recipients = new Set(all.map(({ asked }) => asked.name)).size;
		if (recipients > historySize) {
			throw new InvalidParameter(
				HISTORY_SIZE,
				`is ${historySize}, but this run has ${recipients} ${this.sendOnce.noun}: the first would be forgotten before the last. Enter a larger number`,
			);
		}
	}

	/** How many values the history keeps of each. */
	private get valuesOfRecipient(): number {
		return this.sendOnce.onlyEmail ? 2 : 1;
	}

	private async claimAll(keyed: Keyed[], claimant: Claimant): Promise<void> {
		const asked = keyed.map(({ asked: one }) =>
			// It is not sent twice in one run.
			this.leftInDoubt.has(one.name) ? { ...one, evenInDoubt: false } : one,
		);
		try {
			const answers = await this.ledger?.claim(distinct(asked), claimant);
			// Items that ask for the same email come out as they would if it were sent: in one.
			const calls = new Map(keyed.map(({ piece, asked: { name } }) => [name, { units: [piece] }]));
			for (const one of keyed) {
				const { name } = one.asked;
				const answer = answers?.get(name);
				if (answer) this.take(one, answer, calls.get(name));
			}
		} catch (error) {
			for (const { piece } of keyed) this.fail(piece, error);
		}
	}

	private take(one: Keyed, answer: ClaimAnswer, call?: Batch): void {
		const { piece, settings, asked } = one;
		switch (answer.kind) {
			case 'claimed':
				one.claim = answer.claim;
				this.claims.add(answer.claim);
				return;
			case 'notWanted':
			case 'free':
				return;
			case 'inFlight':
				this.fail(piece, new ServiceError(IN_FLIGHT, { outcome: 'notSent' }), call);
				return;
			case 'otherEmail':
				this.fail(piece, new InvalidParameter(SEND_ONCE_KEY, OTHER_EMAIL), call);
				return;
			case 'inDoubt':
				if (settings.inDoubt === 'skip') break;
				this.fail(piece, inDoubtError(asked.evenInDoubt ? IN_DOUBT_IN_THIS_RUN : IN_DOUBT), call);
				return;
			case 'sent':
				break;
		}
		this.note(piece, { kind: 'alreadySent' }, call);
	}

	private fail(piece: Unit, error: unknown, call?: Batch): void {
		this.note(piece, { kind: 'failed', error }, call);
	}

	/** @param call that it shares with others; none was sent */
	private note(piece: Unit, end: End, call: Batch = { units: [piece] }): void {
		piece.outcome = { ...end, call };
		this.run.memory.keep(piece.item);
	}
}

function distinct(asked: EmailAsked[]): EmailAsked[] {
	return [...new Map(asked.map((one) => [one.name, one])).values()];
}

function inDoubtError(message = IN_DOUBT): ServiceError {
	return new ServiceError(message, { outcome: 'inDoubt' });
}
