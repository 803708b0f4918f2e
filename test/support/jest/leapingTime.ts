import { performance } from 'node:perf_hooks';
import timers from 'node:timers/promises';

/** The process counts as waiting after this number of idle turns of the event loop in a row. */
const QUIET_TURNS = 8;
/** Virtual time of a turn with work, regardless of its real duration. */
const BUSY_TURN_MS = 0.5;
/** The longest timer of Node.js; longer ones take a millisecond. */
const MAX_MS = 2_147_483_647;
/** Requests that another thread of Node.js works on. Compression and asynchronous cryptography are not listed anywhere. */
const IN_OTHER_THREADS = new Set([
	...['FSReqCallback', 'FSReqPromise', 'CloseReq'],
	...['GetAddrInfoReqWrap', 'GetNameInfoReqWrap'],
]);

interface Sleeper {
	at: number;
	wake: () => void;
	/** The handle that the caller received, which knows whether it was cleared. */
	timer: NodeJS.Timeout & { _destroyed?: boolean };
}

const { now } = performance;
const { setTimeout: wait } = timers;
const start = setTimeout;
const { now: today } = Date;
const { timeout: abortAfter } = AbortSignal;

/** How often something came from a socket, from another thread or from another process. */
const eventsUntilNow = () => performance.nodeTiming.uvMetricsInfo.events;

/**
 * Lets the time of this process almost stand still while it has something to do, and leap to the next timer when it only waits: a
 * minute without requests costs a moment. No clock is asked whether it waits, as a busy machine takes long over everything. Holds for
 * timers, `AbortSignal.timeout`, `performance.now()` and `Date.now()`, and so for the node, n8n's engine, the sandbox and the tests.
 *
 * @param realms whose `setTimeout` it is
 * @returns back to time as it is
 */
export function letTimeLeap(realms: Array<typeof globalThis>): () => void {
	const dateAtZero = today() - now.call(performance);
	let time = now.call(performance);
	let sleepers: Sleeper[] = [];
	let next: NodeJS.Immediate | undefined;
	let events = 0;
	let quietTurns = 0;

	/** @returns whether there was one to wake */
	const wakeThoseDue = () => {
		sleepers = sleepers.filter(({ timer }) => !timer._destroyed);
		const due = sleepers.filter(({ at }) => at <= time);
		if (due.length === 0) return false;
		sleepers = sleepers.filter(({ at }) => at > time);
		for (const { timer, wake } of due.sort((one, other) => one.at - other.at)) {
			// Each by itself, as Node.js does: what one of them lets happen comes before the next one.
			setImmediate(() => {
				if (timer._destroyed) return;
				clearTimeout(timer);
				wake();
			});
		}
		return true;
	};

	const look = () => {
		next = undefined;
		const before = events;
		events = eventsUntilNow();
		const active = process.getActiveResourcesInfo();
		const isBusy = wakeThoseDue() || events !== before || active.includes('Immediate');
		if (active.some((name) => IN_OTHER_THREADS.has(name))) {
			quietTurns = 0;
			next = setImmediate(look);
			// An immediate without a reference lets the event loop wait for the other thread.
			if (!isBusy) next.unref();
			return;
		}
		quietTurns = isBusy ? 0 : quietTurns + 1;
		if (isBusy) time += BUSY_TURN_MS;
		if (quietTurns === QUIET_TURNS && sleepers.length > 0) {
			quietTurns = 0;
			time = Math.min(...sleepers.map(({ at }) => at));
			wakeThoseDue();
		}
		watch();
	};

	const watch = () => {
		if (sleepers.length > 0) next ??= setImmediate(look);
	};

	const sleep = <A extends unknown[]>(callback: (...args: A) => void, ms?: number, ...args: A) => {
		// The process lives as long as it looks for those to wake.
		const timer = start(() => {}, MAX_MS).unref();
		// A caller that only lets others have a turn waits for no time.
		const delay = !ms || !(ms > 0) ? 0 : ms <= MAX_MS ? Math.max(1, ms) : 1;
		sleepers.push({ at: time + delay, wake: () => callback(...args), timer });
		watch();
		return timer;
	};

	const abortedAfter = (ms: number) => {
		// Throws for what is no time.
		abortAfter.call(AbortSignal, ms);
		const controller = new AbortController();
		sleep(
			() =>
				controller.abort(
					new DOMException('The operation was aborted due to timeout', 'TimeoutError'),
				),
			ms,
		);
		return controller.signal;
	};

	Object.assign(performance, { now: () => time });
	Object.assign(timers, {
		setTimeout: async <T>(ms?: number, value?: T) =>
			await new Promise<T | undefined>((resolve) => sleep(resolve, ms, value)),
	});
	for (const realm of realms) {
		Object.assign(realm, { setTimeout: sleep });
		Object.assign(realm.Date, { now: () => Math.round(dateAtZero + time) });
		Object.assign(realm.AbortSignal, { timeout: abortedAfter });
	}

	return () => {
		Object.assign(performance, { now });
		Object.assign(timers, { setTimeout: wait });
		for (const realm of realms) {
			Object.assign(realm, { setTimeout: start });
			Object.assign(realm.Date, { now: today });
			Object.assign(realm.AbortSignal, { timeout: abortAfter });
		}
		clearImmediate(next);
		for (const { timer } of sleepers) clearTimeout(timer);
		sleepers = [];
	};
}
