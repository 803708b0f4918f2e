import { Cancellation } from './Cancellation';

/** No more requests of one run are in flight together, however long the service takes. */
export const MAX_IN_FLIGHT_PER_RUN = 20;

/** The requests of one run of a node, or of one drop-down. */
export class RunQueue {
	/** Cancelled when the run ends: requests that wait then are not sent. */
	readonly cancellation: Cancellation;

	/** Its requests start only when no other may: scans of the trigger, whose end nobody waits for. */
	readonly isLowPriority: boolean;

	constructor(signal?: AbortSignal, { isLowPriority = false } = {}) {
		this.cancellation = new Cancellation(signal);
		this.isLowPriority = isLowPriority;
	}

	/** How many of its requests have started and not ended. */
	inFlight = 0;

	/** When the last of its requests started, on the limiter's clock. */
	lastStartAt = -Infinity;

	/** Since when, on the limiter's clock, it has got nothing but 429; undefined when the last response was another. */
	throttledSince: number | undefined;

	get isFull(): boolean {
		return this.inFlight >= MAX_IN_FLIGHT_PER_RUN;
	}
}
