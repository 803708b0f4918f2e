const { REQUESTS_PER_SECOND } = require('../../nodes/Mailroom/service');
const { Lane } = require('../../nodes/Mailroom/transport/lane');
const { Pace } = require('../../nodes/Mailroom/transport/pace');
const { RateLimiter } = require('../../nodes/Mailroom/transport/rateLimiter');
const { ServiceClient } = require('../../nodes/Mailroom/transport/ServiceClient');
const { RateLimiter: ServiceLimit } = require('../../sandbox/traffic/RateLimiter');
const { randomFrom, virtualClock } = require('../../test/unit/virtualClock');

/**
 * What a worker has to do. Times are in seconds of the simulation.
 *
 * @typedef {object} Work
 * @property {number} [from] When its work begins.
 * @property {number} [until] When it ends; requests that wait then are not sent.
 * @property {number} [everySeconds] Single requests at random times, so far apart on average. Without it a long queue.
 *
 * @typedef {object} Scenario
 * @property {Work[]} workers
 * @property {'fixed' | 'sliding'} window How the service measures its second.
 * @property {number} seed
 * @property {number} [seconds]
 * @property {boolean} [unsteady] Whether each answer takes any time from 20 to 300 ms. Otherwise each worker has its
 *   own time in that range, and an answer takes at most a tenth more or less.
 * @property {boolean} [constantPace] Whether the workers never slow down: only the pauses after 429, for comparison.
 *
 * @typedef {object} WorkerResult
 * @property {number} accepted
 * @property {number} gaveUp Requests that failed after a minute of nothing but 429.
 * @property {number[]} waits Of single requests: seconds from when they came up until they were accepted.
 * @property {number[]} starts When its requests started, in ms.
 *
 * @typedef {object} Result
 * @property {WorkerResult[]} workers
 * @property {number[]} accepted How many requests the service accepted, second by second.
 * @property {number[]} refused How many it answered 429.
 */

const ANSWER_MS = { least: 20, most: 300 };
/** A long queue is one that is never empty. */
const WAITING_IN_LONG_QUEUE = 20;

class ConstantPace extends Pace {
	/** @override */
	slowDown() {}
}

/**
 * n8n workers, each with the client and the limiter of this package, on one project's limit and a virtual clock.
 *
 * @param {Scenario} scenario
 * @returns {Promise<Result>}
 */
async function simulate({ workers, window, seed, seconds = 300, unsteady, constantPace }) {
	const clock = virtualClock({ seed });
	const random = randomFrom(seed + 1000);
	const between = (/** @type {number} */ least, /** @type {number} */ most) =>
		least + random() * (most - least);
	const limit = new ServiceLimit({ limit: REQUESTS_PER_SECOND, window });
	// The service's seconds do not begin when the workers do.
	const serviceStart = random() * 1000;
	const end = seconds * 1000;
	const accepted = Array.from({ length: seconds }, () => 0);
	const refused = Array.from({ length: seconds }, () => 0);

	function answerNow() {
		const at = clock.now() + serviceStart;
		const isAccepted = limit.hasRoom(at);
		if (isAccepted) limit.count(at);
		(isAccepted ? accepted : refused)[Math.floor(clock.now() / 1000)]++;
		return isAccepted;
	}

	/** @param {Work} work */
	function startWorker({ from = 0, until = seconds, everySeconds }) {
		/** @type {WorkerResult} */
		const result = { accepted: 0, gaveUp: 0, waits: [], starts: [] };
		const typical = between(ANSWER_MS.least, ANSWER_MS.most);
		const answerMs = () =>
			unsteady
				? between(ANSWER_MS.least, ANSWER_MS.most)
				: Math.min(ANSWER_MS.most, Math.max(ANSWER_MS.least, typical * between(0.9, 1.1)));
		const run = new AbortController();
		const client = new ServiceClient({
			address: 'https://mail.example.com/v1',
			limiter: new RateLimiter(clock, constantPace ? new ConstantPace() : new Pace()),
			lane: new Lane(run.signal),
			clock,
			redact: (text) => text,
			async send() {
				result.starts.push(clock.now());
				const onTheWay = answerMs() / 2;
				await clock.sleep(onTheWay);
				const isAccepted = answerNow();
				await clock.sleep(onTheWay);
				if (isAccepted) result.accepted++;
				return isAccepted
					? { statusCode: 200, headers: {}, body: { success: true } }
					: { statusCode: 429, headers: {}, body: {} };
			},
		});

		async function request() {
			const cameUpAt = clock.now();
			try {
				await client.request({ method: 'POST', url: '/email/transactional', effect: 'once' });
				result.waits.push((clock.now() - cameUpAt) / 1000);
			} catch {
				if (!run.signal.aborted) result.gaveUp++;
			}
		}
		async function workOnLongQueue() {
			while (!run.signal.aborted) await request();
		}
		async function sendNowAndThen(/** @type {number} */ everyMs) {
			while (!run.signal.aborted) {
				await clock.sleep(-Math.log(1 - random()) * everyMs);
				void request();
			}
		}
		async function work() {
			await clock.sleep(from * 1000);
			if (everySeconds) void sendNowAndThen(everySeconds * 1000);
			else for (let i = 0; i < WAITING_IN_LONG_QUEUE; i++) void workOnLongQueue();
			await clock.sleep((until - from) * 1000);
			run.abort();
		}
		void work();
		return result;
	}

	const results = workers.map(startWorker);
	await clock.advance(end);
	return { workers: results, accepted, refused };
}

module.exports = { simulate };
