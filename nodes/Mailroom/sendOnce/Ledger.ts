import {
	Claim,
	type Claimant,
	type ClaimAnswer,
	type EmailAsked,
	type PendingClaim,
} from './Claim';
import { foundIn, leasePeriod, leaseValue, valuesOfClaim, type EntryAsked } from './entry';
import { HistoryFailed } from './HistoryFailed';
import type { HistoryStore } from './HistoryStore';
import { HistoryRetention } from './HistoryRetention';
import { IF_IN_DOUBT } from './optionLabels';
import { WriteProof, type Looked } from './WriteProof';
import type { Clock } from '../transport/clock';

/** So much of a node may be in doubt when n8n is killed: requests, and the recipients in them. */
const MOST_OPEN = { requests: 20, entries: 200 };
/** So many requests are claimed before they have their turn: enough for the full pace. */
const MOST_AHEAD = 10;

/**
 * So long lies between two writes, but where somebody would wait for the next one: each reads and writes the whole history, which takes
 * n8n long where that is long.
 */
const WRITE_EVERY_MS = 250;
/** An open claim is recorded again so often: that renews its lease, and mends what others have undone. */
const RENEW_AFTER_MS = 500;
/** So long after it was seen in the store, a claim stands, or is back within the next write. */
const STANDS_FOR_MS = 2 * RENEW_AFTER_MS;

/** Timers cannot wait for ever, and one that waits keeps a process from ending. */
const MOST_WAIT_MS = 1_000;

/** An email that another process has under way is asked for again so often. */
const ASK_AGAIN_AFTER_MS = 1_000;
/** A request waits so long for an email that another run has in flight. */
const MAX_WAIT_FOR_OTHERS_MS = 60_000;
/** Recipients looked up in one go: no more may be claimed ahead. */
const LOOKED_UP_AT_ONCE = 10;

/**
 * An entry that is open without a lease may be a trace of what was sent: another process can bring back for a moment what its owner has
 * removed. It is in doubt when it is so again after its owner would have mended that, and this much.
 */
const LAPSED_FOR_MS = 3_000;
/** A look so long ago says nothing of now. */
const LAPSED_COUNTS_FOR_MS = 60_000;

/**
 * An email that was sent, and is proven to be in the store, is watched for so long: a process that takes seconds from reading the history to
 * writing it undoes even that. It is looked at more often at first, as most calls that are slow are not slower than that.
 */
const WATCH = { forMs: 30_000, closelyForMs: 5_000, closelyEveryMs: 500, everyMs: 2_000 };
/** So many at the most, the last ones. */
const MOST_WATCHED = 500;
/** Mended so many times, as a write in between could undo the first. */
const MENDS = 2;

/** So many of the last emails are known without asking the history. Each question could be undone, and leave a trace. */
const SENT_REMEMBERED = 500;

const RETRY_AFTER_MS = 1_000;
/** A claim waits so long for a history that fails. */
const FAILS_AFTER_MS = 10_000;
/** An outcome so long: then it stays in doubt. */
const GIVES_UP_AFTER_MS = 60_000;

/** n8n searches the whole history for each value that is removed, and answers nobody meanwhile. */
const MOST_ENDED_AT_ONCE = 50;

const NOT_CONFIRMED = `What this run sent may count as in doubt the next time: see "${IF_IN_DOUBT}" in the options`;

/**
 * Knows what all runs of a node in this process claim before they send, and what came of it: the one writer of the process in the
 * history of the node.
 *
 * In the store an entry is free (nothing), open (claimed, open, and a lease while its process lives), or sent (claimed alone). The
 * store has no lock: a process that reads the history and writes it a moment later undoes what others have written in
 * between. So the ledger writes in cycles, and looks at each write again when nobody can undo it any more: a claim counts from
 * then on, and an outcome is written again until then.
 */
export class Ledger {
	private readonly claims = new Map<string, Claim>();

	/** Those that have no answer yet, in the order in which they asked. */
	private pending: PendingClaim[] = [];

	/** How many requests have asked. */
	private asked = 0;

	/** Of the run that remembers most. */
	private store: { history: HistoryStore; size: number } | undefined;

	private readonly proof: WriteProof;

	private readonly retention: HistoryRetention;

	/** The last that were sent, by their names. */
	private readonly sentLast = new Map<string, EntryAsked>();

	/** Sent by this process, and since when that is proven to be in the store, by the names. */
	private readonly watched = new Map<string, { claim: Claim; since: number }>();

	/** How often what is watched is to be written again. */
	private mendsLeft = 0;

	/** When entries were first seen open without a lease, by their names. */
	private readonly lapsedSince = new Map<string, number>();

	private lastWriteAt = -Infinity;

	/** When the history was last read without a failure. */
	private seenAt = -Infinity;

	/** How long the last two of those looks took. */
	private looksMs = [0, 0];

	private failing: { since: number; error: unknown } | undefined;

	private isRunning = false;

	private wakeUp = () => {};

	/** To be called after the next write. */
	private watchers: Array<() => void> = [];

	/** @param watchForMs how long what was sent is watched */
	constructor(
		private readonly clock: Clock,
		private readonly watchForMs = WATCH.forMs,
	) {
		this.proof = new WriteProof(clock);
		this.retention = new HistoryRetention(clock);
	}

	/** Makes the history of a run the one that is written, if it remembers more than others that are in use. */
	use(history: HistoryStore, size: number): void {
		if (!this.isRunning || !this.store || size >= this.store.size) this.store = { history, size };
	}

	/**
	 * Claims the emails of one request, as soon as there is room for it among those of all runs. What another run has in flight is
	 * waited for. Meanwhile neither this request nor a later one of its run holds a claim, so that no two runs wait for each other.
	 *
	 * @returns an answer for each, by the name of its entry
	 * @throws HistoryFailed; then nothing of it may be sent
	 */
	async claim(emails: EmailAsked[], claimant: Claimant): Promise<ReadonlyMap<string, ClaimAnswer>> {
		this.retention.usedBy(claimant.executionId);
		return await this.ask(emails, { claimant, isLook: false });
	}

	/** Finds out which of these were sent, or are in doubt, and claims none. Knows less where the history fails. */
	async lookUp(
		emails: EmailAsked[],
		claimant: Claimant,
	): Promise<ReadonlyMap<string, ClaimAnswer>> {
		const known = new Map<string, ClaimAnswer>();
		for (let at = 0; at < emails.length && claimant.isWanted(); at += LOOKED_UP_AT_ONCE) {
			const some = emails
				.slice(at, at + LOOKED_UP_AT_ONCE)
				.map((email) => ({ ...email, evenInDoubt: false }));
			const answers = await this.ask(some, { claimant, isLook: true }).catch(() => undefined);
			for (const [name, answer] of answers ?? []) known.set(name, answer);
		}
		return known;
	}

	private get lapsedForMs(): number {
		return LAPSED_FOR_MS + this.proof.outcomeAfterMs;
	}

	private async ask(
		emails: EmailAsked[],
		by: Pick<PendingClaim, 'claimant' | 'isLook'>,
	): Promise<ReadonlyMap<string, ClaimAnswer>> {
		return await new Promise((resolve, reject) => {
			const answers = new Map<string, ClaimAnswer>();
			this.pending.push({
				...by,
				emails,
				order: this.asked++,
				answers,
				isRecorded: false,
				askAt: -Infinity,
				inFlightSince: undefined,
				resolve: () => resolve(answers),
				reject,
			});
			this.goOn();
		});
	}

	/** Says if `start` knows its answer: before that a request is not to have its turn. */
	canStart(claims: Claim[]): boolean {
		return !this.areOpen(claims) || this.areSeen(claims) || this.hasFailedLong;
	}

	/**
	 * To be called right before a request leaves, each time.
	 *
	 * @returns true, and from now on its emails may have been sent; false when they are to be claimed again
	 * @throws HistoryFailed when the history has failed for too long to know
	 */
	start(claims: Claim[]): boolean {
		if (!this.areOpen(claims)) return false;
		if (!this.areSeen(claims)) {
			if (this.failing && this.hasFailedLong) throw new HistoryFailed(this.failing.error);
			return false;
		}
		for (const claim of claims) claim.isStarted = true;
		return true;
	}

	private areOpen(claims: Claim[]): boolean {
		return claims.every((claim) => claim.isOpen && this.claims.get(claim.name) === claim);
	}

	private areSeen(claims: Claim[]): boolean {
		// Where every look takes long, none is newer. After one that was held up the next is waited for: the claim may be gone since.
		const standsForMs = Math.max(STANDS_FOR_MS, 2 * Math.min(...this.looksMs));
		return this.clock.now() - this.seenAt < standsForMs && claims.every(({ isProven }) => isProven);
	}

	private get hasFailedLong(): boolean {
		return this.failing !== undefined && this.clock.now() - this.failing.since >= FAILS_AFTER_MS;
	}

	/** Notes what came of a claim; nothing more happens to one that has ended. Written a moment later. */
	sent(claim: Claim): void {
		claim.sent();
		this.remember(claim.asked);
		this.goOn();
	}

	/** It certainly was not sent. */
	release(claim: Claim): void {
		claim.released();
		this.goOn();
	}

	/** It may have been sent: from now on it is in doubt. */
	leaveInDoubt(claim: Claim): void {
		claim.leftInDoubt();
		// No owner will mend this: nobody has to look twice.
		this.lapsedSince.set(claim.name, this.clock.now() - this.lapsedForMs);
		this.goOn();
	}

	/**
	 * Waits until the store has the endings of these.
	 *
	 * @throws HistoryFailed when they could not be written
	 */
	async written(claims: Claim[]): Promise<void> {
		const isMissing = ({ name, isOpen, isWritten }: Claim) =>
			!isOpen && !isWritten && this.claims.has(name);
		while (claims.some(isMissing)) {
			await this.nextWrite();
			if (this.failing) throw new HistoryFailed(this.failing.error, NOT_CONFIRMED);
		}
	}

	private async nextWrite(): Promise<void> {
		await new Promise<void>((resolve) => {
			this.watchers.push(resolve);
			this.goOn();
		});
	}

	private goOn(): void {
		this.wakeUp();
		if (!this.isRunning) void this.run();
	}

	/** Writes in cycles, as long as there is something to write. */
	private async run(): Promise<void> {
		this.isRunning = true;
		for (this.answerKnown(); this.isBusy || this.watched.size > 0; this.answerKnown()) {
			const waitMs = this.nextWriteAt() - this.clock.now();
			if (waitMs > 0) {
				const changed = new Promise<void>((resolve) => {
					this.wakeUp = resolve;
				});
				await Promise.race([changed, this.clock.sleep(Math.min(waitMs, MOST_WAIT_MS))]);
				continue;
			}
			await this.write().catch((error: unknown) => this.failed(error));
			for (const resolve of this.watchers.splice(0)) resolve();
		}
		// Sentinels that stay, should this fail, say nothing to anybody.
		await this.remove(this.proof.takeAll()).catch(() => {});
		this.isRunning = false;
		if (this.isBusy) this.goOn();
	}

	private get isBusy(): boolean {
		return this.claims.size > 0 || this.pending.length > 0 || this.watchers.length > 0;
	}

	/** By the clock. */
	private nextWriteAt(): number {
		if (this.failing) return this.lastWriteAt + RETRY_AFTER_MS;
		const all = [...this.claims.values()];
		const room = roomBeside(all);
		const asking = this.waiting.filter((one) => fits(one, room)).map(({ askAt }) => askAt);
		const hasEnded = all.some(({ isToBeWritten }) => isToBeWritten);
		const dueAt = Math.min(
			...asking,
			hasEnded ? this.proof.removableAt : Infinity,
			this.proof.dueAt,
		);
		const isInUse = all.some(({ isOpen }) => isOpen) || this.watchers.length > 0;
		return Math.min(
			this.isHungry ? dueAt : Math.max(dueAt, this.lastWriteAt + WRITE_EVERY_MS),
			isInUse ? this.lastWriteAt + RENEW_AFTER_MS : Infinity,
			this.watchAt(),
		);
	}

	/** Requests wait for their claims, and none has what it waits for: each write is made as soon as it helps. */
	private get isHungry(): boolean {
		const isReady = ({ isOpen, isProven, isStarted }: Claim) => isOpen && isProven && !isStarted;
		return this.pending.length > 0 && ![...this.claims.values()].some(isReady);
	}

	/** When what was sent is to be looked at next. */
	private watchAt(): number {
		if (this.watched.size === 0) return Infinity;
		const last = Math.max(...[...this.watched.values()].map(({ since }) => since));
		const isClose = this.clock.now() - last < WATCH.closelyForMs;
		return this.lastWriteAt + (isClose ? WATCH.closelyEveryMs : WATCH.everyMs);
	}

	/** One cycle: writes what has ended, claims what waits, records again what is open, and looks what became of earlier writes. */
	private async write(): Promise<void> {
		this.lastWriteAt = this.clock.now();
		for (const [name, { since }] of this.watched) {
			const isEnough = this.lastWriteAt - since >= this.watchForMs;
			if (isEnough || this.watched.size > MOST_WATCHED) this.watched.delete(name);
		}
		const ended = await this.writeEnded();
		const asking = this.takeWaiting();
		await this.recordAll(ended, asking).catch(async (error: unknown) => {
			for (const claim of ended) claim.isWritten = false;
			for (const one of asking) {
				// Nobody knows what was recorded of it.
				for (const claim of this.openClaimsOf(one)) this.forget(claim);
				this.giveUp(one, error);
			}
			return await Promise.reject(error);
		});
		for (const one of this.pending.filter(({ isRecorded }) => isRecorded)) this.decide(one);
		// What is not forgotten now can be later.
		await this.retention.trim(this.history, this.historySize).catch(() => {});
	}

	private async writeEnded(): Promise<Claim[]> {
		const ended = [...this.claims.values()]
			.filter(({ isToBeWritten }) => isToBeWritten)
			.slice(0, MOST_ENDED_AT_ONCE);
		const mended = this.toMend.flatMap((claim) => claim.valuesToRemove());
		if (ended.length === 0 || !this.proof.canRemove) {
			await this.remove(mended);
			return [];
		}
		await this.remove([
			...mended,
			...this.proof.valuesToRemove(),
			...ended.flatMap((claim) => claim.valuesToRemove()),
		]);
		for (const claim of ended) claim.isWritten = true;
		return ended;
	}

	/** The emails that were sent, where another process has undone that. */
	private get toMend(): Claim[] {
		if (this.mendsLeft <= 0) return [];
		const written = [...this.claims.values()].filter((one) => one.isSent && one.isWritten);
		return [...written, ...[...this.watched.values()].map(({ claim }) => claim)];
	}

	/** The first of those that wait, as many as there is room for. Their claims are to be recorded. */
	private takeWaiting(): PendingClaim[] {
		const taken: PendingClaim[] = [];
		for (const one of this.waiting) {
			if (one.askAt > this.clock.now()) continue;
			const unknown = unknownOf(one);
			if (this.isClaimed(unknown)) continue;
			if (!fits(one, roomBeside([...this.claims.values()]))) break;
			for (const email of unknown) this.claims.set(email.name, new Claim(email, one));
			one.isRecorded = true;
			taken.push(one);
		}
		return taken;
	}

	/** Those that the store is to be asked for, now or at a certain time. */
	private get waiting(): PendingClaim[] {
		const held = new Set<Claimant>();
		return this.pending.filter((one) => {
			const isHeld = !one.isLook && held.has(one.claimant);
			if (one.inFlightSince !== undefined) held.add(one.claimant);
			return !one.isRecorded && !isHeld && !this.isClaimed(unknownOf(one));
		});
	}

	private isClaimed(emails: EmailAsked[]): boolean {
		return emails.some(({ name }) => this.claims.has(name));
	}

	/** Answers all that need not ask the store, or cannot wait any longer. */
	private answerKnown(): void {
		for (const one of [...this.pending]) {
			if (!one.claimant.isWanted()) {
				for (const claim of this.openClaimsOf(one)) claim.released();
				for (const { name } of one.emails) one.answers.set(name, { kind: 'notWanted' });
			} else if (!one.isRecorded) {
				for (const email of unknownOf(one)) this.answerFromMemory(one, email);
			}
			if (unknownOf(one).length === 0) this.answer(one);
		}
	}

	/** Answers what this process has in flight, or has just learned of. */
	private answerFromMemory(one: PendingClaim, { name, digest, evenInDoubt }: EmailAsked): void {
		const claim = this.claims.get(name);
		const sent = this.sentLast.get(name);
		const known = sent ? 'sent' : claim?.known;
		const isOwn = claim?.request.claimant === one.claimant;
		// Nothing is sent twice in one run, whatever is chosen for what earlier runs left in doubt.
		if (known === 'sent' || (known && (isOwn || !evenInDoubt))) {
			const isOther = (sent ?? claim?.asked)?.digest !== digest;
			one.answers.set(name, { kind: isOther ? 'otherEmail' : known });
		} else if (claim && one.isLook) one.answers.set(name, { kind: 'inFlight' });
		else if (claim && !isOwn) this.waitForOthers(one, name);
	}

	/** Lets a request wait for an email that another run has in flight, or no longer. */
	private waitForOthers(one: PendingClaim, name: string): void {
		const now = this.clock.now();
		one.inFlightSince ??= now;
		if (now - one.inFlightSince >= MAX_WAIT_FOR_OTHERS_MS) {
			one.answers.set(name, { kind: 'inFlight' });
		}
		for (const claim of this.claims.values()) {
			const { request, isOpen, isStarted } = claim;
			const isLater = request.claimant === one.claimant && request.order > one.order;
			if (isLater && isOpen && !isStarted) claim.released();
		}
	}

	private answer(one: PendingClaim): void {
		this.pending = this.pending.filter((other) => other !== one);
		one.resolve();
	}

	private remember(asked: EntryAsked): void {
		this.sentLast.set(asked.name, asked);
		const [oldest] = this.sentLast.keys();
		if (this.sentLast.size > SENT_REMEMBERED) this.sentLast.delete(oldest);
	}

	private async recordAll(ended: Claim[], asking: PendingClaim[]): Promise<void> {
		const period = leasePeriod(this.clock.timeOfDay());
		const marks = this.proof.valuesToRecord();
		const all = [...this.claims.values()];
		const readAt = this.clock.now();
		const use = this.retention.ofWrite();
		const there = await this.record([
			...marks,
			...use.values,
			...[...all, ...this.toMend].flatMap((claim) => claim.valuesToKeep(period)),
		]);
		use.look(there);
		this.mendsLeft--;
		const fresh = all.filter(({ request }) => asking.includes(request));
		const looked = this.proof.look(there, { readAt, removed: ended });
		const vain = this.lookBack(there, looked, fresh);
		const leases = await this.leasesBeside([...fresh, ...vain], there, period);
		for (const claim of [...fresh, ...vain]) this.judge(claim, { there, leases, period });
		this.proof.add([...fresh, ...vain].filter(({ isFound }) => !isFound));
		this.seenAt = readAt;
		this.looksMs = [this.clock.now() - readAt, this.looksMs[0]];
		this.failing = undefined;
	}

	/** The clocks of two machines differ, and a period has always just begun somewhere. */
	private async leasesBeside(
		claims: Claim[],
		there: ReadonlySet<string>,
		period: number,
	): Promise<ReadonlySet<string>> {
		const lapsed = claims.filter(({ asked }) => foundIn(there, asked, period) === 'lapsed');
		if (lapsed.length === 0) return new Set();
		const beside = lapsed.flatMap(({ name }) => valuesBeside(name, period));
		// An entry is under way until somebody knows its leases.
		return await this.record(beside).catch(() => new Set(beside));
	}

	/** @returns the claims that this write has recorded anew, as another process had undone them */
	private lookBack(there: ReadonlySet<string>, looked: Looked, fresh: Claim[]): Claim[] {
		if (looked.isUndone) this.mendsLeft = MENDS;
		for (const claim of looked.gone) {
			this.forget(claim);
			if (claim.isSent && this.watchForMs > 0) {
				this.watched.set(claim.name, { claim, since: this.clock.now() });
			}
		}
		for (const claim of looked.back) {
			claim.isWritten = false;
		}
		const missing = [...this.claims.values()].filter(
			(claim) => claim.isToStand && !fresh.includes(claim) && !claim.isIn(there),
		);
		for (const claim of looked.proven) claim.isProven = true;
		const undone = new Set([...looked.undone, ...missing]);
		for (const claim of undone) claim.isProven = false;
		return [...undone];
	}

	/** Tells what a claim has come to, by what the store had before. */
	private judge(
		claim: Claim,
		found: { there: ReadonlySet<string>; leases: ReadonlySet<string>; period: number },
	): void {
		const { there, leases, period } = found;
		const { asked, name, request } = claim;
		const state = foundIn(there, asked, period);
		const beside = state === 'lapsed' ? valuesBeside(name, period) : [];
		const isDead = state === 'lapsed' && !beside.some((lease) => leases.has(lease));
		const isSure = request.isLook || this.hasLapsed(name, isDead);
		const isFree = state === 'free' || (isDead && isSure && asked.evenInDoubt === true);
		if (isFree) {
			if (isDead) claim.takeOver(periodsBeside(period));
			if (!request.isLook) return;
			// It is given back when it is certain that it was nobody else's.
			claim.released();
			request.answers.set(name, { kind: 'free' });
			return;
		}
		if (isDead && isSure) claim.known = 'inDoubt';
		if (state === 'sent') {
			claim.known = 'sent';
			this.remember(asked);
		}
		claim.leftAsFound([
			...valuesOfClaim(asked, period).filter((value) => !there.has(value)),
			...beside.filter((lease) => !leases.has(lease)),
		]);
		if (claim.known) request.answers.set(name, { kind: claim.known });
		else if (state === 'otherEmail') request.answers.set(name, { kind: state });
		else if (request.isLook) request.answers.set(name, { kind: 'inFlight' });
		else if (isDead) request.askAt = this.clock.now() + this.lapsedForMs;
		else {
			request.askAt = this.clock.now() + ASK_AGAIN_AFTER_MS * (1 + this.clock.random());
			this.waitForOthers(request, name);
		}
	}

	/** Says if an entry has been open without a lease for so long that no owner will mend it any more. */
	private hasLapsed(name: string, isLapsed: boolean): boolean {
		const now = this.clock.now();
		const since = this.lapsedSince.get(name);
		if (!isLapsed) this.lapsedSince.delete(name);
		else if (since === undefined || now - since > LAPSED_COUNTS_FOR_MS) {
			this.lapsedSince.set(name, now);
		} else return now - since >= this.lapsedForMs;
		return false;
	}

	/** Answers a request when all of its claims are verified, or lets it wait and holds none of them meanwhile. */
	private decide(one: PendingClaim): void {
		const claims = this.openClaimsOf(one);
		if (claims.some(({ isProven }) => !isProven)) return;
		one.isRecorded = false;
		if (unknownOf(one).length > claims.length) {
			for (const claim of claims) claim.released();
			return;
		}
		for (const claim of claims) one.answers.set(claim.name, { kind: 'claimed', claim });
		this.answer(one);
	}

	private openClaimsOf(one: PendingClaim): Claim[] {
		return [...this.claims.values()].filter(({ request, isOpen }) => request === one && isOpen);
	}

	private failed(error: unknown): void {
		const now = this.clock.now();
		const { since } = this.failing ?? { since: now };
		this.failing = { since, error };
		const hasFailedLong = now - since >= FAILS_AFTER_MS;
		const given = this.pending.filter(({ isRecorded }) => !isRecorded || hasFailedLong);
		for (const one of given) this.giveUp(one, error);
		if (now - since < GIVES_UP_AFTER_MS) return;
		for (const claim of this.claims.values()) this.forget(claim);
	}

	private giveUp(one: PendingClaim, error: unknown): void {
		this.pending = this.pending.filter((other) => other !== one);
		for (const claim of this.openClaimsOf(one)) claim.released();
		one.reject(new HistoryFailed(error));
	}

	private forget(claim: Claim): void {
		if (this.claims.get(claim.name) === claim) this.claims.delete(claim.name);
	}

	private async record(values: string[]): Promise<Set<string>> {
		return await this.proof.timed(async () => await this.history.record([...new Set(values)]));
	}

	private async remove(values: string[]): Promise<void> {
		if (values.length === 0) return;
		await this.proof.timed(async () => await this.history.remove(values));
	}

	private get history(): HistoryStore {
		if (!this.store) throw new Error('The ledger has no history to write');
		return this.store.history;
	}

	private get historySize(): number {
		return this.store?.size ?? 0;
	}
}

/** How much more may be claimed. */
interface Room {
	requests: number;
	entries: number;
}

function fits(one: PendingClaim, { requests, entries }: Room): boolean {
	const { length } = unknownOf(one);
	return requests >= (one.isLook ? length : 1) && entries >= length;
}

/** How much more may be claimed beside those of these that would be in doubt after a crash. */
function roomBeside(claims: Claim[]): Room {
	const open = claims.filter(({ isWritten }) => !isWritten);
	const ahead = open.filter(({ isOpen, isStarted }) => isOpen && !isStarted);
	const requestOf = (claim: Claim) => (claim.request.isLook ? claim : claim.request);
	const requestsOf = (some: Claim[]) => new Set(some.map(requestOf)).size;
	return {
		requests: Math.min(MOST_OPEN.requests - requestsOf(open), MOST_AHEAD - requestsOf(ahead)),
		entries: MOST_OPEN.entries - open.length,
	};
}

function unknownOf({ emails, answers }: PendingClaim): EmailAsked[] {
	return emails.filter(({ name }) => !answers.has(name));
}

function periodsBeside(period: number): number[] {
	return [period - 1, period + 1];
}

function valuesBeside(name: string, period: number): string[] {
	return periodsBeside(period).map((beside) => leaseValue(name, beside));
}
