import type { Clock } from '../transport/clock';
import { Claim } from './Claim';
import type { Claimant, ClaimRequest, EmailAsked } from './ClaimRequest';
import { OpenEntries } from './OpenEntries';

/** Limits the emails in doubt after a crash. */
const MAX_OPEN = { requests: 20, entries: 200 };
/** Requests claimed before their start; enough for the full rate. */
const MAX_AHEAD = 10;

const MAX_WAIT_FOR_RUNS_MS = 60_000;
/** Another process may take an entry over after ten looks, which take longer. */
const MAX_UNSTARTED_MS = 8_000;
/** Long enough for another process to find the entry free. */
const CLAIM_AGAIN_AFTER_MS = 3_000;

/** What a request can do next: look at emails that were found open, or else claim all that are not claimed. */
interface Turn {
	request: ClaimRequest;
	emails: EmailAsked[];
	isLook: boolean;
	at: number;
	place: number;
}

/**
 * Decides which requests of this process claim next. While a request waits, later requests of its run hold no claims. Otherwise, two
 * runs could wait for each other.
 */
export class ClaimQueue {
	/** By entry name. */
	readonly claims = new Map<string, Claim>();

	/** Requests that have not started. Those of the same run are in order. */
	private requests: ClaimRequest[] = [];

	private readonly opens: OpenEntries;

	constructor(private readonly clock: Clock) {
		this.opens = new OpenEntries(clock);
	}

	add(request: ClaimRequest): void {
		const at = this.requests.findIndex((other) => request.isBefore(other));
		this.requests.splice(at < 0 ? this.requests.length : at, 0, request);
	}

	get isEmpty(): boolean {
		return this.claims.size === 0 && this.requests.length === 0;
	}

	get all(): Claim[] {
		return [...this.claims.values()];
	}

	forget(claim: Claim): void {
		if (this.claims.get(claim.name) === claim) this.claims.delete(claim.name);
	}

	/** After a failed record. */
	recordAgain(claim: Claim): void {
		claim.stage = 'new';
		if (!claim.isHeld) this.forget(claim);
	}

	/** @returns false if claims were given back, or are too old to start */
	start(claims: Claim[]): boolean {
		if (!claims.every((claim) => claim.isStarted || this.mayStart(claim))) return false;
		const started = new Set(claims.map(({ request }) => request));
		for (const claim of claims) claim.isStarted = true;
		this.requests = this.requests.filter((one) => !started.has(one));
		return true;
	}

	leaveInDoubt(claim: Claim): void {
		claim.request.claimant.leftInDoubt.add(claim.name);
		this.opens.leaveInDoubt(claim.name, claim.takeover);
		this.forget(claim);
	}

	withdraw(claimant: Claimant): void {
		for (const one of this.requests) if (one.claimant === claimant) one.answerAll('notWanted');
		for (const { request } of this.all) {
			if (request.claimant !== claimant) continue;
			for (const claim of request.heldClaims) claim.end('released');
		}
	}

	/** If the store fails, nothing that waits can be sent. */
	fail(error: ClaimRequest['error']): void {
		for (const one of this.requests) {
			one.giveBack();
			one.error = error;
		}
		for (const claim of this.all) if (claim.stage === 'new') this.forget(claim);
		this.update();
	}

	/** Answers requests without the store where possible, and gives claims back. */
	update(): void {
		this.opens.keepAwaited(this.requests);
		for (const one of this.requests) {
			if (!one.claimant.isWanted()) one.answerAll('notWanted');
			for (const email of one.unclaimed) this.answerFromMemory(one, email);
			this.giveBackIfOld(one);
		}
		for (const one of this.requests) this.updateWaiting(one);
		const waiting = this.requests.filter(({ isWaiting }) => isWaiting);
		for (const one of waiting) one.giveBack();
		this.giveBackBehind(waiting);
		for (const one of this.requests) one.notify();
		this.requests = this.requests.filter(
			({ error, unanswered }) => error === undefined && unanswered.length > 0,
		);
	}

	/** When a request can next claim or look. */
	get claimAt(): number {
		const possible = this.turns().filter((turn) => this.isPossible(turn));
		return Math.min(...possible.map(({ at }) => at));
	}

	/** True if a request waits until the values of an earlier claim are certainly removed. */
	get isRemovalAwaited(): boolean {
		return this.turns().some(({ emails }) =>
			emails.some(({ name }) => this.claims.get(name)?.stage === 'removed'),
		);
	}

	/** Adds claims to be recorded. */
	claimNext(): void {
		const now = this.clock.now();
		const withoutRoom: ClaimRequest[] = [];
		for (const turn of this.turns()) {
			const { request, emails, at, isLook } = turn;
			if (at > now || this.isAnyClaimed(emails)) continue;
			if (!isLook && (withoutRoom.length > 0 || !this.isPossible(turn))) {
				withoutRoom.push(request);
				continue;
			}
			for (const email of emails) {
				const claim = new Claim(email, request, this.opens.takeoverOf(request, email));
				this.claims.set(claim.name, claim);
				request.take(claim);
			}
		}
		this.giveBackBehind(withoutRoom);
		// Nothing of a claim that is given back at once is recorded, so nothing of it may be removed.
		for (const claim of this.all) if (claim.stage === 'new' && !claim.isHeld) this.forget(claim);
	}

	/** Judges a claim by the values stored before it. */
	judge(claim: Claim, stored: ReadonlySet<string>): void {
		const { name, request, takeover } = claim;
		const state = claim.judge(stored);
		if (state === 'open') this.opens.see(name, takeover);
		else if (takeover === 0 || state !== 'free') this.opens.forget(name);
		if (state === 'free') return;
		if (state === 'otherEmail') request.answers.set(name, 'otherEmail');
		claim.end(state === 'sent' ? 'sent' : 'released');
		if (!claim.hasAdded) this.forget(claim);
	}

	private mayStart(claim: Claim): boolean {
		return claim.isSettled && this.clock.now() - claim.settledAt < MAX_UNSTARTED_MS;
	}

	private giveBackIfOld(request: ClaimRequest): void {
		const isOld = request.heldClaims.some((claim) => claim.isSettled && !this.mayStart(claim));
		if (isOld) request.askAt = this.clock.now() + CLAIM_AGAIN_AFTER_MS;
	}

	private answerFromMemory(one: ClaimRequest, email: EmailAsked): void {
		const { name, digest } = email;
		const { answers, claimant } = one;
		const claim = this.claims.get(name);
		if (claim?.isSent) answers.set(name, claim.email.digest === digest ? 'sent' : 'otherEmail');
		else if (claimant.leftInDoubt.has(name)) answers.set(name, 'inDoubt');
		else if (!one.mayTakeOver(email) && this.opens.isInDoubt(one, name)) {
			answers.set(name, 'inDoubt');
		}
	}

	private updateWaiting(one: ClaimRequest): void {
		const now = this.clock.now();
		const blocked = one.unclaimed.filter(({ name }) => this.isClaimedByOtherRun(one, name));
		one.blockedSince = blocked.length === 0 ? undefined : (one.blockedSince ?? now);
		if (now - (one.blockedSince ?? now) >= MAX_WAIT_FOR_RUNS_MS) {
			for (const { name } of blocked) one.answers.set(name, 'inFlight');
		}
		one.isWaiting = blocked.length > 0 || one.askAt > now || this.openEmailsOf(one).length > 0;
	}

	private isClaimedByOtherRun({ claimant }: ClaimRequest, name: string): boolean {
		const claim = this.claims.get(name);
		return claim?.isHeld === true && claim.request.claimant !== claimant;
	}

	private openEmailsOf(one: ClaimRequest): EmailAsked[] {
		return one.unclaimed.filter(({ name }) => this.opens.has(name));
	}

	private giveBackBehind(waiting: ClaimRequest[]): void {
		const firsts = firstOfRuns(waiting);
		for (const one of this.requests) {
			if (firsts.get(one.claimant)?.isBefore(one)) one.giveBack();
		}
	}

	/** Runs take turns, so that a long one does not delay a single email. */
	private turns(): Turn[] {
		const firsts = firstOfRuns(this.requests.filter(({ isWaiting }) => isWaiting));
		const counts = new Map<Claimant, number>();
		const turns: Turn[] = [];
		for (const request of this.requests) {
			const { claimant, unclaimed, askAt } = request;
			const opens = this.openEmailsOf(request);
			const isLook = opens.length > 0;
			if (unclaimed.length === 0 || (!isLook && firsts.get(claimant)?.isBefore(request))) continue;
			const place = counts.get(claimant) ?? 0;
			counts.set(claimant, place + 1);
			const times = opens.map((email) => this.opens.lookAt(request, email));
			const at = Math.max(askAt, isLook ? Math.min(...times) : askAt);
			const due = opens.filter((_, index) => times[index] <= Math.max(at, this.clock.now()));
			turns.push({ request, emails: isLook ? due : unclaimed, isLook, at, place });
		}
		return turns.sort((one, other) => one.place - other.place);
	}

	/** A request alone always fits, whatever its size. */
	private isPossible({ emails, isLook }: Turn): boolean {
		if (this.isAnyClaimed(emails)) return false;
		const open = this.all.filter(({ stage }) => stage !== 'removed');
		if (isLook || open.length === 0) return true;
		const ahead = open.filter(({ isHeld, isStarted }) => isHeld && !isStarted);
		const requestsOf = (some: Claim[]) => new Set(some.map(({ request }) => request)).size;
		if (requestsOf(open) >= MAX_OPEN.requests || requestsOf(ahead) >= MAX_AHEAD) return false;
		return open.length + emails.length <= MAX_OPEN.entries;
	}

	private isAnyClaimed(emails: EmailAsked[]): boolean {
		return emails.some(({ name }) => this.claims.has(name));
	}
}

/** Requests of the same run are in order. */
function firstOfRuns(requests: ClaimRequest[]): Map<Claimant, ClaimRequest> {
	return new Map([...requests].reverse().map((one) => [one.claimant, one]));
}
