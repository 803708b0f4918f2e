import { REQUESTS_PER_SECOND } from '../../nodes/Mailroom/service';
import { Gate, isPermit } from '../../nodes/Mailroom/transport/Gate';
import { RequestGroup } from '../../nodes/Mailroom/transport/RequestGroup';
import { ServiceClient } from '../../nodes/Mailroom/transport/ServiceClient';
import { RequestLimit } from '../../sandbox/traffic/RequestLimit';
import { randomFrom } from '../randomFrom';
import { virtualClock } from '../virtualClock';

/** What a worker has to do. Times are in seconds of the simulation. */
interface Work {
	/** When its work begins. */
	from?: number;
	/** When it ends; requests that wait then are not sent. */
	until?: number;
	/** How many requests wait from the beginning. Without it a long queue. */
	requests?: number;
	/** Single requests at random times, so far apart on average. Without it a long queue. */
	everySeconds?: number;
}

export interface Scenario {
	workers: Work[];
	/** How the service measures its second. */
	window: 'fixed' | 'sliding';
	seed: number;
	seconds?: number;
	/**
	 * Whether each answer takes any time from 20 to 300 ms. Otherwise each worker has its own time in that range, and
	 * an answer takes at most a tenth more or less.
	 */
	unsteady?: boolean;
	/** How long requests are on their way, instead: each one any time in this range. The answers come at once. */
	wayMs?: { from: number; to: number };
	/** Whether timers and answers are late by some milliseconds, and now and then by up to 60, as beside light work. */
	late?: boolean;
	/** The seconds in which the service answers nothing but 429. */
	storm?: { from: number; until: number };
}

interface WorkerResult {
	accepted: number;
	/** Requests that failed after a minute in which their worker got nothing but 429. */
	gaveUp: number;
	/** Of single requests: seconds from when they came up until they were accepted. */
	waits: number[];
	/** When its requests started, in ms. */
	starts: number[];
	/** When it learned that they were accepted, in ms. */
	acceptedAt: number[];
}

export interface Result {
	workers: WorkerResult[];
	/** How many requests the service accepted, second by second. */
	accepted: number[];
	/** How many it answered 429. */
	refused: number[];
}

const ANSWER_MS = { least: 20, most: 300 };
/** Of a queue, as many ask for a start at the same time. A long queue is one that is never empty. */
const WAITING_AT_ONCE = 20;

/** How late a timer or an answer is, in ms: 3 on average, and one in fifty up to 60 more. */
function lateness(random: () => number) {
	return -3 * Math.log(1 - random()) + (random() < 0.02 ? random() * 60 : 0);
}

/** n8n workers, each with the client and the limiter of this package, on one project's limit and a virtual clock. */
export async function simulate({
	workers,
	window,
	seed,
	seconds = 300,
	unsteady,
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
	// The service's seconds do not begin when the workers do.
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
			unsteady
				? between(ANSWER_MS.least, ANSWER_MS.most)
				: Math.min(ANSWER_MS.most, Math.max(ANSWER_MS.least, typical * between(0.9, 1.1)));
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
