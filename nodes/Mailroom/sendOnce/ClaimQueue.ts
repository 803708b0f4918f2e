import type { Clock } from '../transport/clock';
import { Claim } from './Claim';
import type { Claimant, ClaimRequest, EmailAsked } from './ClaimRequest';
import { OpenEntries } from './OpenEntries';

/** Limits the emails in doubt after a crash. */
const MAX_OPEN = { requests: 20, entries: 200 };
/** Requests claimed before their start; enough for the full rate. */
const MAX_AHEAD = 10;
const MAX_BLOCKED_MS = 60_000;
/** Ten looks of another process, which may then take over, need longer. */
const MAX_UNSTARTED_MS = 8_000;
/** Each look at a sent entry opens it for a moment. Many in a row would keep other processes waiting. */
const SENT_IS_KNOWN_FOR_MS = 30_000;
/** Another process looks at least once in this time, and finds the entry free. */
const CLAIM_AGAIN_AFTER_MS = 3_000;

/** The next step of a request. */
interface Turn {
	request: ClaimRequest;
	/** Those that were found open, or else all that are not claimed. */
	emails: EmailAsked[];
	isLook: boolean;
	at: number;
	/** Among those of its run. */
	place: number;
}

/** Decides which requests of this process claim next. While one waits, later ones of its run hold no claims, so no two runs block each other. */
export class ClaimQueue {
	/** Set while the store fails. */
	error: Error | undefined;
	private readonly claims = new Map<string, Claim>();
	/** Not started. Those of one run are in order. */
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
	get claimAt(): number {
		const isBlocked = ({ name }: EmailAsked) =>
			this.claims.has(name) && this.claims.get(name)?.stage !== 'removed';
		const turns = this.turns().filter((turn) => !turn.emails.some(isBlocked) && this.hasRoom(turn));
		return Math.min(...turns.map(({ at }) => at));
	}

	add(request: ClaimRequest): void {
		request.askedAt = this.clock.now();
		const at = this.requests.findIndex((other) => request.isBefore(other));
		this.requests.splice(at < 0 ? this.requests.length : at, 0, request);
	}

	forget(claim: Claim): void {
		if (this.claims.get(claim.name) === claim) this.claims.delete(claim.name);
	}

	/** @returns false if claims were given back, or are too old */
	start(claims: Claim[]): boolean {
		const canStart = claims.every((claim) => claim.isSettled && !this.isTooOld(claim));
		if (!canStart) this.update();
		else for (const claim of claims) claim.isStarted = true;
		return canStart;
	}

	noteSent({ name, digest }: EmailAsked): void {
		this.sent.delete(name);
		this.sent.set(name, { digest, knownUntil: this.clock.now() + SENT_IS_KNOWN_FOR_MS });
	}

	leaveInDoubt(claim: Claim): void {
		claim.request.claimant.leftInDoubt.add(claim.name);
		this.opens.leaveInDoubt(claim.name, claim.takeover);
		this.forget(claim);
	}

	/** After a failed record. */
	recordAgain(claim: Claim): void {
		claim.stage = 'new';
		if (!claim.isHeld) this.forget(claim);
	}

	/** Without the store, nothing that waits can be sent. */
	fail(error: Error): void {
		this.error = error;
		for (const one of this.requests) {
			one.giveBack();
			one.error = error;
		}
		for (const claim of this.all) if (claim.stage === 'new') this.forget(claim);
		this.update();
	}

	/** Answers requests without the store where possible, and gives claims back. */
	update(): void {
		for (const [name, { knownUntil }] of this.sent) {
			if (knownUntil > this.clock.now()) break;
			this.sent.delete(name);
		}
		const waiting = new Set<Claimant>();
		const withoutRoom = new Set<Claimant>();
		for (const one of this.requests) {
			const { claimant } = one;
			this.updateOne(one);
			one.isBehind = waiting.has(claimant);
			if (one.isWaiting || one.isBehind || withoutRoom.has(claimant)) one.giveBack();
			if (one.isWaiting) waiting.add(claimant);
			if (one.isWithoutRoom) withoutRoom.add(claimant);
			one.notify();
		}
		this.requests = this.requests.filter(
			({ error, unanswered, heldClaims }) =>
				!error && unanswered.length > 0 && !heldClaims.some(({ isStarted }) => isStarted),
		);
	}

	/** @returns claims to be recorded */
	claimNext(): Claim[] {
		let isFull = false;
		for (const turn of this.turns()) {
			const { request, emails, isLook, at } = turn;
			if (at > this.clock.now() || emails.some(({ name }) => this.claims.has(name))) continue;
			request.isWithoutRoom = !isLook && (isFull || !this.hasRoom(turn));
			isFull ||= request.isWithoutRoom;
			for (const email of request.isWithoutRoom ? [] : emails) {
				const { takeover } = this.opens.next(request, email);
				const claim = new Claim(email, request, takeover);
				this.claims.set(claim.name, claim);
				request.claims.set(claim.name, claim);
			}
		}
		return this.all.filter(({ stage }) => stage === 'new');
	}

	/** Judges a claim by the values stored before it. */
	judge(claim: Claim, stored: ReadonlySet<string>): void {
		const { name, request, takeover } = claim;
		const state = claim.judge(stored);
		if (state === 'open') this.opens.see(name, takeover);
		else if (state !== 'free' || takeover === 0) this.opens.forget(name);
		if (state === 'free') return;
		if (state === 'sent') this.noteSent(claim.email);
		if (state === 'otherEmail') request.answers.set(name, 'otherEmail');
		claim.end(state === 'sent' ? 'sent' : 'released');
		if (claim.valuesToRemove().length === 0) this.forget(claim);
	}

	private updateOne(one: ClaimRequest): void {
		const now = this.clock.now();
		if (!one.claimant.isWanted()) {
			one.giveBack();
			for (const { name } of one.unanswered) one.answers.set(name, 'notWanted');
		}
		for (const email of one.unclaimed) this.answerFromMemory(one, email);
		const isTooOld = one.heldClaims.some((claim) => this.isTooOld(claim));
		if (isTooOld) one.claimAt = now + CLAIM_AGAIN_AFTER_MS;
		const blocked = one.unclaimed.filter(({ name }) => {
			const claim = this.claims.get(name);
			return claim?.isHeld === true && claim.request.claimant !== one.claimant;
		});
		one.blockedSince = blocked.length > 0 ? Math.min(one.blockedSince, now) : Infinity;
		if (now - one.blockedSince >= MAX_BLOCKED_MS) {
			for (const { name } of blocked) one.answers.set(name, 'inFlight');
		}
		const isOpen = one.unclaimed.some(({ name }) => this.opens.has(name));
		one.isWaiting = blocked.length > 0 || one.claimAt > now || isOpen;
	}

	private answerFromMemory(one: ClaimRequest, email: EmailAsked): void {
		const { name, digest } = email;
		const sent = this.sent.get(name);
		const isInDoubt = () => one.claimant.leftInDoubt.has(name) || this.opens.isInDoubt(one, name);
		if (sent) one.answers.set(name, sent.digest === digest ? 'sent' : 'otherEmail');
		else if (!one.mayTakeOver(email) && isInDoubt()) one.answers.set(name, 'inDoubt');
	}

	private isTooOld({ stage, isStarted, settledAt }: Claim): boolean {
		return stage === 'settled' && !isStarted && this.clock.now() >= settledAt + MAX_UNSTARTED_MS;
	}

	/** Runs take turns, so that a long one does not delay a single email. */
	private turns(): Turn[] {
		const places = new Map<Claimant, number>();
		const turns = this.requests.flatMap((request): Turn[] => {
			const { claimant, unclaimed, claimAt } = request;
			const opens = unclaimed.filter(({ name }) => this.opens.has(name));
			const isLook = opens.length > 0;
			if (unclaimed.length === 0 || (request.isBehind && !isLook)) return [];
			const place = places.get(claimant) ?? 0;
			places.set(claimant, place + 1);
			const timeOf = (email: EmailAsked) => this.opens.next(request, email).at;
			const at = isLook ? Math.min(...opens.map(timeOf)) : claimAt;
			const due = opens.filter((email) => timeOf(email) <= this.clock.now());
			return [{ request, emails: isLook ? due : unclaimed, isLook, at, place }];
		});
		return turns.sort((one, other) => one.place - other.place);
	}

	/** A request alone always fits, whatever its size. */
	private hasRoom({ emails, isLook }: Turn): boolean {
		const open = this.all.filter(({ stage }) => stage !== 'removed');
		if (isLook || open.length === 0) return true;
		const ahead = open.filter(({ isHeld, isStarted }) => isHeld && !isStarted);
		const requestsOf = (some: Claim[]) => new Set(some.map(({ request }) => request)).size;
		if (requestsOf(open) >= MAX_OPEN.requests || requestsOf(ahead) >= MAX_AHEAD) return false;
		return open.length + emails.length <= MAX_OPEN.entries;
	}
}
