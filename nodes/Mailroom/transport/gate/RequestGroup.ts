/** Bulkhead: limits the requests in doubt after a crash or a stop, and what one run takes from others. */
export const MAX_IN_FLIGHT_PER_RUN = 20;

/** The requests of one run, drop-down or poll. */
export class RequestGroup {
	readonly isLowPriority: boolean;
	inFlight = 0;
	lastStartAt = -Infinity;
	/** Start of the current series of 429s. */
	private throttledSince: number | undefined;
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
	 * may enter only after a try has failed.
	 *
	 * @param failingSince `Infinity`: failures have not opened the breaker
	 * @returns since when it waits for the end of the failures
	 */
	heldSince(failingSince: number, now: number): number {
		if (failingSince === Infinity) return Infinity;
		if (this.heldAt < failingSince) this.heldAt = now;
		return this.heldAt;
	}

	/** @returns for how long all attempts of the group got a 429, in ms */
	countThrottled(isThrottled: boolean, now: number): number {
		this.throttledSince = isThrottled ? (this.throttledSince ?? now) : undefined;
		return now - (this.throttledSince ?? now);
	}
}
