import type { Clock } from '../transport/clock';
import {
	Claim,
	type Claimant,
	type ClaimAnswer,
	type EmailAsked,
	type PendingClaim,
} from './Claim';
import type { RecentlySent } from './RecentlySent';

/** The most that a node may have in doubt when n8n is killed. */
const MAX_OPEN = { requests: 20, entries: 200 };
/** Enough for the full rate. */
const MAX_AHEAD = 10;

const MAX_WAIT_FOR_OTHERS_MS = 60_000;
const ASK_AGAIN_AFTER_MS = 1_000;

export type Asked = Pick<PendingClaim, 'emails' | 'claimant' | 'order' | 'isReadOnly'>;

interface Room {
	requests: number;
	entries: number;
}

/**
 * The claims, and the requests that wait for theirs. While a request has to ask again, no later one of its run holds a claim: two runs would
 * wait for each other, or the request for the room of those that start after it.
 */
export class ClaimQueue {
	private readonly claims = new Map<string, Claim>();

	private pending: PendingClaim[] = [];

	constructor(
		private readonly clock: Clock,
		private readonly sent: RecentlySent,
	) {}

	async ask(request: Asked): Promise<ReadonlyMap<string, ClaimAnswer>> {
		return await new Promise((resolve, reject) => {
			const answers = new Map<string, ClaimAnswer>();
			const one: PendingClaim = {
				...request,
				answers,
				isRecorded: false,
				hasLooked: false,
				isRechecking: false,
				askAt: -Infinity,
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

	has(claim: Claim): boolean {
		return this.claims.get(claim.name) === claim;
	}

	forget(claim: Claim): void {
		if (this.has(claim)) this.claims.delete(claim.name);
	}

	get askAt(): number {
		const room = roomBeside(this.all);
		const asking = this.waiting.filter((one) => fits(one, room));
		return Math.min(...asking.map(({ askAt }) => askAt));
	}

	/** Requests wait, and no claim is ready to start. */
	get isHungry(): boolean {
		const isReady = (one: Claim) => one.isOpen && one.isVerified && !one.isStarted;
		return this.pending.length > 0 && !this.all.some(isReady);
	}

	/** Claims for as many as there is room for. */
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

	answerKnown(): void {
		for (const one of this.pending) {
			if (!one.claimant.isWanted()) {
				for (const claim of this.openClaimsOf(one)) claim.end('released');
				for (const { name } of one.emails) one.answers.set(name, { kind: 'notWanted' });
			} else if (!one.isRecorded) {
				for (const email of unansweredOf(one)) this.answerFromMemory(one, email);
			}
			if (unansweredOf(one).length === 0) this.answer(one);
		}
	}

	answerVerified(): void {
		const { held } = this;
		for (const one of this.pending.filter(({ isRecorded }) => isRecorded)) {
			const claims = this.openClaimsOf(one);
			if (claims.some(({ isVerified }) => !isVerified)) continue;
			one.isRecorded = false;
			if (held.has(one) || unansweredOf(one).length > claims.length) {
				for (const claim of claims) claim.end('released');
				continue;
			}
			for (const claim of claims) one.answers.set(claim.name, { kind: 'claimed', claim });
			this.answer(one);
		}
	}

	waitForProcess(claim: Claim): void {
		const { request, name } = claim;
		request.askAt = this.clock.now() + ASK_AGAIN_AFTER_MS * (1 + this.clock.random());
		request.isRechecking = false;
		this.waitForRun(request, name);
	}

	recheck({ request }: Claim, afterMs: number): void {
		request.askAt = this.clock.now() + afterMs;
		request.isRechecking = true;
		this.releaseLater(request);
	}

	reject(error: Error, which: 'all' | 'waiting'): void {
		for (const one of this.pending) {
			if (which === 'all' || !one.isRecorded) this.rejectOne(one, error);
		}
	}

	rejectOne(one: PendingClaim, error: Error): void {
		for (const claim of this.openClaimsOf(one)) claim.end('released');
		this.drop(one);
		one.reject(error);
	}

	openClaimsOf(one: PendingClaim): Claim[] {
		return this.all.filter(({ request, isOpen }) => request === one && isOpen);
	}

	private get waiting(): PendingClaim[] {
		const { held } = this;
		const wanted = new Map<Claimant, Set<string>>();
		return this.pending.filter((one) => {
			const emails = unansweredOf(one);
			const before = wanted.get(one.claimant) ?? new Set<string>();
			// It starts after those before it, which would wait for its claims.
			const isWantedBefore = emails.some(({ name }) => before.has(name));
			for (const { name } of emails) before.add(name);
			wanted.set(one.claimant, before);
			const isWaiting = held.get(one) !== 'waits' && !one.isRecorded;
			return isWaiting && !isWantedBefore && !this.isAnyClaimed(emails);
		});
	}

	/**
	 * The requests that are to hold no claim. While one before them waits for its second look, they have their first: a run waits once. They do
	 * not look while it waits for a live process, which is about to claim the same.
	 */
	private get held(): Map<PendingClaim, 'looks' | 'waits'> {
		const runs = new Map<Claimant, boolean>();
		const held = new Map<PendingClaim, 'looks' | 'waits'>();
		for (const one of this.pending.filter(({ isReadOnly }) => !isReadOnly)) {
			const { claimant, hasLooked, isRechecking, inFlightSince } = one;
			const isToLookAgain = one.askAt > -Infinity;
			const runRechecks = runs.get(claimant);
			if (runRechecks !== undefined) {
				held.set(one, runRechecks && (isToLookAgain || !hasLooked) ? 'looks' : 'waits');
			}
			if (isToLookAgain || inFlightSince !== undefined) {
				runs.set(claimant, isRechecking || runRechecks === true);
			}
		}
		return held;
	}

	private isAnyClaimed(emails: EmailAsked[]): boolean {
		return emails.some(({ name }) => this.claims.has(name));
	}

	private answerFromMemory(one: PendingClaim, { name, digest, evenInDoubt }: EmailAsked): void {
		const claim = this.claims.get(name);
		const sent = this.sent.get(name);
		const known = sent ? 'sent' : claim?.known;
		const isOwn = claim?.request.claimant === one.claimant;
		// Nothing is sent twice in one run, also with "Send".
		if (known === 'sent' || (known && (isOwn || !evenInDoubt))) {
			const isOther = (sent ?? claim?.asked)?.digest !== digest;
			one.answers.set(name, { kind: isOther ? 'otherEmail' : known });
		} else if (claim && one.isReadOnly) one.answers.set(name, { kind: 'inFlight' });
		else if (claim && !isOwn) this.waitForRun(one, name);
		else if (claim && isBefore(one, claim.request)) this.releaseLater(one);
	}

	private waitForRun(one: PendingClaim, name: string): void {
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

	private answer(one: PendingClaim): void {
		this.drop(one);
		one.resolve();
	}

	private drop(one: PendingClaim): void {
		this.pending = this.pending.filter((other) => other !== one);
	}
}

function isBefore(one: PendingClaim, other: PendingClaim): boolean {
	return one.claimant === other.claimant && one.order < other.order;
}

function unansweredOf({ emails, answers }: PendingClaim): EmailAsked[] {
	return emails.filter(({ name }) => !answers.has(name));
}

function fits(one: PendingClaim, { requests, entries }: Room): boolean {
	const { length } = unansweredOf(one);
	return requests >= (one.isReadOnly ? length : 1) && entries >= length;
}

/** Beside what would be in doubt after a crash. */
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
