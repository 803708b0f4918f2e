import { sleep } from 'n8n-workflow';
import { InvalidParameter } from '../parameters/InvalidParameter';
import type { Ledger } from '../sendOnce/Ledger';
import { sendOnceEntry } from '../sendOnce/entry';
import { HISTORY_SIZE, IF_IN_DOUBT, SEND_ONCE_KEY } from '../sendOnce/optionLabels';
import type { Lane } from '../transport/Lane';
import { CONTACTS_PER_CALL } from '../service';
import { isInDoubt, ServiceError } from '../transport/ServiceError';
import type { Execution } from './Execution';
import type { Call, CallSize, Piece } from './ItemRun';
import type { Operation, SendOnce, SendOnceSettings } from './Operation';
import type { CallPlan } from './planCalls';

/** What is claimed in one go. */
const GROUP = { calls: 15, pieces: CONTACTS_PER_CALL };
/** What may be claimed and not confirmed: so much is in doubt when n8n is killed. */
const MAX_OPEN = { calls: 20, pieces: 2 * CONTACTS_PER_CALL };

/** A long history keeps n8n busy for a moment. What has just started is to leave before, not together with the next. */
const CLAIM_AFTER_START_MS = 15;

const IN_DOUBT = `An earlier run, or an earlier item of this run, began to send this email and never learned what came of it, so it may or may not have been sent. Look it up; then choose "Skip" or "Send" in the option "${IF_IN_DOUBT}". With another ${SEND_ONCE_KEY} everybody would get it again.`;

/** With "Send", which is about what earlier runs left in doubt. */
const IN_DOUBT_IN_THIS_RUN =
	'An earlier item of this run began to send this email and never learned what came of it, so it may or may not have been sent. It is not sent twice in one run: look it up before you run it again.';

/** A piece with a Send Once Key. */
interface KeyedPiece<Ask> {
	piece: Piece<Ask>;
	settings: SendOnceSettings;
	/** Its name in the history. */
	entry: string;
}

/** Claims emails before they go out, where the user has set a Send Once Key, and keeps back what their recipients had before. */
export class SendOnceClaims<Ask> {
	private readonly keyed = new Map<Piece<Ask>, KeyedPiece<Ask>>();

	/** The call that an entry was claimed for. A later one with the same entry has to wait for its outcome. */
	private readonly claimedFor = new Map<string, Call<Ask>>();

	/** Claimed, and with no outcome yet. */
	private readonly open = new Map<Call<Ask>, Set<Piece<Ask>>>();

	private readonly callOf = new Map<Piece<Ask>, Call<Ask>>();

	/** What this or another run of this process has under way. */
	private readonly waiting = new Set<Piece<Ask>>();

	private ledger: Ledger | undefined;

	/** Why something may not be sent, whichever of the calls that were claimed together it is in. */
	refusal: Piece['outcome'];

	/** The claim that is being made. */
	private claiming: Promise<void> = Promise.resolve();

	private wakeUp = () => {};

	private constructor(
		private readonly sendOnce: SendOnce<Ask>,
		private readonly execution: Execution,
	) {}

	/**
	 * Looks at what is to be sent, before anything is. What cannot be sent gets its outcome here.
	 *
	 * @returns undefined when nothing has a Send Once Key
	 */
	static async before<Ask>(
		{ sendOnce }: Operation<Ask>,
		execution: Execution,
		pieces: Array<Piece<Ask>>,
	): Promise<SendOnceClaims<Ask> | undefined> {
		if (!sendOnce) return undefined;
		const claims = new SendOnceClaims(sendOnce, execution);
		for (const piece of pieces) claims.add(piece);
		if (claims.keyed.size === 0) return undefined;
		try {
			claims.ledger = claims.openLedger();
			if (!execution.continueOnFail) await claims.findInDoubt();
		} catch (error) {
			for (const piece of claims.keyed.keys()) claims.fail(piece, error);
		}
		return claims;
	}

	/**
	 * Which pieces of `calls[index]` are to be sent. The outcome of the others is set, or they wait for what is under way
	 * elsewhere. Claims those of the next calls, too.
	 *
	 * @param lane of the run: when that ends, what waits for its turn gets no outcome, and nothing more is claimed
	 */
	async admit(calls: Array<Call<Ask>>, index: number, lane: Lane): Promise<Call<Ask>> {
		const call = calls[index];
		if (call.some((piece) => this.isToBeClaimed(piece))) {
			if (this.open.size > 0) await sleep(CLAIM_AFTER_START_MS);
			await this.untilThereIsRoom(call, lane);
			if (lane.signal?.aborted) return [];
			this.claiming = this.claim(this.group(calls, index));
			await this.claiming;
		}
		return call.filter(
			(piece) =>
				piece.outcome === undefined && (!this.keyed.has(piece) || this.callOf.get(piece) === call),
		);
	}

	/** Notes the outcome of a piece that was admitted. */
	settle(piece: Piece<Ask>): void {
		const call = this.callOf.get(piece);
		const keyed = this.keyed.get(piece);
		if (!call || !keyed) return;
		const { outcome } = piece;
		if (outcome?.kind === 'accepted') this.ledger?.confirm(keyed.entry);
		else if (outcome?.kind === 'failed' && isInDoubt(outcome.error)) {
			this.ledger?.leaveInDoubt(keyed.entry);
		} else this.ledger?.release(keyed.entry);

		const open = this.open.get(call);
		open?.delete(piece);
		if (open?.size === 0) this.open.delete(call);
		this.claimedFor.delete(keyed.entry);
		this.wakeUp();
	}

	get hasPostponed(): boolean {
		return this.waiting.size > 0;
	}

	/**
	 * What waited for another run or an earlier call, when that has come to an end with it. This run holds no claim of it
	 * meanwhile.
	 */
	async postponed(plan: CallPlan<Ask>): Promise<Array<Call<Ask>>> {
		const pieces = [...this.waiting];
		this.waiting.clear();
		const entries = new Set(pieces.map((piece) => this.keyed.get(piece)?.entry ?? ''));
		await Promise.all([...entries].map(async (entry) => await this.ledger?.whenSettled(entry)));
		return plan(pieces);
	}

	/**
	 * To be called when nothing is under way any more: what was claimed and not sent is free again.
	 *
	 * @throws HistoryFailed
	 */
	async finish(): Promise<void> {
		// A run that is cancelled does not wait for it: what it gets is free again, too.
		await this.claiming;
		for (const piece of this.callOf.keys()) {
			if (piece.outcome === undefined) this.settle(piece);
		}
		await this.ledger?.finish();
	}

	/** How many recipients had the email before; undefined for none. */
	hint(): string | undefined {
		const all = [...this.keyed.values()];
		const before = all.filter(({ piece }) => piece.outcome?.kind === 'alreadySent');
		if (before.length === 0) return undefined;
		const [some, total] = [before, all].map((pieces) =>
			new Set(pieces.map(({ entry }) => entry)).size.toLocaleString('en-US'),
		);
		return `${some} of ${total} ${this.sendOnce.noun} had this email already, so it was not sent again. To send it again, set another ${SEND_ONCE_KEY}.`;
	}

	private add(piece: Piece<Ask>): void {
		const settings = this.sendOnce.settings(piece.ask);
		if (!settings) return;
		const { kind, name } = this.sendOnce.recipient(piece.ask);
		const entry = sendOnceEntry({ kind, key: settings.key, recipient: name });
		this.keyed.set(piece, { piece, settings, entry });
	}

	private openLedger(): Ledger {
		const all = [...this.keyed.values()];
		const sizes = all.map(({ settings }) => settings.historySize);
		const historySize = sizes.reduce((least, size) => Math.min(least, size));
		const recipients = new Set(all.map(({ entry }) => entry)).size;
		if (recipients > historySize) {
			throw new InvalidParameter(
				HISTORY_SIZE,
				`is ${historySize}, but this run has ${recipients} ${this.sendOnce.noun}: the first would be forgotten before the last. Enter a larger number`,
			);
		}
		return this.execution.openLedger(historySize);
	}

	/**
	 * With "Stop" nothing is sent when a part of it is in doubt, and that is an error. A look leaves in doubt what n8n is killed in:
	 * no more at once than a run may have open.
	 */
	private async findInDoubt(): Promise<void> {
		const asked = [...this.keyed.values()].filter(({ settings }) => settings.inDoubt === 'fail');
		const entries = asked.map(({ entry }) => entry);
		const groupSize = this.sendOnce.perCall === 1 ? MAX_OPEN.calls : GROUP.pieces;
		const found = await this.ledger?.findInDoubt(entries, groupSize, this.execution.signal);
		for (const { piece, entry } of asked) {
			if (found?.has(entry)) this.fail(piece, inDoubtError());
		}
	}

	private isToBeClaimed(piece: Piece<Ask>): boolean {
		return (
			this.keyed.has(piece) && piece.outcome === undefined && this.callOf.get(piece) === undefined
		);
	}

	private async untilThereIsRoom(call: Call<Ask>, lane: Lane): Promise<void> {
		while (this.open.size > 0 && !this.hasRoomFor([call]) && !lane.signal?.aborted) {
			const settled = new Promise<void>((resolve) => {
				this.wakeUp = resolve;
			});
			await lane.wait(settled).catch(() => {});
		}
	}

	/** The calls from `index` on that can be claimed together. */
	private group(calls: Array<Call<Ask>>, index: number): Array<Call<Ask>> {
		const group = [calls[index]];
		for (const call of calls.slice(index + 1, index + GROUP.calls)) {
			const next = [...group, call];
			const pieces = next.reduce((sum, { length }) => sum + length, 0);
			if (pieces > GROUP.pieces || !this.hasRoomFor(next)) break;
			group.push(call);
		}
		return group;
	}

	private hasRoomFor(calls: Array<Call<Ask>>): boolean {
		const open = [...this.open.values()].map(({ size }) => size);
		const all = [...open, ...calls.map(({ length }) => length)];
		const pieces = all.reduce((sum, size) => sum + size, 0);
		return all.length <= MAX_OPEN.calls && pieces <= MAX_OPEN.pieces;
	}

	private async claim(calls: Array<Call<Ask>>): Promise<void> {
		const asked: Array<{ call: Call<Ask>; one: KeyedPiece<Ask> }> = [];
		for (const call of calls) {
			for (const piece of call) {
				const one = this.keyed.get(piece);
				if (!one || !this.isToBeClaimed(piece)) continue;
				const earlier = this.claimedFor.get(one.entry) ?? call;
				if (earlier === call) asked.push({ call, one });
				else this.waiting.add(piece);
				this.claimedFor.set(one.entry, earlier);
			}
		}
		for (const evenInDoubt of [false, true]) {
			const some = asked.filter(({ one }) => (one.settings.inDoubt === 'send') === evenInDoubt);
			if (some.length > 0) await this.claimSome(some, evenInDoubt);
		}
	}

	private async claimSome(
		some: Array<{ call: Call<Ask>; one: KeyedPiece<Ask> }>,
		evenInDoubt: boolean,
	): Promise<void> {
		const entries = [...new Set(some.map(({ one }) => one.entry))];
		try {
			const results = await this.ledger?.claim(entries, { evenInDoubt });
			const lost = await this.ledger?.lostToOthers();
			// Items that ask for the same email come out as they would if it were sent: in one.
			const sizes = new Map(entries.map((entry) => [entry, ownSize()]));
			for (const { call, one } of some) {
				const { piece, entry, settings } = one;
				const result = lost?.has(entry) ? 'elsewhere' : results?.get(entry);
				const shared = sizes.get(entry) ?? ownSize();
				if (result === 'claimed') this.opened(call, piece);
				else this.claimedFor.delete(entry);
				if (result === 'elsewhere') this.waiting.add(piece);
				if (result === 'inDoubt' && settings.inDoubt !== 'skip') {
					const error =
						settings.inDoubt === 'send' ? inDoubtError(IN_DOUBT_IN_THIS_RUN) : inDoubtError();
					this.note(piece, { kind: 'failed', error, call: shared });
				}
				const countsAsSent = result === 'inDoubt' && settings.inDoubt === 'skip';
				if (result === 'sent' || countsAsSent) {
					this.note(piece, { kind: 'alreadySent', call: shared });
				}
			}
		} catch (error) {
			for (const { one } of some) {
				this.claimedFor.delete(one.entry);
				this.fail(one.piece, error);
			}
		}
	}

	private opened(call: Call<Ask>, piece: Piece<Ask>): void {
		this.callOf.set(piece, call);
		this.open.set(call, (this.open.get(call) ?? new Set()).add(piece));
	}

	private fail(piece: Piece<Ask>, error: unknown): void {
		this.note(piece, { kind: 'failed', error, call: ownSize() });
	}

	private note(piece: Piece<Ask>, outcome: NonNullable<Piece['outcome']>): void {
		piece.outcome = outcome;
		if (outcome.kind === 'failed') this.refusal ??= outcome;
		this.execution.memory.remember(piece, outcome);
	}
}

/** Of what no request was sent for. */
function ownSize(): CallSize {
	return { itemCount: 1, pieceCount: 1 };
}

function inDoubtError(message = IN_DOUBT): ServiceError {
	return new ServiceError(message, { outcome: 'inDoubt' });
}
