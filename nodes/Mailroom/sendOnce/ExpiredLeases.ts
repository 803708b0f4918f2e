import type { Clock } from '../transport/clock';
import type { CallTimes } from './CallTimes';

const EXPIRED_FOR_MS = 3_000;
/** How long a first sighting counts. */
const COUNTS_FOR = { ms: 60_000, calls: 30 };

/** An entry without a lease is in doubt when seen twice: a live process soon repairs a lost removal. */
export class ExpiredLeases {
	/** Time of the first sighting, by name. */
	private readonly since = new Map<string, number>();

	constructor(
		private readonly clock: Clock,
		private readonly times: CallTimes,
	) {}

	get recheckAfterMs(): number {
		return EXPIRED_FOR_MS + this.times.checkedAfterMs;
	}

	/** Skips the first sighting, because no process will repair the entry. */
	leftInDoubt(name: string): void {
		this.since.set(name, this.clock.now() - this.recheckAfterMs);
	}

	see(name: string, isExpired: boolean): boolean {
		const now = this.clock.now();
		const countsForMs = COUNTS_FOR.ms + COUNTS_FOR.calls * this.times.slowestMs;
		const since = this.since.get(name);
		if (!isExpired) this.since.delete(name);
		else if (since === undefined || now - since > countsForMs) this.since.set(name, now);
		else return now - since >= this.recheckAfterMs;
		return false;
	}
}
