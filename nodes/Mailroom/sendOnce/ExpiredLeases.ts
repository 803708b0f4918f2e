import type { Clock } from '../transport/clock';
import type { WriteVerifier } from './WriteVerifier';

/**
 * An entry that is open without a lease may be a trace of what was sent: another process can bring back for a moment what its owner has
 * removed. It is in doubt when it is so again after its owner would have repaired that, and this much.
 */
const EXPIRED_FOR_MS = 3_000;
/** A look so long ago says nothing of now, unless the calls of the store take long: between two looks are many of them. */
const COUNTS_FOR = { ms: 60_000, calls: 30 };

/** Tells entries in doubt from those that are repaired a moment later. */
export class ExpiredLeases {
	/** When entries were first seen open without a lease, by their names. */
	private readonly since = new Map<string, number>();

	constructor(
		private readonly clock: Clock,
		private readonly writes: Pick<WriteVerifier, 'outcomeAfterMs' | 'slowestCallMs'>,
	) {}

	/** How long to wait for the second look. */
	get recheckAfterMs(): number {
		return EXPIRED_FOR_MS + this.writes.outcomeAfterMs;
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
		const countsForMs = COUNTS_FOR.ms + COUNTS_FOR.calls * this.writes.slowestCallMs;
		const since = this.since.get(name);
		if (!isExpired) this.since.delete(name);
		else if (since === undefined || now - since > countsForMs) this.since.set(name, now);
		else return now - since >= this.recheckAfterMs;
		return false;
	}
}
