import type { Hold } from './Hold';

/** Limits the requests in doubt after a crash or a stop. */
export const MAX_IN_FLIGHT_PER_RUN = 20;

/** The requests of one run, drop-down or poll. */
export class RequestGroup implements Hold {
	readonly isLowPriority: boolean;
	inFlight = 0;
	lastStartAt = -Infinity;
	/** Since then, a write has waited in the present outage. */
	heldSince = -Infinity;
	/** Start of the current series of 429s. */
	throttledSince: number | undefined;

	/** @param signal aborted when the run ends */
	constructor(
		readonly signal = new AbortController().signal,
		{ isLowPriority = false } = {},
	) {
		this.isLowPriority = isLowPriority;
	}

	opensAt(): number | undefined {
		if (this.signal.aborted) return undefined;
		return this.inFlight < MAX_IN_FLIGHT_PER_RUN ? -Infinity : Infinity;
	}
}
