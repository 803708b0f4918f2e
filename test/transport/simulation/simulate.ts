import { REQUESTS_PER_SECOND } from '../../../nodes/Mailroom/service';
import { Gate, isPermit } from '../../../nodes/Mailroom/transport/gate/Gate';
import { RequestGroup } from '../../../nodes/Mailroom/transport/gate/RequestGroup';
import { ServiceClient } from '../../../nodes/Mailroom/transport/ServiceClient';
import { RequestLimit } from '../../../sandbox/traffic/RequestLimit';
import { randomFrom } from '../../support/randomFrom';
import { virtualClock } from '../../support/virtualClock';

/** Task of a worker. Times are in seconds of the simulation. */
interface Work {
	/** Begin of the work. */
	from?: number;
	/** End of the work. Requests that wait then are not sent. */
	until?: number;
	/** Number of requests that wait from the beginning, by default a long queue. */
	requests?: number;
	/** Average time between single requests at random times, by default a long queue. */
	everySeconds?: number;
}

export interface Scenario {
	workers: Work[];
	/** How the service measures its second. */
	window: 'fixed' | 'sliding';
	seed: number;
	seconds?: number;
	/** Range of a request's random travel time, instead of a response time. */
	wayMs?: { from: number; to: number };
	/** Whether timers and responses are late by some milliseconds, sometimes by up to 60, as on a slightly busy machine. */
	late?: boolean;
	/** The seconds in which the service rejects every request with 429. */
	storm?: { from: number; until: number };
}

interface WorkerResult {
	accepted: number;
	/** Requests that failed after a minute in which their worker got only 429. */
	gaveUp: number;
	/** Seconds until single requests were accepted. */
	waits: number[];
	/** Start times of its requests, in ms. */
	starts: number[];
	/** Times of the responses that accepted a request, in ms. */
	acceptedAt: number[];
}

export interface Result {
	workers: WorkerResult[];
	/** Accepted requests, second by second. */
	accepted: number[];
	/** Requests rejected with 429, second by second. */
	refused: number[];
}

/** Each worker has its own response time in this range, and a response takes at most a tenth more or less. */
const ANSWER_MS = { least: 20, most: 300 };
/** Number of requests of a queue that wait for a start at the same time. A long queue is never empty. */
const WAITING_AT_ONCE = 20;

/** Delay of a timer or a response in ms: 3 on average, and one in fifty up to 60 more. */
function lateness(random: () => number) {
	return -3 * Math.log(1 - random()) + (random() < 0.02 ? random() * 60 : 0);
}

/** Simulates n8n workers with this package's client and limiter, which share one rate limit and a virtual clock. */
export async function simulate({
	workers,
	window,
	seed,
	seconds = 300,
	wayMs,
	late,
	storm,
}: Scenario): Promise<Result> {
	const randomLateness = randomFrom(seed + 2000);
	const clock = virtualClock({
		seed,
		oversleep: (ms) => (late ? ms + lateness(randomLateness) : ms),
	});
	const random = randomFrom(seed + 1000);
	const between = (least: number, most: number) => least + random() * (most - least);
	const limit = new RequestLimit({ limit: REQUESTS_PER_SECOND, window });
	// The service's seconds begin at a different time than the workers.
	const serviceStart = random() * 1000;
	const end = seconds * 1000;
	const accepted = Array.from({ length: seconds }, () => 0);
	const refused = Array.from({ length: seconds }, () => 0);

	function answerNow() {
		const at = clock.now() + serviceStart;
		const second = clock.now() / 1000;
		const isStorm = storm !== undefined && second >= storm.from && second < storm.until;
		const isAccepted = !isStorm && limit.hasRoom(at);
		if (isAccepted) limit.count(at);
		(isAccepted ? accepted : refused)[Math.floor(second)]++;
		return isAccepted;
	}

	function startWorker({ from = 0, until = seconds, requests = Infinity, everySeconds }: Work) {
		const result: WorkerResult = { accepted: 0, gaveUp: 0, waits: [], starts: [], acceptedAt: [] };
		const typical = between(ANSWER_MS.least, ANSWER_MS.most);
		const answerMs = () =>
			Math.min(ANSWER_MS.most, Math.max(ANSWER_MS.least, typical * between(0.9, 1.1)));
		const run = new AbortController();
		const client = new ServiceClient({
			address: 'https://mail.example.com/v1',
			route: { host: 'mail.example.com' },
			gate: new Gate(clock),
			group: new RequestGroup(run.signal),
			clock,
			redact: (text) => text,
			async send(_options, enter) {
				const permit = await enter();
				if (!isPermit(permit)) return permit;
				result.starts.push(clock.now());
				const halfMs = answerMs() / 2;
				await clock.sleep(wayMs ? between(wayMs.from, wayMs.to) : halfMs);
				const isAccepted = answerNow();
				await clock.sleep(wayMs ? 0 : halfMs);
				if (isAccepted) result.acceptedAt.push(clock.now());
				if (isAccepted) result.accepted++;
				const [statusCode, body] = isAccepted ? [200, { success: true }] : [429, {}];
				return { permit, response: { statusCode, headers: {}, body } };
			},
		});

		async function request() {
			const cameUpAt = clock.now();
			const response = await client.send({
				method: 'POST',
				url: '/email/transactional',
				idempotency: 'nonIdempotent',
			});
			if (response?.kind === 'accepted') result.waits.push((clock.now() - cameUpAt) / 1000);
			else if (!run.signal.aborted) result.gaveUp++;
		}
		let left = requests;
		async function workOnQueue() {
			while (!run.signal.aborted && left-- > 0) await request();
		}
		async function sendNowAndThen(everyMs: number) {
			while (!run.signal.aborted) {
				await clock.sleep(-Math.log(1 - random()) * everyMs);
				void request();
			}
		}
		async function work() {
			await clock.sleep(from * 1000);
			if (everySeconds) void sendNowAndThen(everySeconds * 1000);
			else for (let i = 0; i < WAITING_AT_ONCE; i++) void workOnQueue();
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
