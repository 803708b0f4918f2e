import { REQUESTS_PER_SECOND } from '../service';

/*
 * How a process finds its part of a limit that it shares with others, when all it learns of them is that its own requests
 * are answered 429. The numbers come from simulations: "The limit with several workers" in docs/benchmarks.md.
 */

/**
 * A little more than the service's second, so that eleven requests arrive more than a second apart even when one of them is
 * held up on its way.
 */
const ROUND_MS = 1040;
const HALF = REQUESTS_PER_SECOND / 2;
/** In starts per round. With less a request would have too few tries in the minute after which it gives up. */
const SMALLEST_SHARE = 1 / 4;
/** Without a 429 for so long, a larger share is tried. Not sooner, because a try that fails costs a pause. */
const CALM_MS = 50_000;
/** Who makes more starts waits longer, so that the parts become equal. */
const CALM_MS_PER_START = 2_000;
/** With half of the limit or more. There a 429 is often chance: two workers that fit beside each other meet when one is late. */
const REFUSALS_PER_STEP = 3;
/** A try that nobody has objected to for so long has held, and the next one follows: the others have ended. */
const TRY_MS = 2_500;

/**
 * How far apart the starts of this process are: a tenth of a round while no 429 comes, then more.
 *
 * - A 429 at full pace halves the share: two workers that meet come to five starts each. Full pace is soon tried again, once,
 *   as the service may only have had a bad moment.
 * - Any other 429 takes a step down: one start per round less, or half of them from one start on. A try that fails is taken back so.
 *   With half of the limit or more, a step needs three 429s.
 * - 429s in a row, each after a single start, are one event.
 * - After a calm while the share is tried a step larger, and another step as long as nobody objects.
 *
 * What keeps workers out of each other's way is that all their intervals fit into rounds of the same length: requests that
 * have found room find it again a round later.
 */
export class Pace {
	/** Starts per round, as it was right after the last 429. */
	private share = REQUESTS_PER_SECOND;

	/** Whether it was halved by the last 429. */
	private isHalved = false;

	private slowedDownAt = -Infinity;

	private startsSince = 0;

	/** How many 429s the present share has had. */
	private refusals = 0;

	/** @returns time from a start at `now` to the next, in ms */
	intervalMs(now: number): number {
		return ROUND_MS / this.shareAfter(this.triesUntil(now));
	}

	started(): void {
		this.startsSince++;
	}

	/** To be called for every 429. */
	slowDown(now: number): void {
		// The request that was refused had started before the last slow-down.
		if (this.startsSince === 0) return;

		const tries = this.triesUntil(now);
		const isFull = this.shareAfter(tries - 1) === REQUESTS_PER_SECOND;
		const isInARow = this.startsSince === 1 && tries === 0;
		this.slowedDownAt = now;
		this.startsSince = 0;
		if (isInARow && !isFull) return;
		this.isHalved = isFull;
		this.refusals++;
		if (isFull) this.keepTo(HALF);
		else if (tries > 0) this.keepTo(this.shareAfter(tries - 1));
		else if (this.share < HALF || this.refusals === REFUSALS_PER_STEP) {
			this.keepTo(stepDown(this.share));
		}
	}

	private keepTo(share: number): void {
		this.share = share;
		this.refusals = 0;
	}

	/** How many larger shares have been tried since the last 429. */
	private triesUntil(now: number): number {
		const calmMs = this.isHalved ? TRY_MS : CALM_MS + CALM_MS_PER_START * this.share;
		return Math.max(0, Math.ceil((now - this.slowedDownAt - calmMs) / TRY_MS));
	}

	private shareAfter(tries: number): number {
		if (this.isHalved && tries > 0) return REQUESTS_PER_SECOND;
		let share = this.share;
		for (let i = 0; i < tries && share < REQUESTS_PER_SECOND; i++) share = stepUp(share);
		return share;
	}
}

function stepUp(share: number): number {
	return share < 1 ? share * 2 : share + 1;
}

function stepDown(share: number): number {
	return share > 1 ? share - 1 : Math.max(SMALLEST_SHARE, share / 2);
}
