import type { Clock } from '../transport/clock';
import type { ClaimRequest, EmailAsked } from './ClaimRequest';

/** An entry that is open in so many looks in a row is in doubt. */
const MAX_LOOKS = 10;
/** Up to twice as long, at random. */
const LOOK_AGAIN_AFTER_MS = 1_000;

interface OpenEntry {
	/** Number of looks that found it open, without any other finding between them. */
	looks: number;
	/** The highest one that was found; see `openValue`. */
	takeover: number;
	seenAt: number;
	lookAt: number;
}

/** Entries that were found open and belong to no claim of this process: in flight in another process, or in doubt. */
export class OpenEntries {
	private readonly entries = new Map<string, OpenEntry>();

	constructor(private readonly clock: Clock) {}

	has(name: string): boolean {
		return this.entries.has(name);
	}

	/** A look more often than once a second does not count: the other process needs time. */
	see(name: string, takeover: number): void {
		const now = this.clock.now();
		const known = this.entries.get(name);
		if (!known || known.takeover < takeover) {
			this.entries.set(name, { looks: 1, takeover, seenAt: now, lookAt: this.nextLookAt(now) });
			return;
		}
		if (known.looks < MAX_LOOKS && now < known.lookAt) return;
		known.looks++;
		known.seenAt = now;
		known.lookAt = this.nextLookAt(now);
	}

	/** This process itself does not know whether the email was sent. */
	leaveInDoubt(name: string, takeover: number): void {
		const now = this.clock.now();
		this.entries.set(name, { looks: MAX_LOOKS + 1, takeover, seenAt: now, lookAt: now });
	}

	forget(name: string): void {
		this.entries.delete(name);
	}

	/** Counts begin anew once no request waits for an entry. Doubts stay known. */
	keepAwaited(requests: ClaimRequest[]): void {
		const counted = [...this.entries].filter(([, { looks }]) => looks < MAX_LOOKS);
		if (counted.length === 0) return;
		const awaited = new Set(requests.flatMap((one) => one.unanswered.map(({ name }) => name)));
		for (const [name] of counted) if (!awaited.has(name)) this.forget(name);
	}

	/** @returns whether the request is told that the email is in doubt */
	isInDoubt({ claimant, askedAt }: ClaimRequest, name: string): boolean {
		const entry = this.entries.get(name);
		// A doubt that was known before may be settled by now.
		if (!entry || entry.seenAt < askedAt) return false;
		if (entry.looks === MAX_LOOKS) claimant.hasWaitedInVain = true;
		return entry.looks >= MAX_LOOKS || claimant.hasWaitedInVain === true;
	}

	/** When to look at an open entry again, for a request. */
	lookAt(request: ClaimRequest, email: EmailAsked): number {
		const entry = this.entries.get(email.name);
		if (!entry) return -Infinity;
		const isKnownDoubt = entry.looks >= MAX_LOOKS;
		const isAtOnce = request.mayTakeOver(email) || entry.seenAt < request.askedAt;
		return isKnownDoubt && isAtOnce ? -Infinity : entry.lookAt;
	}

	/** Which open value a claim must be the first to store. */
	takeoverOf(request: ClaimRequest, email: EmailAsked): number {
		const entry = this.entries.get(email.name);
		if (!entry || !request.mayTakeOver(email)) return 0;
		return entry.looks >= MAX_LOOKS ? entry.takeover + 1 : entry.takeover;
	}

	private nextLookAt(now: number): number {
		return now + LOOK_AGAIN_AFTER_MS * (1 + this.clock.random());
	}
}
