const WINDOW_MS = 1000;

/**
 * The limit of requests per second, across all keys of the project (the service's document, section "Limits").
 * Asking and counting are two steps, so that what is refused does not count.
 */
class RateLimiter {
	/** @param {{ limit: number, window: 'sliding' | 'fixed' }} settings read at every request; limit 0 is off */
	constructor(settings) {
		this.settings = settings;
		/** @type {number[]} when the counted requests of the last second arrived */
		this.counted = [];
	}

	/** @param {number} at monotonic ms */
	hasRoom(at) {
		this.counted = this.counted.filter((earlier) => this.isSameWindow(earlier, at));
		return this.settings.limit === 0 || this.counted.length < this.settings.limit;
	}

	/** @param {number} at monotonic ms */
	count(at) {
		this.counted.push(at);
	}

	reset() {
		this.counted = [];
	}

	/**
	 * @param {number} earlier
	 * @param {number} at
	 */
	isSameWindow(earlier, at) {
		if (this.settings.window === 'sliding') return at - earlier < WINDOW_MS;
		return Math.floor(earlier / WINDOW_MS) === Math.floor(at / WINDOW_MS);
	}
}

module.exports = { RateLimiter };
