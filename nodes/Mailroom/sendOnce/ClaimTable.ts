import { Claim } from './Claim';
import type { ClaimRequest, KeyedRun } from './ClaimRequest';
import type { Entry } from './Entry';

/** In recipients. A crash leaves at most these in doubt. */
const ROOM = 200;
/** For a request of one email: at most 20 of them are open. */
const MIN_ROOM_OF_REQUEST = 10;
const MAX_BLOCKED_MS = 60_000;

/** The entries that requests of this process have, and the requests that wait for them. */
export class ClaimTable {
	/** By entry name. */
	private readonly claims = new Map<string, Claim>();
	/** First come, first served. */
	private waiting: ClaimRequest[] = [];

	get isEmpty(): boolean {
		return this.claims.size === 0 && this.waiting.length === 0;
	}

	/** Claims that take room. */
	get unstored(): Claim[] {
		return this.all.filter(({ isStored }) => !isStored);
	}

	/** When a claim is next looked at or its ending written. */
	get nextDueAt(): number {
		const waiting = this.all.filter(({ isInFlight }) => !isInFlight);
		return waiting.reduce((first, { dueAt }) => Math.min(first, dueAt), Infinity);
	}

	/** Claims to look at. */
	looks(now: number): Claim[] {
		return this.all.filter(({ needsLook, dueAt }) => needsLook && dueAt <= now);
	}

	/** Claims whose ending is to be written. */
	ended(now: number): Claim[] {
		return this.all.filter(({ ending, dueAt }) => ending !== undefined && dueAt <= now);
	}

	add(request: ClaimRequest): void {
		this.waiting.push(request);
	}

	forget(claim: Claim): void {
		if (this.claims.get(claim.entry.name) === claim) this.claims.delete(claim.entry.name);
	}

	/** The request is no longer wanted. Its claims are ended by its run. */
	withdraw(request: ClaimRequest): void {
		this.waiting = this.waiting.filter((other) => other !== request);
	}

	/** Without the store, no claim can be granted. */
	fail(error: Error, now: number): void {
		for (const claim of this.all.filter(({ needsLook }) => needsLook)) {
			claim.end('released', now);
			claim.request.answer(claim.entry, error);
		}
		for (const request of this.waiting.splice(0)) {
			for (const entry of request.undecided) request.answer(entry, error);
		}
	}

	/** Gives requests their entries and their room, both at once. While one waits, later ones of its run hold nothing, so no two runs block each other. */
	serve(now: number): void {
		const runsThatWait = new Set<KeyedRun>();
		let isFull = false;
		this.waiting = this.waiting.filter((request) => {
			if (runsThatWait.has(request.run)) return true;
			this.answerFromMemory(request, now);
			if (request.isDecided) return false;
			const isBlocked = this.isBlocked(request);
			// A larger request must not starve, so smaller ones behind it wait, too.
			isFull ||= !isBlocked && !this.hasRoomFor(request);
			if (!isBlocked && !isFull) {
				this.take(request);
				return false;
			}
			runsThatWait.add(request.run);
			return true;
		});
	}

	private get all(): Claim[] {
		return [...this.claims.values()];
	}

	private isBlocked({ undecided }: ClaimRequest): boolean {
		return undecided.some(({ name }) => this.claims.has(name));
	}

	private take(request: ClaimRequest): void {
		for (const entry of request.undecided) {
			const claim = new Claim(entry, request);
			this.claims.set(entry.name, claim);
			request.claims.set(entry.name, claim);
		}
	}

	private answerFromMemory(request: ClaimRequest, now: number): void {
		for (const entry of request.undecided) {
			const claim = this.claims.get(entry.name);
			if (!claim?.isSent) continue;
			request.answer(entry, claim.entry.digest === entry.digest ? 'sent' : 'otherEmail');
		}
		const blocked = this.entriesOfOtherRuns(request);
		request.blockedSince = blocked.length > 0 ? Math.min(request.blockedSince, now) : Infinity;
		if (now - request.blockedSince < MAX_BLOCKED_MS) return;
		for (const entry of blocked) request.answer(entry, 'inFlight');
	}

	private entriesOfOtherRuns({ undecided, run }: ClaimRequest): Entry[] {
		return undecided.filter(({ name }) => {
			const claim = this.claims.get(name);
			return claim !== undefined && claim.request.run !== run;
		});
	}

	/** A request that is larger than the room waits until it is alone. */
	private hasRoomFor(request: ClaimRequest): boolean {
		const counts = new Map<ClaimRequest, number>();
		for (const { request: other } of this.unstored) counts.set(other, (counts.get(other) ?? 0) + 1);
		const taken = [...counts.values()].reduce((sum, count) => sum + roomOf(count), 0);
		return taken === 0 || taken + roomOf(request.undecided.length) <= ROOM;
	}
}

function roomOf(recipientCount: number): number {
	return Math.max(MIN_ROOM_OF_REQUEST, recipientCount);
}
