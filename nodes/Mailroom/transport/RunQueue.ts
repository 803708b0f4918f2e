import { Cancellation } from './Cancellation';

/** No more requests of one run are under way together, however long the service takes. */
export const MAX_UNDER_WAY = 20;

/** The place of one run of a node, or of one drop-down, in the queue. */
export class RunQueue {
	/** Of the run: it leaves the queue. */
	readonly cancellation: Cancellation;

	/** Its requests start only when no other lane's may: looks of the trigger, of which nobody waits for the end. */
	readonly isLowPriority: boolean;

	constructor(signal?: AbortSignal, { isLowPriority = false } = {}) {
		this.cancellation = new Cancellation(signal);
		this.isLowPriority = isLowPriority;
	}

	/** How many of its requests have started and not ended. */
	underWay = 0;

	/** Since when, on the limiter's clock, its requests have been answered nothing but 429; undefined when the last answer was another. */
	throttledSince: number | undefined;

	get isFull(): boolean {
		return this.underWay >= MAX_UNDER_WAY;
	}
}
