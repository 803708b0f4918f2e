import type { Clock } from '../transport/clock';
import type { ClaimRequest, EmailAsked } from './ClaimRequest';

/** An entry that so many looks in a row find open is in doubt. */
const MAX_LOOKS = 10;
/** Up to twice as long, at random. */
const LOOK_AGAIN_AFTER_MS = 1_000;
/** Nobody has waited meanwhile. */
const COUNTS_FOR_MS = 60_000;

interface OpenEntry {
	looks: number;
	/** The highest one found; see `openValues`. */
	takeover: number;
	seenAt: number;
	lookAt: number;
}

/** Entries that were found open, and belong to no claim of this process: in flight in another process, or in doubt. */
export class OpenEntries {
	private readonly entries = new Map<string, OpenEntry>();

	constructor(private readonly clock: Clock) {}

	has(name: string): boolean {
		return this.entries.has(name);
	}

	forget(name: string): void {
		this.entries.delete(name);
	}

	/** Looks count at most once a second, so that the other process has time. */
	see(name: string, takeover: number): void {
		const now = this.clock.now();
		const known = this.entries.get(name);
		const isStale = known && known.looks < MAX_LOOKS && now - known.seenAt > COUNTS_FOR_MS;
		const isCounted = known && !isStale && known.takeover >= takeover;
		if (isCounted && known.looks < MAX_LOOKS && now < known.lookAt) return;
		const lookAt = now + LOOK_AGAIN_AFTER_MS * (1 + this.clock.random());
		const entry = isCounted ? known : { looks: 0, takeover };
		this.entries.set(name, { ...entry, looks: entry.looks + 1, seenAt: now, lookAt });
	}

	/** This process itself does not know whether the email was sent. */
	leaveInDoubt(name: string, takeover: number): void {
		const now = this.clock.now();
		this.entries.set(name, { looks: MAX_LOOKS + 1, takeover, seenAt: now, lookAt: now });
	}

	/** Whether to tell the request that the email is in doubt. A doubt from earlier may be settled by now. */
	isInDoubt({ claimant, place }: ClaimRequest, name: string): boolean {
		const entry = this.entries.get(name);
		if (!entry || entry.seenAt < place.askedAt) return false;
		if (entry.looks === MAX_LOOKS) claimant.hasWaitedInVain = true;
		return entry.looks >= MAX_LOOKS || claimant.hasWaitedInVain === true;
	}

	lookAt(request: ClaimRequest, email: EmailAsked): number {
		const entry = this.entries.get(email.name);
		if (!entry) return -Infinity;
		const isNews = request.mayTakeOver(email) || entry.seenAt < request.place.askedAt;
		return isNews && entry.looks >= MAX_LOOKS ? -Infinity : entry.lookAt;
	}

	/** The open value that a claim must be the first to store. */
	takeoverOf(request: ClaimRequest, email: EmailAsked): number {
		const entry = this.entries.get(email.name);
		if (!entry || !request.mayTakeOver(email)) return 0;
		return entry.looks >= MAX_LOOKS ? entry.takeover + 1 : entry.takeover;
	}
}
