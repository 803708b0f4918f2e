import type { Hold } from './Hold';

/** Limits the requests in doubt after a crash or a stop. */
export const MAX_IN_FLIGHT_PER_RUN = 20;

/** The requests of one run, drop-down or poll. */
export class RequestGroup implements Hold {
	readonly isLowPriority: boolean;
	inFlight = 0;
	lastStartAt = -Infinity;
	/** For how long writes of the run have waited for the end of an outage, counted until then. */
	outage = { since: -Infinity, waitedMs: 0, countedUntil: -Infinity };
	/** Start of the current series of 429s. */
	throttledSince: number | undefined;

	/** @param signal aborted when the run ends */
	constructor(
		readonly signal = new AbortController().signal,
		{ isLowPriority = false } = {},
	) {
		this.isLowPriority = isLowPriority;
	}

	/**
	 * Must be called again and again while a write waits. The next write of a run may enter only after each trial, so the run has one wait.
	 * Its own trials and pauses of the limiter don't count.
	 */
	waitInOutage(
		since: number,
		{ enteredAt, now, counts }: { enteredAt: number; now: number; counts: boolean },
	): void {
		if (this.outage.since !== since) this.outage = { since, waitedMs: 0, countedUntil: since };
		const from = Math.max(this.outage.countedUntil, enteredAt);
		if (counts) this.outage.waitedMs += now - from;
		this.outage.countedUntil = now;
	}

	opensAt(): number | undefined {
		if (this.signal.aborted) return undefined;
		return this.inFlight < MAX_IN_FLIGHT_PER_RUN ? -Infinity : Infinity;
	}
}
