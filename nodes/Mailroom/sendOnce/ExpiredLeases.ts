import type { Clock } from '../transport/clock';

/**
 * An entry that is open without a lease may be a trace of what was sent: another process can bring back for a moment what its owner has
 * removed. It is in doubt when it is so again after its owner would have repaired that, and this much.
 */
const EXPIRED_FOR_MS = 3_000;
/** A look so long ago says nothing of now. */
const COUNTS_FOR_MS = 60_000;

/** Tells entries in doubt from those that are repaired a moment later. */
export class ExpiredLeases {
	/** When entries were first seen open without a lease, by their names. */
	private readonly since = new Map<string, number>();

	/** @param repairedAfterMs how long the owner of an entry may take to repair it */
	constructor(
		private readonly clock: Clock,
		private readonly repairedAfterMs: () => number,
	) {}

	/** How long to wait for the second look. */
	get recheckAfterMs(): number {
		return EXPIRED_FOR_MS + this.repairedAfterMs();
	}

	/** Notes that this process has left the entry in doubt: no owner will repair it. */
	leftInDoubt(name: string): void {
		this.since.set(name, this.clock.now() - this.recheckAfterMs);
	}

	/**
	 * Notes how an entry was seen now.
	 *
	 * @returns whether it is in doubt for certain
	 */
	see(name: string, isExpired: boolean): boolean {
		const now = this.clock.now();
		const since = this.since.get(name);
		if (!isExpired) this.since.delete(name);
		else if (since === undefined || now - since > COUNTS_FOR_MS) this.since.set(name, now);
		else return now - since >= this.recheckAfterMs;
		return false;
	}
}
