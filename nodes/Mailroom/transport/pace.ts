import { REQUESTS_PER_SECOND } from '../service';

/**
 * A little more than the service's second, so that eleven requests arrive more than a second apart even when one of them is
 * held up on its way.
 */
const ROUND_MS = 1040;

/*
 * How a process finds its part of a limit that it shares with others, when all it learns of them is that its own requests
 * are answered 429. The numbers come from simulations: "The limit with several workers" in docs/benchmarks.md.
 */

/** In starts per round. With less a request would have too few tries in the minute after which it gives up. */
const MIN_SHARE = 1 / 3;
/** A 429 after so many starts without one halves the share; after fewer it takes more, after more less. */
const STARTS_TO_KEEP_HALF = 2;
/** Two starts per round and more become at least one fewer, by so much that it is not one more again at once. */
const STEP_BELOW_WHOLE = 0.4;
/**
 * While workers meet, the first slow-downs take the same of each, so that two of them come to five starts each, and not more than
 * this: a service may only have had a bad moment.
 */
const FIRST_SLOW_DOWNS = 3;
const KEPT_AT_FIRST = 0.72;
const KEPT_AT_FIRST_IN_A_CROWD = 0.6;
/** A 429 after so few starts: there are more than two or three workers. */
const STARTS_IN_A_CROWD = 2;
/**
 * So many refusals in a row of a worker that has just begun take no more than half of the limit: they say that others are there
 * already, not that its part is too large.
 */
const REFUSALS_ON_ARRIVAL = 3;
const SHARE_ON_ARRIVAL = REQUESTS_PER_SECOND / 2;
/** A 429 after so many starts: the worker is not one that has just met others. */
const STARTS_WHEN_SETTLED = 20;
/**
 * In this time the share grows by one, in 1.5 times as long by ten: soon after a single slow-down, late after several, so that
 * workers that share the limit for long come to rest.
 */
const GROWTH_ALONE_MS = 9_000;
const GROWTH_IN_COMPANY_MS = 90_000;
const GROWTH_EXPONENT = 6;
/** Without any 429 for so long, the other workers are taken to have ended. */
const FORGET_AFTER_MS = 120_000;

/**
 * How far apart the starts of this process are: a tenth of a round while no 429 comes, more after each, and slowly less.
 *
 * What keeps workers out of each other's way is that all their intervals fit into rounds of the same length: requests that
 * have found room find it again a round later. So the share is rounded down to such an interval.
 */
export class Pace {
	/** Starts per round, as it was right after the last slow-down. */
	private share = REQUESTS_PER_SECOND;

	private slowedDownAt = -Infinity;

	private startsSince = 0;

	/** Since it was alone, not counting those in a row. */
	private slowDowns = 0;

	private refusalsInARow = 0;

	/** @returns time from a start at `now` to the next, in ms */
	intervalMs(now: number): number {
		return ROUND_MS / startsPerRound(this.shareAt(now));
	}

	started(): void {
		this.startsSince++;
	}

	/** To be called for every 429. */
	slowDown(now: number): void {
		// The request that was refused had started before the last slow-down.
		if (this.startsSince === 0) return;

		if (now - this.slowedDownAt > FORGET_AFTER_MS) this.slowDowns = 0;
		const share = this.shareAt(now);
		const kept = share * this.partKept();
		const most = share < 2 ? share : Math.floor(share) - STEP_BELOW_WHOLE;
		const least = this.isArriving() ? Math.min(share, SHARE_ON_ARRIVAL) : MIN_SHARE;
		this.share = Math.max(least, Math.min(kept, most));
		// Several 429 in a row, as after a restart of the service, are no sign of other workers.
		if (this.startsSince > 1) {
			this.slowDowns++;
			this.refusalsInARow = 0;
		} else {
			this.refusalsInARow++;
		}
		this.slowedDownAt = now;
		this.startsSince = 0;
	}

	private isArriving(): boolean {
		return (
			this.slowDowns === 0 && this.startsSince === 1 && this.refusalsInARow < REFUSALS_ON_ARRIVAL
		);
	}

	private partKept(): number {
		const starts = this.startsSince;
		if (this.slowDowns >= FIRST_SLOW_DOWNS || starts >= STARTS_WHEN_SETTLED) {
			return starts / (starts + STARTS_TO_KEEP_HALF);
		}
		return starts <= STARTS_IN_A_CROWD ? KEPT_AT_FIRST_IN_A_CROWD : KEPT_AT_FIRST;
	}

	private shareAt(now: number): number {
		const growthMs = this.slowDowns > 1 ? GROWTH_IN_COMPANY_MS : GROWTH_ALONE_MS;
		const grown = ((now - this.slowedDownAt) / growthMs) ** GROWTH_EXPONENT;
		return Math.min(REQUESTS_PER_SECOND, this.share + grown);
	}
}

/** The next whole number below, or the next of 1/2, 1/4, 1/8... */
function startsPerRound(share: number): number {
	return share < 1 ? 2 ** Math.floor(Math.log2(share)) : Math.floor(share);
}
