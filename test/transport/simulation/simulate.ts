import { REQUESTS_PER_SECOND } from '../../../nodes/Mailroom/service';
import { RateLimiter, type RateRule } from '../../../nodes/Mailroom/transport/gate/RateLimiter';
import { RequestGroup } from '../../../nodes/Mailroom/transport/gate/RequestGroup';
import { retryDelayMs } from '../../../nodes/Mailroom/transport/retryPolicy';
import type { Attempt } from '../../../nodes/Mailroom/transport/verdict';
import { RequestLimit } from '../../../sandbox/traffic/RequestLimit';
import { randomFrom } from '../../support/randomFrom';
import { Timeline } from './Timeline';

/** Task of a worker, in seconds of the simulation. */
interface Work {
	from?: number;
	/** Requests that wait then are not sent. */
	until?: number;
	/** Number of requests, by default a queue that is never empty. */
	requests?: number;
	/** Average time between single requests, in place of a queue. */
	everySeconds?: number;
}

export interface Scenario {
	workers: Work[];
	/** How the service measures its second. */
	window: 'fixed' | 'sliding';
	seed: number;
	seconds?: number;
	rule?: RateRule;
	/** Range of a request's random travel time. By default, half of a worker's response time, which hardly varies. */
	wayMs?: { from: number; to: number };
	/** The seconds in which the service rejects every request with 429. */
	storm?: { from: number; until: number };
}

/** In ms, if not stated otherwise. */
interface WorkerResult {
	starts: number[];
	/** Requests accepted, and how long each took from its first start or arrival in the queue. */
	waits: number[];
}

export interface Result {
	workers: WorkerResult[];
	/** Arrivals at the service. */
	accepted: number[];
	throttled: number[];
}

interface Waiting {
	since: number;
	wasThrottled: boolean;
}

/** A worker's usual response time, of which a response takes at most a tenth more or less. */
const RESPONSE_MS = { from: 20, to: 300 };

const THROTTLED: Attempt = { kind: 'response', verdict: 'throttled', status: 429, body: {} };

/** Simulates n8n workers with this package's limiter, which share the rate limit of the sandbox. */
export function simulate(scenario: Scenario): Result {
	const { workers, window, seed, seconds = 300, storm } = scenario;
	const timeline = new Timeline();
	const random = randomFrom(seed);
	const limit = new RequestLimit({ limit: REQUESTS_PER_SECOND, window });
	// The service's seconds begin at a different time than the workers.
	const serviceStart = random() * 1000;
	const accepted: number[] = [];
	const throttled: number[] = [];

	function arrive(): boolean {
		const at = timeline.now + serviceStart;
		const second = timeline.now / 1000;
		const isStorm = storm !== undefined && second >= storm.from && second < storm.until;
		const isAccepted = !isStorm && limit.hasRoom(at);
		if (isAccepted) limit.count(at);
		(isAccepted ? accepted : throttled).push(timeline.now);
		return isAccepted;
	}

	const results = workers.map((work) =>
		startWorker(work, { ...scenario, timeline, random, arrive }),
	);
	timeline.runUntil(seconds * 1000);
	return { workers: results, accepted, throttled };
}

interface World extends Scenario {
	timeline: Timeline;
	random: () => number;
	arrive: () => boolean;
}

function startWorker(work: Work, world: World): WorkerResult {
	const { timeline, random, arrive, rule, wayMs } = world;
	const { from = 0, until = Infinity, everySeconds } = work;
	let left = everySeconds ? 0 : (work.requests ?? Infinity);
	const result: WorkerResult = { starts: [], waits: [] };
	const between = (range: { from: number; to: number }) =>
		range.from + random() * (range.to - range.from);
	/** Timers are late by 3 ms on average, and one in fifty by up to 60 more, as in a slightly busy n8n. */
	const late = () => -3 * Math.log(1 - random()) + (random() < 0.02 ? random() * 60 : 0);
	const clock = { now: () => timeline.now, random };
	const limiter = new RateLimiter(clock, rule);
	const group = new RequestGroup();
	const usualMs = between(RESPONSE_MS);
	const halfMs = () => (usualMs / 2) * (0.9 + random() / 5);
	const waiting: Waiting[] = [];
	let wakesAt = Infinity;

	function startAll() {
		if (timeline.now > until * 1000 || group.isFull) return;
		if (waiting.length === 0 && left <= 0) return;
		if (limiter.nextStartAt > timeline.now) return wakeAt(limiter.nextStartAt);
		const next = waiting.shift() ?? newRequest();
		result.starts.push(timeline.now);
		limiter.start();
		group.started(timeline.now);
		timeline.in(wayMs ? between(wayMs) : halfMs(), () => {
			const isAccepted = arrive();
			timeline.in((wayMs ? 0 : halfMs()) + late(), () => respond(next, isAccepted));
		});
		startAll();
	}

	function newRequest(): Waiting {
		left--;
		return { since: timeline.now, wasThrottled: false };
	}

	function respond({ since, wasThrottled }: Waiting, isAccepted: boolean) {
		group.ended();
		limiter.onResponse({ status: isAccepted ? 200 : 429 }, wasThrottled);
		if (isAccepted) result.waits.push(timeline.now - since);
		else enter({ since, wasThrottled: true }, retryMs());
		startAll();
	}

	function retryMs() {
		const so = { retries: 0, throttledMs: 0, random: random() };
		return retryDelayMs(THROTTLED, { idempotency: 'safe' }, so) ?? 0;
	}

	function enter(request: Waiting, afterMs: number) {
		timeline.in(afterMs, () => {
			waiting.push(request);
			startAll();
		});
	}

	function wakeAt(at: number) {
		if (at >= wakesAt) return;
		wakesAt = at;
		timeline.in(at - timeline.now + late(), () => {
			if (wakesAt === at) wakesAt = Infinity;
			startAll();
		});
	}

	function sendNowAndThen(everyMs: number) {
		timeline.in(-Math.log(1 - random()) * everyMs, () => {
			enter({ since: timeline.now, wasThrottled: false }, 0);
			sendNowAndThen(everyMs);
		});
	}

	if (everySeconds) sendNowAndThen(everySeconds * 1000);
	else timeline.in(from * 1000, startAll);
	return result;
}
