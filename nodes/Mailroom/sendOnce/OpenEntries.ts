import type { Clock } from '../transport/clock';
import type { ClaimRequest } from './ClaimRequest';
import type { Entry } from './dedupEntry';

/** An entry that so many looks in a row find open is in doubt. */
const MAX_LOOKS = 10;
/** Up to twice as long, at random. */
const LOOK_AGAIN_AFTER_MS = 1_000;
/** Later, no request can have waited since the last look. */
const COUNTS_FOR_MS = 60_000;

/** Entries that were found open, and belong to no claim of this process: in flight in another process, or in doubt. */
export class OpenEntries {
	/** `takeover`: the highest one found; see `openValues`. */
	private readonly entries = new Map<
		string,
		{ looks: number; takeover: number; seenAt: number; lookAt: number }
	>();

	constructor(private readonly clock: Clock) {}

	has(name: string): boolean {
		return this.entries.has(name);
	}

	forget(name: string): void {
		this.entries.delete(name);
	}

	see(name: string, takeover: number): void {
		const now = this.clock.now();
		const known = this.entries.get(name);
		let looks = known && known.takeover >= takeover ? known.looks : 0;
		if (looks < MAX_LOOKS && known && now > known.seenAt + COUNTS_FOR_MS) looks = 0;
		// More looks per second don't count, so that the other process has time.
		if (looks > 0 && looks < MAX_LOOKS && known && now < known.lookAt) return;
		const lookAt = now + LOOK_AGAIN_AFTER_MS * (1 + this.clock.random());
		const highest = Math.max(takeover, known?.takeover ?? 0);
		this.entries.set(name, { looks: looks + 1, takeover: highest, seenAt: now, lookAt });
	}

	/** This process itself does not know whether the email was sent. */
	leaveInDoubt(name: string, takeover: number): void {
		const now = this.clock.now();
		this.entries.set(name, { looks: MAX_LOOKS + 1, takeover, seenAt: now, lookAt: now });
	}

	/** Whether to tell the request that the email is in doubt. A doubt from earlier may be settled by now. */
	isInDoubt({ claimant, askedAt }: ClaimRequest, name: string): boolean {
		const entry = this.entries.get(name);
		if (!entry || entry.seenAt < askedAt) return false;
		if (entry.looks === MAX_LOOKS) claimant.hasWaitedInVain = true;
		return entry.looks >= MAX_LOOKS || claimant.hasWaitedInVain === true;
	}

	/** When a request may claim the entry, and which open value it must be the first to store. */
	next(request: ClaimRequest, email: Entry): { at: number; takeover: number } {
		const { looks = 0, takeover = 0, seenAt = 0, lookAt = 0 } = this.entries.get(email.name) ?? {};
		const isDoubt = looks >= MAX_LOOKS;
		if (!request.mayTakeOver(email)) {
			return { at: isDoubt && seenAt < request.askedAt ? 0 : lookAt, takeover: 0 };
		}
		return isDoubt ? { at: 0, takeover: takeover + 1 } : { at: lookAt, takeover };
	}
}
