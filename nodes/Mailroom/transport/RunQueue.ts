import { Cancellation } from './Cancellation';

/** Limits the requests in doubt after a crash or a stop. */
export const MAX_IN_FLIGHT_PER_RUN = 20;

/** The requests of one run of a node, of a drop-down or of a poll. */
export class RunQueue {
	/** Cancelled when the run ends; drops its waiting requests. */
	readonly cancellation: Cancellation;

	/** Its requests start only when no other may. */
	readonly isLowPriority: boolean;

	inFlight = 0;

	/** Start of its latest request, on the limiter's clock. */
	lastStartAt = -Infinity;

	/** The first of the 429s in a row; undefined after any other response. */
	throttledSince: number | undefined;

	constructor(signal?: AbortSignal, { isLowPriority = false } = {}) {
		this.cancellation = new Cancellation(signal);
		this.isLowPriority = isLowPriority;
	}

	get isFull(): boolean {
		return this.inFlight >= MAX_IN_FLIGHT_PER_RUN;
	}
}
