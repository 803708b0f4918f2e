import { REQUESTS_PER_SECOND } from '../service';

/**
 * A little more than the service's second, so that eleven requests arrive more than a second apart even when one of them is
 * held up on its way.
 */
const ROUND_MS = 1040;

/**
 * How a process finds its part of a limit that it shares with others. All it learns of them is that its own requests are
 * answered 429. The numbers come from simulations, see "The limit with several workers" in docs/benchmarks.md.
 */
const MIN_SHARE = 1 / 4;
/** After so many starts without 429 half of the share is kept, more after more of them. */
const STARTS_TO_KEEP_HALF = 2;
/** From two starts per round on, there is one fewer after a 429 at the least, and not again at once. */
const STEP_BELOW_WHOLE = 0.4;
/** The share grows by one in this time, by little at first and then ever faster: by ten in 1.8 times as long. */
const GROWTH_MS = 40_000;
const GROWTH_EXPONENT = 4;

/**
 * How far apart the starts of this process are: a tenth of a round while no 429 comes.
 *
 * What holds it all together is that everybody's intervals fit into the same rounds: with a whole number of starts per round,
 * or one in two or four rounds, requests that have found room once find it again in the next round.
 */
export class Pace {
	/** Starts per round, right after the last slow-down. */
	private share = REQUESTS_PER_SECOND;

	private slowedDownAt = -Infinity;

	private startsSince = 0;

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

		const share = this.shareAt(now);
		const kept = share * (this.startsSince / (this.startsSince + STARTS_TO_KEEP_HALF));
		const most = share < 2 ? share : Math.floor(share) - STEP_BELOW_WHOLE;
		this.share = Math.max(MIN_SHARE, Math.min(kept, most));
		this.slowedDownAt = now;
		this.startsSince = 0;
	}

	private shareAt(now: number): number {
		const grown = ((now - this.slowedDownAt) / GROWTH_MS) ** GROWTH_EXPONENT;
		return Math.min(REQUESTS_PER_SECOND, this.share + grown);
	}
}

/** The next whole number below, or the next of 1/2, 1/4, 1/8... */
function startsPerRound(share: number): number {
	return share < 1 ? 2 ** Math.floor(Math.log2(share)) : Math.floor(share);
}
