import type { Clock } from '../transport/clock';
import {
	Claim,
	type Claimant,
	type ClaimAnswer,
	type EmailAsked,
	type PendingClaim,
} from './Claim';
import type { RecentlySent } from './RecentlySent';

/** The most that a node may have in doubt when n8n is killed: requests, and the recipients in them. */
const MAX_OPEN = { requests: 20, entries: 200 };
/** Requests that are claimed before their turn: enough for the full rate. */
const MAX_AHEAD = 10;

/** A request waits so long for an email that another run has in flight. */
const MAX_WAIT_FOR_OTHERS_MS = 60_000;
/** An email that another process has in flight is asked for again so often. */
const ASK_AGAIN_AFTER_MS = 1_000;

/** How much more may be claimed. */
interface Room {
	requests: number;
	entries: number;
}

/**
 * The requests that wait for their claims, in the order in which they asked, and the claims that were made of them. While a request
 * has to ask again, no later request of its own run holds a claim: two runs would wait for each other, or the request for the room
 * that those hold which start after it.
 */
export class ClaimQueue {
	private readonly claims = new Map<string, Claim>();

	private pending: PendingClaim[] = [];

	constructor(
		private readonly clock: Clock,
		private readonly sent: RecentlySent,
	) {}

	/** Resolves with an answer for each email, by the name of its entry. */
	async ask(
		emails: EmailAsked[],
		by: Pick<PendingClaim, 'claimant' | 'order' | 'isReadOnly'>,
	): Promise<ReadonlyMap<string, ClaimAnswer>> {
		return await new Promise((resolve, reject) => {
			const answers = new Map<string, ClaimAnswer>();
			const end = { resolve: () => resolve(answers), reject };
			const state = { isRecorded: false, hasLooked: false, askAt: -Infinity };
			const isLater = (one: PendingClaim) => one.claimant === by.claimant && one.order > by.order;
			const at = this.pending.findIndex(isLater);
			const last = this.pending.length;
			const one = { ...by, emails, answers, ...state, inFlightSince: undefined, ...end };
			this.pending.splice(at < 0 ? last : at, 0, one);
		});
	}

	get isEmpty(): boolean {
		return this.claims.size === 0 && this.pending.length === 0;
	}

	/** The claims of which the store may not have the ending yet. */
	get all(): Claim[] {
		return [...this.claims.values()];
	}

	has(claim: Claim): boolean {
		return this.claims.get(claim.name) === claim;
	}

	forget(claim: Claim): void {
		if (this.has(claim)) this.claims.delete(claim.name);
	}

	/** When there is something to ask the store for, by the clock. */
	get askAt(): number {
		const room = roomBeside(this.all);
		const asking = this.waiting.filter((one) => fits(one, room));
		return Math.min(...asking.map(({ askAt }) => askAt));
	}

	/** Whether requests wait, and no claim is ready to start. */
	get isHungry(): boolean {
		const isReady = (one: Claim) => one.isOpen && one.isVerified && !one.isStarted;
		return this.pending.length > 0 && !this.all.some(isReady);
	}

	/** Claims for the first of those that wait, as many as there is room for. The claims are to be recorded. */
	takeWaiting(): PendingClaim[] {
		const taken: PendingClaim[] = [];
		for (const one of this.waiting) {
			const emails = unansweredOf(one);
			if (one.askAt > this.clock.now() || this.isAnyClaimed(emails)) continue;
			if (!fits(one, roomBeside(this.all))) {
				this.releaseLater(one);
				break;
			}
			for (const email of emails) this.claims.set(email.name, new Claim(email, one));
			one.isRecorded = true;
			one.hasLooked = true;
			taken.push(one);
		}
		return taken;
	}

	/** Answers all that need not ask the store, or that nobody wants any more. */
	answerKnown(): void {
		for (const one of this.pending) {
			if (!one.claimant.isWanted()) {
				for (const claim of this.openClaimsOf(one)) claim.released();
				for (const { name } of one.emails) one.answers.set(name, { kind: 'notWanted' });
			} else if (!one.isRecorded) {
				for (const email of unansweredOf(one)) this.answerFromMemory(one, email);
			}
			if (unansweredOf(one).length === 0) this.answer(one);
		}
	}

	/** Answers the requests of which all claims are verified. One that has to wait holds no claim meanwhile. */
	answerVerified(): void {
		const { held } = this;
		for (const one of this.pending.filter(({ isRecorded }) => isRecorded)) {
			const claims = this.openClaimsOf(one);
			if (claims.some(({ isVerified }) => !isVerified)) continue;
			one.isRecorded = false;
			if (held.has(one) || unansweredOf(one).length > claims.length) {
				for (const claim of claims) claim.released();
				continue;
			}
			for (const claim of claims) one.answers.set(claim.name, { kind: 'claimed', claim });
			this.answer(one);
		}
	}

	/** Lets the request of a claim ask again, as another process has the email in flight. */
	waitForProcess(claim: Claim): void {
		this.askAgain(claim, ASK_AGAIN_AFTER_MS * (1 + this.clock.random()));
		this.waitForRun(claim.request, claim.name);
	}

	/** Lets the request of a claim ask the store once more after a while. */
	askAgain({ request }: Claim, afterMs: number): void {
		request.askAt = this.clock.now() + afterMs;
		this.releaseLater(request);
	}

	/** Ends requests for which the store has failed. @param which all of them, or only those that are not recorded */
	reject(error: Error, which: 'all' | 'waiting'): void {
		for (const one of this.pending) {
			if (which === 'all' || !one.isRecorded) this.rejectOne(one, error);
		}
	}

	rejectOne(one: PendingClaim, error: Error): void {
		for (const claim of this.openClaimsOf(one)) claim.released();
		this.drop(one);
		one.reject(error);
	}

	openClaimsOf(one: PendingClaim): Claim[] {
		return this.all.filter(({ request, isOpen }) => request === one && isOpen);
	}

	/** Those that the store is to be asked for, now or at a certain time. */
	private get waiting(): PendingClaim[] {
		const { held } = this;
		return this.pending.filter((one) => {
			const mayAsk = !held.has(one) || held.get(one) === 'looks';
			return mayAsk && !one.isRecorded && !this.isAnyClaimed(unansweredOf(one));
		});
	}

	/**
	 * The requests that are to hold no claim, as one before them in their run asks again. While that one waits for its second look, they
	 * have their first, so that all of a run wait together.
	 */
	private get held(): Map<PendingClaim, 'looks' | 'waits'> {
		const asking = new Map<Claimant, { isLooking: boolean }>();
		const held = new Map<PendingClaim, 'looks' | 'waits'>();
		for (const one of this.pending.filter(({ isReadOnly }) => !isReadOnly)) {
			const before = asking.get(one.claimant);
			const isLooking = one.askAt > -Infinity;
			if (before) {
				const looks = before.isLooking && (isLooking || !one.hasLooked);
				held.set(one, looks ? 'looks' : 'waits');
			}
			if (asksAgain(one)) {
				asking.set(one.claimant, { isLooking: isLooking || before?.isLooking === true });
			}
		}
		return held;
	}

	private isAnyClaimed(emails: EmailAsked[]): boolean {
		return emails.some(({ name }) => this.claims.has(name));
	}

	/** Answers what this process has in flight, or has just learned of. */
	private answerFromMemory(one: PendingClaim, { name, digest, evenInDoubt }: EmailAsked): void {
		const claim = this.claims.get(name);
		const sent = this.sent.get(name);
		const known = sent ? 'sent' : claim?.known;
		const isOwn = claim?.request.claimant === one.claimant;
		// Nothing is sent twice in one run, whatever is chosen for what earlier runs left in doubt.
		if (known === 'sent' || (known && (isOwn || !evenInDoubt))) {
			const isOther = (sent ?? claim?.asked)?.digest !== digest;
			one.answers.set(name, { kind: isOther ? 'otherEmail' : known });
		} else if (claim && one.isReadOnly) one.answers.set(name, { kind: 'inFlight' });
		else if (claim && !isOwn) this.waitForRun(one, name);
	}

	/** Lets a request wait for an email that another run has in flight, unless it has waited long enough. */
	private waitForRun(one: PendingClaim, name: string): void {
		const now = this.clock.now();
		one.inFlightSince ??= now;
		if (now - one.inFlightSince >= MAX_WAIT_FOR_OTHERS_MS) {
			one.answers.set(name, { kind: 'inFlight' });
		}
		this.releaseLater(one);
	}

	/** Gives back what later requests of a run hold: they start after this one, which needs the room to be claimed. */
	private releaseLater(one: PendingClaim): void {
		for (const claim of this.all) {
			const { request, isOpen, isStarted } = claim;
			const isLater = request.claimant === one.claimant && request.order > one.order;
			if (isLater && isOpen && !isStarted) claim.released();
		}
	}

	private answer(one: PendingClaim): void {
		this.drop(one);
		one.resolve();
	}

	private drop(one: PendingClaim): void {
		this.pending = this.pending.filter((other) => other !== one);
	}
}

/** Whether a request had to wait: for another run, or for a second look. */
function asksAgain({ askAt, inFlightSince }: PendingClaim): boolean {
	return askAt > -Infinity || inFlightSince !== undefined;
}

function unansweredOf({ emails, answers }: PendingClaim): EmailAsked[] {
	return emails.filter(({ name }) => !answers.has(name));
}

function fits(one: PendingClaim, { requests, entries }: Room): boolean {
	const { length } = unansweredOf(one);
	return requests >= (one.isReadOnly ? length : 1) && entries >= length;
}

/** How much more may be claimed beside those of these that would be in doubt after a crash. */
function roomBeside(claims: Claim[]): Room {
	const open = claims.filter(({ isWritten }) => !isWritten);
	const ahead = open.filter(({ isOpen, isStarted }) => isOpen && !isStarted);
	const requestOf = (claim: Claim) => (claim.request.isReadOnly ? claim : claim.request);
	const requestsOf = (some: Claim[]) => new Set(some.map(requestOf)).size;
	return {
		requests: Math.min(MAX_OPEN.requests - requestsOf(open), MAX_AHEAD - requestsOf(ahead)),
		entries: MAX_OPEN.entries - open.length,
	};
}
