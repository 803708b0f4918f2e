import type { Clock } from '../transport/clock';
import type { WriteVerifier } from './WriteVerifier';

/** Beyond the time in which the owner of an entry repairs what another process has brought back. */
const EXPIRED_FOR_MS = 3_000;
/** A look counts for so long, and longer where the calls of the store are slow: there are many between two looks. */
const COUNTS_FOR = { ms: 60_000, calls: 30 };

/** Tells entries in doubt from those of live processes, which repair a lost removal a moment later: an entry in doubt is seen twice. */
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

	/** This process has left it in doubt: nobody will repair it. */
	leftInDoubt(name: string): void {
		this.since.set(name, this.clock.now() - this.recheckAfterMs);
	}

	/** @returns whether it is in doubt for certain */
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
