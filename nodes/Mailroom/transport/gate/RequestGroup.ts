/** Bulkhead: limits the requests in doubt after a crash or a stop, and what one run takes from others. */
export const MAX_IN_FLIGHT_PER_RUN = 20;

/** The requests of one run, drop-down or poll. */
export class RequestGroup {
	readonly isLowPriority: boolean;
	/** Cancels the requests in flight. */
	readonly abandonSignal?: AbortSignal;
	private requestsInFlight = 0;
	private startedAt = -Infinity;
	/** Problem of the last request or probe that failed. */
	lastFailure?: string;
	/** When an attempt of any of its requests last ended without a 429. */
	private notThrottledAt = -Infinity;
	/** When an outage, the present or an earlier one, first held a write. */
	private heldAt = -Infinity;

	/** @param signal aborted when the run ends */
	constructor(
		readonly signal = new AbortController().signal,
		{
			isLowPriority = false,
			abandonSignal,
		}: { isLowPriority?: boolean; abandonSignal?: AbortSignal } = {},
	) {
		this.isLowPriority = isLowPriority;
		this.abandonSignal = abandonSignal;
	}

	get isFull(): boolean {
		return this.inFlight >= MAX_IN_FLIGHT_PER_RUN;
	}

	get inFlight(): number {
		return this.requestsInFlight;
	}

	get lastStartAt(): number {
		return this.startedAt;
	}

	started(now: number): void {
		this.requestsInFlight++;
		this.startedAt = now;
	}

	ended(): void {
		this.requestsInFlight--;
	}

	/**
	 * An outage holds a write of the group. It has one wait for each outage, because its next write may enter only after a trial has
	 * failed.
	 */
	noteHeld(failingSince: number, now: number): void {
		if (this.heldAt < failingSince) this.heldAt = now;
	}

	/** Since when it waits for the end of these failures. `Infinity` if it doesn't wait, or there are none. */
	heldSince(failingSince = Infinity): number {
		return this.heldAt < failingSince ? Infinity : this.heldAt;
	}

	noteNotThrottled(now: number): void {
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
