import { Cancellation } from './Cancellation';

/** Limits the requests in doubt after a crash or a stop. */
export const MAX_IN_FLIGHT_PER_RUN = 20;

/** The requests of one run, drop-down or poll. */
export class RunQueue {
	/** Cancelled when the run ends. */
	readonly cancellation: Cancellation;
	readonly isLowPriority: boolean;

	inFlight = 0;

	lastStartAt = -Infinity;

	/** Undefined after any other response than 429. */
	throttledSince: number | undefined;

	constructor(signal?: AbortSignal, { isLowPriority = false } = {}) {
		this.cancellation = new Cancellation(signal);
		this.isLowPriority = isLowPriority;
	}

	get isFull(): boolean {
		return this.inFlight >= MAX_IN_FLIGHT_PER_RUN;
	}
}
