import type { Clock } from '../transport/clock';
import {
	Claim,
	mayTakeOver,
	type Claimant,
	type ClaimAnswer,
	type ClaimRequest,
	type EmailAsked,
	type PendingClaim,
} from './Claim';
import { stateIn, valuesOfClaim, type EntryAsked } from './dedupEntry';
import type { ExpiredLeases } from './ExpiredLeases';

/** The most that a node may have in doubt when n8n is killed. */
const MAX_OPEN = { requests: 20, entries: 200 };
/** Enough for the full rate. */
const MAX_AHEAD = 10;

const MAX_WAIT_FOR_OTHERS_MS = 60_000;
const ASK_AGAIN_AFTER_MS = 1_000;

const MAX_KNOWN_SENT = 500;

interface Room {
	requests: number;
	entries: number;
}

/**
 * Claims, and requests waiting for claims. While a request waits, later requests of its run hold no claims. Otherwise two runs
 * could wait for each other (deadlock).
 */
export class ClaimQueue {
	private readonly claims = new Map<string, Claim>();

	private pending: PendingClaim[] = [];

	/** Those sent last. */
	private readonly sent = new Map<string, EntryAsked>();

	constructor(
		private readonly clock: Clock,
		private readonly expired: ExpiredLeases,
	) {}

	/** Answers each email of the request by the name of its entry. */
	async ask(request: ClaimRequest): Promise<ReadonlyMap<string, ClaimAnswer>> {
		return await new Promise((resolve, reject) => {
			const answers = new Map<string, ClaimAnswer>();
			const one: PendingClaim = {
				...request,
				answers,
				claims: [],
				askAt: -Infinity,
				isRechecking: false,
				inFlightSince: undefined,
				resolve: () => resolve(answers),
				reject,
			};
			const at = this.pending.findIndex((other) => isBefore(one, other));
			this.pending.splice(at < 0 ? this.pending.length : at, 0, one);
		});
	}

	get isEmpty(): boolean {
		return this.claims.size === 0 && this.pending.length === 0;
	}

	/** The store may not have their endings yet. */
	get all(): Claim[] {
		return [...this.claims.values()];
	}

	rememberSent(asked: EntryAsked): void {
		this.sent.set(asked.name, asked);
		const [oldest] = this.sent.keys();
		if (this.sent.size > MAX_KNOWN_SENT) this.sent.delete(oldest);
	}

	forget(claim: Claim): void {
		claim.end('released');
		if (this.claims.get(claim.name) === claim) this.claims.delete(claim.name);
	}

	forgetAll(): void {
		for (const claim of this.all) this.forget(claim);
	}

	/** When the next request is to be recorded. */
	get askAt(): number {
		const room = roomBeside(this.all);
		const asking = this.waiting.filter((one) => fits(one, room));
		return Math.min(...asking.map(({ askAt }) => askAt));
	}

	/** Requests wait, and no claim is ready to start. */
	get isHungry(): boolean {
		const isReady = (one: Claim) => one.isOpen && one.isSettled && !one.isStarted;
		return this.pending.length > 0 && !this.all.some(isReady);
	}

	/** Claims for as many requests as there is room for. */
	claimWaiting(): Claim[] {
		const fresh: Claim[] = [];
		for (const one of this.waiting) {
			const emails = unansweredOf(one);
			if (one.askAt > this.clock.now() || this.isAnyClaimed(emails)) continue;
			if (!fits(one, roomBeside(this.all))) {
				this.releaseLater(one);
				break;
			}
			one.isRechecking = false;
			one.claims = emails.map((email) => new Claim(email, one));
			for (const claim of one.claims) this.claims.set(claim.name, claim);
			fresh.push(...one.claims);
		}
		return fresh;
	}

	/** Answers what needs no look at the store, and ends the requests that are answered. */
	answerKnown(): void {
		for (const one of this.pending.filter(isUnanswered)) {
			if (!one.claimant.isWanted()) {
				for (const claim of openClaimsOf(one)) claim.end('released');
				for (const { name } of one.emails) one.answers.set(name, { kind: 'notWanted' });
			} else if (openClaimsOf(one).length === 0) {
				for (const email of unansweredOf(one)) this.answerFromMemory(one, email);
			}
		}
		const answered = this.pending.filter((one) => !isUnanswered(one));
		this.pending = this.pending.filter(isUnanswered);
		for (const one of answered) one.resolve();
	}

	/** Judges a claim by the values that the store had before it was recorded. */
	judge(claim: Claim, there: ReadonlySet<string>, period: number): void {
		const { asked, name, request } = claim;
		const state = stateIn(there, asked, period);
		const isInDoubt = this.expired.see(name, state === 'expired');
		if (state === 'free' || (isInDoubt && mayTakeOver(request, asked))) {
			claim.isTakeover ||= isInDoubt;
			return;
		}
		const found = isInDoubt ? 'inDoubt' : state;
		claim.leaveAs(
			found,
			[...valuesOfClaim(asked, period), claim.mark].filter((value) => !there.has(value)),
		);
		if (found === 'sent') this.rememberSent(asked);
		if (found === 'expired') {
			request.askAt = this.clock.now() + this.expired.recheckAfterMs;
			request.isRechecking = true;
		} else if (found === 'inFlight') {
			request.askAt = this.clock.now() + ASK_AGAIN_AFTER_MS * (1 + this.clock.random());
			this.waitForOthers(request, name);
		} else request.answers.set(name, { kind: found });
	}

	/** Answers the requests whose claims are all settled. */
	answerSettled(): void {
		for (const one of this.pending) {
			const claims = openClaimsOf(one);
			if (claims.length === 0 || claims.some(({ isSettled }) => !isSettled)) continue;
			const before = this.pending
				.filter((other) => isBefore(other, one) && mustAskAgain(other))
				.at(-1);
			if (before || unansweredOf(one).length > claims.length) {
				for (const claim of claims) claim.end('released');
				// It has had its first look: a run waits only once for what is in doubt.
				if (before) one.askAt = before.askAt;
				continue;
			}
			for (const claim of claims) one.answers.set(claim.name, { kind: 'claimed', claim });
		}
	}

	reject(error: Error): void {
		for (const one of this.pending) {
			for (const claim of openClaimsOf(one)) claim.end('released');
			one.reject(error);
		}
		this.pending = [];
	}

	/** The requests that may ask the store. */
	private get waiting(): PendingClaim[] {
		// A live process is about to claim what they would look at.
		const runs = new Map<Claimant, number>();
		for (const { claimant, order } of this.pending.filter(isWaitingForOthers)) {
			runs.set(claimant, Math.min(order, runs.get(claimant) ?? Infinity));
		}
		return this.pending.filter(
			(one) =>
				one.claimant.isWanted() &&
				openClaimsOf(one).length === 0 &&
				one.order <= (runs.get(one.claimant) ?? Infinity) &&
				!this.isAnyClaimed(unansweredOf(one)),
		);
	}

	private isAnyClaimed(emails: EmailAsked[]): boolean {
		return emails.some(({ name }) => this.claims.has(name));
	}

	private answerFromMemory(one: PendingClaim, email: EmailAsked): void {
		const { name, digest } = email;
		const claim = this.claims.get(name);
		const sent = this.sent.get(name);
		const known = sent ? 'sent' : claim?.known;
		if (known === 'sent' || (known && !mayTakeOver(one, email))) {
			const isOther = (sent ?? claim?.asked)?.digest !== digest;
			one.answers.set(name, { kind: isOther ? 'otherEmail' : known });
		} else if (claim && claim.request.claimant !== one.claimant) this.waitForOthers(one, name);
		else if (claim && isBefore(one, claim.request)) this.releaseLater(one);
	}

	private waitForOthers(one: PendingClaim, name: string): void {
		const now = this.clock.now();
		one.inFlightSince ??= now;
		if (now - one.inFlightSince >= MAX_WAIT_FOR_OTHERS_MS) {
			one.answers.set(name, { kind: 'inFlight' });
		}
		this.releaseLater(one);
	}

	private releaseLater(one: PendingClaim): void {
		for (const claim of this.all) {
			if (isBefore(one, claim.request) && !claim.isStarted) claim.end('released');
		}
	}
}

function isBefore(one: PendingClaim, other: PendingClaim): boolean {
	return one.claimant === other.claimant && one.order < other.order;
}

function isWaitingForOthers({ inFlightSince }: PendingClaim): boolean {
	return inFlightSince !== undefined;
}

function mustAskAgain(one: PendingClaim): boolean {
	return isUnanswered(one) && (one.isRechecking || isWaitingForOthers(one));
}

function isUnanswered(one: PendingClaim): boolean {
	return unansweredOf(one).length > 0;
}

/** They wait to be settled. */
function openClaimsOf({ claims }: PendingClaim): Claim[] {
	return claims.filter(({ isOpen }) => isOpen);
}

function unansweredOf({ emails, answers }: PendingClaim): EmailAsked[] {
	return emails.filter(({ name }) => !answers.has(name));
}

function fits(one: PendingClaim, { requests, entries }: Room): boolean {
	return requests >= 1 && entries >= unansweredOf(one).length;
}

/** Room left by the claims that a crash would leave in doubt. */
function roomBeside(claims: Claim[]): Room {
	const open = claims.filter(({ isRemoved }) => !isRemoved);
	const ahead = open.filter(({ isOpen, isStarted }) => isOpen && !isStarted);
	const requestsOf = (some: Claim[]) => new Set(some.map(({ request }) => request)).size;
	return {
		requests: Math.min(MAX_OPEN.requests - requestsOf(open), MAX_AHEAD - requestsOf(ahead)),
		entries: MAX_OPEN.entries - open.length,
	};
}
