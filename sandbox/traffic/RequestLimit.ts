const WINDOW_MS = 1000;

/**
 * The rate limit, across all keys of the project (the service's document, section "Limits").
 * Checking and counting are two steps, because rejected requests don't count.
 */
export class RequestLimit {
	/** When the counted requests of the last second arrived. */
	private counted: number[] = [];

	/** @param settings read at every request; limit 0 is off */
	constructor(private readonly settings: { limit: number; window: 'sliding' | 'fixed' }) {}

	/** @param at monotonic ms */
	hasRoom(at: number) {
		this.counted = this.counted.filter((earlier) => this.isSameWindow(earlier, at));
		return this.settings.limit === 0 || this.counted.length < this.settings.limit;
	}

	/** @param at monotonic ms */
	count(at: number) {
		this.counted.push(at);
	}

	reset() {
		this.counted = [];
	}

	private isSameWindow(earlier: number, at: number) {
		if (this.settings.window === 'sliding') return at - earlier < WINDOW_MS;
		return Math.floor(earlier / WINDOW_MS) === Math.floor(at / WINDOW_MS);
	}
}
