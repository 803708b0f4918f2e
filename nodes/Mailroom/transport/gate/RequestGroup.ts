import type { Hold } from './Hold';

/** Limits the requests in doubt after a crash or a stop. */
export const MAX_IN_FLIGHT_PER_RUN = 20;

/** The requests of one run, drop-down or poll. */
export class RequestGroup implements Hold {
	readonly isLowPriority: boolean;
	inFlight = 0;
	lastStartAt = -Infinity;
	/** Start of the current series of 429s. */
	throttledSince: number | undefined;
	private outage = { since: -Infinity, waitedMs: 0, countedUntil: -Infinity };

	/** @param signal aborted when the run ends */
	constructor(
		readonly signal = new AbortController().signal,
		{ isLowPriority = false } = {},
	) {
		this.isLowPriority = isLowPriority;
	}

	/**
	 * Must be called again and again while a write waits for the end of an outage. The run has one wait, because its next write may enter
	 * only after a trial has failed. Without `counts`, the time since the last call is left out.
	 *
	 * @returns for how long the run has waited, in ms
	 */
	countWait(
		since: number,
		{ enteredAt, now, counts }: { enteredAt: number; now: number; counts: boolean },
	): number {
		if (this.outage.since !== since) this.outage = { since, waitedMs: 0, countedUntil: since };
		const from = Math.max(this.outage.countedUntil, enteredAt);
		if (counts) this.outage.waitedMs += now - from;
		this.outage.countedUntil = now;
		return this.outage.waitedMs;
	}

	opensAt(): number | undefined {
		if (this.signal.aborted) return undefined;
		return this.inFlight < MAX_IN_FLIGHT_PER_RUN ? -Infinity : Infinity;
	}
}
