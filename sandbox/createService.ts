const { Faults } = require('./traffic/Faults');
const { RateLimiter } = require('./traffic/RateLimiter');
const { Store } = require('./store/Store');
const { seed } = require('./store/seed');

/**
 * @typedef {object} Settings may be changed at any time
 * @property {number} limit requests per second, 0 for no limit
 * @property {'sliding' | 'fixed'} window how a second is measured
 * @property {number} maxPer a page never holds more, whatever `per` asks for
 * @property {boolean} metadata whether lists come with their metadata
 * @property {number} answerDelayMs every answer waits this long
 *
 * @typedef {object} ServiceOptions
 * @property {string[]} [keys] the API keys of the project
 * @property {() => number} [now] the time, in ms since 1970
 * @property {Partial<import('./store/Store').StoreContents>} [contents] instead of the seed
 *
 * @typedef {ReturnType<typeof createService>} Service
 */

const DEMO_KEY = 'mailroom-sandbox-key';
/** @type {Settings} */
const DEFAULT_SETTINGS = {
	limit: 10,
	window: 'sliding',
	maxPer: 100,
	metadata: true,
	answerDelayMs: 0,
};

/**
 * The project that the API, the pages and the handle share.
 * @param {ServiceOptions & Partial<Settings>} options
 */
function createService({ keys = [DEMO_KEY], now = Date.now, contents = {}, ...settings }) {
	const firstSettings = { ...DEFAULT_SETTINGS, ...settings };
	const firstKeys = [...keys];
	const service = {
		store: new Store({ ...seed, ...contents }),
		keys: [...keys],
		settings: { ...firstSettings },
		faults: new Faults(),
		/** @type {import('./traffic/createJournalEntry').JournalEntry[]} what the API was asked, in order of arrival */
		journal: [],
		now,
		/** Where the server listens, known once it does. */
		origin: '',
	};
	const limiter = new RateLimiter(service.settings);

	/** Back to how the project was created; a data file's contents give way to the seed. */
	function reset() {
		service.store.restore(seed);
		service.keys.splice(0, Infinity, ...firstKeys);
		Object.assign(service.settings, firstSettings);
		service.faults.clear();
		service.journal.length = 0;
		limiter.reset();
	}
	return Object.assign(service, { limiter, reset });
}

module.exports = { createService };
