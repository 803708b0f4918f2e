/** Bulkhead: limits the requests in doubt after a crash or a stop, and what one run takes from others. */
export const MAX_IN_FLIGHT_PER_RUN = 20;

/** The requests of one run, drop-down or poll. */
export class RequestGroup {
	readonly isLowPriority: boolean;
	inFlight = 0;
	lastStartAt = -Infinity;
	/** When an attempt of any of its requests last ended without a 429. */
	private notThrottledAt = -Infinity;
	private heldAt = -Infinity;

	/** @param signal aborted when the run ends */
	constructor(
		readonly signal = new AbortController().signal,
		{ isLowPriority = false } = {},
	) {
		this.isLowPriority = isLowPriority;
	}

	get isFull(): boolean {
		return this.inFlight >= MAX_IN_FLIGHT_PER_RUN;
	}

	/**
	 * Must be called while an open breaker holds a write of the group. The group has one wait for each outage, because its next write
	 * may enter only after a trial has failed.
	 *
	 * @param failingSince undefined if failures haven't opened the breaker
	 * @returns since when it waits for the end of the failures
	 */
	heldSince(failingSince: number | undefined, now: number): number | undefined {
		if (failingSince === undefined) return undefined;
		if (this.heldAt < failingSince) this.heldAt = now;
		return this.heldAt;
	}

	countNotThrottled(now: number): void {
		this.notThrottledAt = now;
	}

	/**
	 * @param since the request's first 429 in a row
	 * @returns for how long neither the request nor the rest of the group got anything but 429s, in ms
	 */
	throttledMs(since: number, now: number): number {
		return now - Math.max(since, this.notThrottledAt);
	}
}
