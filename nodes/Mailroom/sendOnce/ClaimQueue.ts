import type { Clock } from '../transport/clock';
import { Claim } from './Claim';
import type { Claimant, ClaimRequest } from './ClaimRequest';
import type { Entry } from './dedupEntry';
import { OpenEntries } from './OpenEntries';

/** Limits the emails in doubt after a crash. */
const MAX_OPEN = { requests: 20, entries: 200 };
/** Requests claimed before their start; enough for the full rate. */
const MAX_AHEAD = 10;
const MAX_BLOCKED_MS = 60_000;
/** Another process looks at least once in this time, and finds the entry free. */
const CLAIM_AGAIN_AFTER_MS = 3_000;
/** Each look at a sent entry opens it for a moment. Many in a row would keep other processes waiting. */
const SENT_IS_KNOWN_FOR_MS = 30_000;

/** The next step of a request: to look at entries that were found open, or else to claim its emails. */
interface Step {
	request: ClaimRequest;
	emails: Entry[];
	isLook: boolean;
	at: number;
	/** Among those of its run. */
	place: number;
}

/** Decides which requests of this process claim next. While one waits, later ones of its run hold no claims, so no two runs block each other. */
export class ClaimQueue {
	private readonly claims = new Map<string, Claim>();
	/** Not over. Those of one run are in order. */
	private requests: ClaimRequest[] = [];
	private readonly opens: OpenEntries;
	/** The oldest first. */
	private readonly sent = new Map<string, { digest?: string; knownUntil: number }>();

	constructor(private readonly clock: Clock) {
		this.opens = new OpenEntries(clock);
	}

	get all(): Claim[] {
		return [...this.claims.values()];
	}

	get isEmpty(): boolean {
		return this.claims.size === 0 && this.requests.length === 0;
	}

	/** When a request can next claim or look. */
	get nextStepAt(): number {
		const isBlocked = ({ name }: Entry) =>
			this.claims.has(name) && this.claims.get(name)?.stage !== 'removed';
		const steps = this.steps().filter((step) => !step.emails.some(isBlocked) && this.hasRoom(step));
		return Math.min(...steps.map(({ at }) => at));
	}

	add(request: ClaimRequest): void {
		this.requests.push(request);
	}

	forget(claim: Claim): void {
		if (this.claims.get(claim.name) === claim) this.claims.delete(claim.name);
	}

	noteSent({ name, digest }: Entry): void {
		this.sent.delete(name);
		this.sent.set(name, { digest, knownUntil: this.clock.now() + SENT_IS_KNOWN_FOR_MS });
	}

	leaveInDoubt(claim: Claim): void {
		claim.request.claimant.leftInDoubt.add(claim.name);
		this.opens.leaveInDoubt(claim.name, claim.takeover);
		this.forget(claim);
	}

	/** Without the store, nothing that waits can be sent. */
	fail(error: Error): void {
		for (const request of this.requests) {
			request.giveBack();
			for (const { name } of request.unclaimed) request.answers.set(name, error);
		}
		for (const claim of this.all) if (claim.stage === 'new') this.forget(claim);
		this.update();
	}

	/** Answers requests without the store where possible, and gives claims back. */
	update(): void {
		const now = this.clock.now();
		for (const [name, { knownUntil }] of this.sent) {
			if (knownUntil > now) break;
			this.sent.delete(name);
		}
		const waiting = new Set<Claimant>();
		for (const request of this.requests) {
			const { claimant } = request;
			this.answer(request);
			if (request.heldClaims.some((claim) => claim.isStartOverdue(now))) {
				request.claimAt = now + CLAIM_AGAIN_AFTER_MS;
				request.giveBack();
			}
			request.isBehind = waiting.has(claimant);
			if (request.isBehind || this.isWaiting(request)) {
				request.giveBack();
				waiting.add(claimant);
			}
			request.notify();
		}
		this.requests = this.requests.filter(({ isOver }) => !isOver);
	}

	/** @returns claims to be recorded */
	claimNext(): Claim[] {
		let isFull = false;
		for (const step of this.steps()) {
			const { request, emails, isLook, at } = step;
			if (at > this.clock.now() || emails.some(({ name }) => this.claims.has(name))) continue;
			isFull ||= !this.hasRoom(step);
			if (isFull && !isLook) continue;
			for (const email of emails) {
				const claim = new Claim(email, request, this.opens.next(request, email).takeover);
				this.claims.set(claim.name, claim);
				request.claims.set(claim.name, claim);
			}
		}
		return this.all.filter(({ stage }) => stage === 'new');
	}

	/** Judges a claim by the values stored before it. */
	endUnlessFree(claim: Claim, stored: ReadonlySet<string>): void {
		const { name, request, takeover } = claim;
		const state = claim.compareWith(stored);
		if (state === 'open') this.opens.see(name, takeover);
		else if (state !== 'free' || takeover === 0) this.opens.forget(name);
		if (state === 'free') return;
		if (state === 'sent') this.noteSent(claim.email);
		if (state === 'otherEmail') request.answers.set(name, 'otherEmail');
		claim.end(state === 'sent' ? 'sent' : 'released');
		if (claim.valuesToRemove().length === 0) this.forget(claim);
	}

	private answer(request: ClaimRequest): void {
		const { claimant, answers } = request;
		if (!claimant.isWanted()) {
			request.giveBack();
			for (const { name } of request.unanswered) answers.set(name, 'notWanted');
		}
		for (const email of request.unclaimed) {
			const { name, digest } = email;
			const sent = this.sent.get(name);
			const isInDoubt = () => claimant.leftInDoubt.has(name) || this.opens.isInDoubt(request, name);
			if (sent) answers.set(name, sent.digest === digest ? 'sent' : 'otherEmail');
			else if (!request.mayTakeOver(email) && isInDoubt()) answers.set(name, 'inDoubt');
		}
		const blocked = this.blocked(request);
		const now = this.clock.now();
		request.blockedSince = blocked.length > 0 ? Math.min(request.blockedSince, now) : Infinity;
		if (now - request.blockedSince < MAX_BLOCKED_MS) return;
		for (const { name } of blocked) answers.set(name, 'inFlight');
	}

	/** For another run, another process, room, or the time to claim again. */
	private isWaiting(request: ClaimRequest): boolean {
		const { unclaimed: emails, claimAt } = request;
		if (emails.length === 0) return false;
		if (claimAt > this.clock.now() || emails.some(({ name }) => this.opens.has(name))) return true;
		return this.blocked(request).length > 0 || !this.hasRoom({ emails });
	}

	/** Emails that other runs of this process have claimed. */
	private blocked({ unclaimed, claimant }: ClaimRequest): Entry[] {
		return unclaimed.filter(({ name }) => {
			const claim = this.claims.get(name);
			return claim?.isHeld === true && claim.request.claimant !== claimant;
		});
	}

	/** Runs take turns, so that a long one does not delay a single email. */
	private steps(): Step[] {
		const places = new Map<Claimant, number>();
		const steps = this.requests.flatMap((request): Step[] => {
			const { claimant, unclaimed, claimAt } = request;
			const opens = unclaimed.filter(({ name }) => this.opens.has(name));
			const isLook = opens.length > 0;
			if (unclaimed.length === 0 || (request.isBehind && !isLook)) return [];
			const place = places.get(claimant) ?? 0;
			places.set(claimant, place + 1);
			const timeOf = (email: Entry) => this.opens.next(request, email).at;
			const at = isLook ? Math.min(...opens.map(timeOf)) : claimAt;
			const due = opens.filter((email) => timeOf(email) <= this.clock.now());
			return [{ request, emails: isLook ? due : unclaimed, isLook, at, place }];
		});
		return steps.sort((one, other) => one.place - other.place);
	}

	/** A request alone always fits, whatever its size. */
	private hasRoom({ emails, isLook }: Pick<Step, 'emails'> & Partial<Step>): boolean {
		const open = this.all.filter(({ stage }) => stage !== 'removed');
		if (isLook || open.length === 0) return true;
		const ahead = open.filter(({ isHeld, isStarted }) => isHeld && !isStarted);
		const requestsOf = (some: Claim[]) => new Set(some.map(({ request }) => request)).size;
		if (requestsOf(open) >= MAX_OPEN.requests || requestsOf(ahead) >= MAX_AHEAD) return false;
		return open.length + emails.length <= MAX_OPEN.entries;
	}
}
