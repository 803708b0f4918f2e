import type { Clock } from '../transport/clock';
import { Claim } from './Claim';
import {
	PendingRequest,
	type Claimant,
	type ClaimAnswers,
	type ClaimRequest,
	type EmailAsked,
} from './ClaimRequest';
import { stateIn, valuesOfClaim } from './dedupEntry';
import type { ExpiredLeases } from './ExpiredLeases';

/** Limits the emails in doubt after a crash. */
const MAX_OPEN = { requests: 20, entries: 200 };
/** Requests claimed before their start; enough for the full rate. */
const MAX_AHEAD = 10;

const MAX_WAIT_FOR_OTHERS_MS = 60_000;
const ASK_AGAIN_AFTER_MS = 1_000;

/** While a request waits, later requests of its run hold no claims. Otherwise, two runs could deadlock. */
export class ClaimQueue {
	private readonly claims = new Map<string, Claim>();

	/** Requests of the same run are in order. */
	private pending: PendingRequest[] = [];

	constructor(
		private readonly clock: Clock,
		private readonly expired: ExpiredLeases,
	) {}

	async ask(request: ClaimRequest): Promise<ClaimAnswers> {
		return await new Promise((resolve, reject) => {
			const one = new PendingRequest(request, resolve, reject);
			const at = this.pending.findIndex((other) => one.isBefore(other));
			this.pending.splice(at < 0 ? this.pending.length : at, 0, one);
		});
	}

	get isEmpty(): boolean {
		return this.claims.size === 0 && this.pending.length === 0;
	}

	get all(): Claim[] {
		return [...this.claims.values()];
	}

	forget(claim: Claim): void {
		claim.end('released');
		if (this.claims.get(claim.name) === claim) this.claims.delete(claim.name);
	}

	get askAt(): number {
		const asking = this.asking.filter(this.fitting());
		return Math.min(...asking.map(({ askAt }) => askAt));
	}

	claimWaiting(): Claim[] {
		const fresh: Claim[] = [];
		for (const one of this.asking) {
			const { unanswered } = one;
			if (one.askAt > this.clock.now() || this.isAnyClaimed(unanswered)) continue;
			if (!this.fitting()(one)) {
				this.releaseLater(one);
				break;
			}
			one.claims = unanswered.map((email) => new Claim(email, one));
			for (const claim of one.claims) this.claims.set(claim.name, claim);
			fresh.push(...one.claims);
		}
		return fresh;
	}

	/** Answers requests without the store where possible. */
	answerKnown(): void {
		for (const one of this.pending) {
			if (!one.claimant.isWanted()) {
				one.release();
				for (const { name } of one.unanswered) one.answers.set(name, { kind: 'notWanted' });
			} else if (one.heldClaims.length === 0) {
				for (const email of one.unanswered) this.answerFromMemory(one, email);
			}
		}
		this.pending = this.pending.filter((one) => !one.resolveIfAnswered());
	}

	/** Judges a claim by the values stored before it. */
	judge(claim: Claim, stored: ReadonlySet<string>, period: number): void {
		const { asked, name, mark, request } = claim;
		const state = stateIn(stored, asked, period);
		const isInDoubt = this.expired.see(name, state === 'expired');
		if (state === 'free' || (isInDoubt && request.mayTakeOver(asked))) {
			claim.isTakeover ||= isInDoubt;
			return;
		}
		const found = isInDoubt ? 'inDoubt' : state;
		const values = [...valuesOfClaim(asked, period), mark];
		claim.leaveAs(
			found,
			values.filter((value) => !stored.has(value)),
		);
		if (found === 'expired') request.askAt = this.clock.now() + this.expired.recheckAfterMs;
		else if (found === 'inFlight') {
			request.askAt = this.clock.now() + ASK_AGAIN_AFTER_MS * (1 + this.clock.random());
			this.waitForOthers(request, name);
		} else request.answers.set(name, { kind: found });
	}

	answerSettled(): void {
		for (const one of this.pending) {
			const { heldClaims } = one;
			if (heldClaims.length === 0 || heldClaims.some(({ isSettled }) => !isSettled)) continue;
			const waiting = this.pending.filter((other) => other.isBefore(one) && this.mustWait(other));
			if (waiting.length > 0 || heldClaims.length < one.unanswered.length) {
				one.release();
				// With the same time, the rechecks of expired entries overlap.
				one.askAt = waiting.at(-1)?.askAt ?? one.askAt;
				continue;
			}
			for (const claim of heldClaims) one.answers.set(claim.name, { kind: 'claimed', claim });
		}
	}

	reject(error: Error): void {
		for (const one of this.pending) {
			one.release();
			one.reject(error);
		}
		this.pending = [];
	}

	/** Runs take turns, so that a long one does not delay a single email. */
	private get asking(): PendingRequest[] {
		const waiting = new Map<Claimant, number>();
		const asking = this.pending.filter((one) => {
			const { claimant, order, heldClaims, unanswered } = one;
			const firstWaiting = waiting.get(claimant) ?? Infinity;
			if (one.isWaitingForOthers) waiting.set(claimant, Math.min(order, firstWaiting));
			const isFree = heldClaims.length === 0 && !this.isAnyClaimed(unanswered);
			return isFree && order <= firstWaiting && claimant.isWanted();
		});
		const counts = new Map<Claimant, number>();
		const placed = asking.map((one) => {
			const place = counts.get(one.claimant) ?? 0;
			counts.set(one.claimant, place + 1);
			return { one, place };
		});
		return placed.sort((one, other) => one.place - other.place).map(({ one }) => one);
	}

	private mustWait({ unanswered, askAt, isWaitingForOthers }: PendingRequest): boolean {
		return unanswered.length > 0 && (isWaitingForOthers || askAt > this.clock.now());
	}

	private isAnyClaimed(emails: EmailAsked[]): boolean {
		return emails.some(({ name }) => this.claims.has(name));
	}

	private answerFromMemory(one: PendingRequest, email: EmailAsked): void {
		const { name, digest } = email;
		const claim = this.claims.get(name);
		if (!claim) return;
		const { known, asked, request } = claim;
		if (known === 'sent' || (known && !one.mayTakeOver(email))) {
			one.answers.set(name, { kind: asked.digest === digest ? known : 'otherEmail' });
		} else if (request.claimant !== one.claimant) this.waitForOthers(one, name);
		else if (one.isBefore(request)) this.releaseLater(one);
	}

	private waitForOthers(one: PendingRequest, name: string): void {
		const now = this.clock.now();
		one.inFlightSince ??= now;
		if (now - one.inFlightSince >= MAX_WAIT_FOR_OTHERS_MS) {
			one.answers.set(name, { kind: 'inFlight' });
		}
		this.releaseLater(one);
	}

	private releaseLater(one: PendingRequest): void {
		for (const claim of this.all) {
			if (one.isBefore(claim.request) && !claim.isStarted) claim.end('released');
		}
	}

	/** A request alone always fits, whatever its size. */
	private fitting(): (one: PendingRequest) => boolean {
		const open = this.all.filter(({ isRemoved }) => !isRemoved);
		const ahead = open.filter(({ isHeld, isStarted }) => isHeld && !isStarted);
		const requestsOf = (some: Claim[]) => new Set(some.map(({ request }) => request)).size;
		const isFull = requestsOf(open) >= MAX_OPEN.requests || requestsOf(ahead) >= MAX_AHEAD;
		return ({ unanswered }) =>
			open.length === 0 || (!isFull && open.length + unanswered.length <= MAX_OPEN.entries);
	}
}
