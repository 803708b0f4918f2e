import { performance } from 'node:perf_hooks';
import timers from 'node:timers/promises';

/** So long does a process do nothing before it counts as waiting; what is on its way through loopback takes less. */
const IDLE_MS = 2;
/** A process that does nothing computes less than this in that time. */
const AT_WORK_MS = 0.5;
/** So much of that time passes at the most while it computes. */
const MOST_AT_WORK_MS = 20;
/** The longest timer of Node.js; longer ones take a millisecond. */
const MAX_MS = 2_147_483_647;

interface Sleeper {
	at: number;
	wake: () => void;
	/** What the caller got: it keeps the process alive, and knows whether it was cleared. */
	timer: NodeJS.Timeout & { _destroyed?: boolean };
}

const { now } = performance;
const { setTimeout: wait } = timers;
const start = setTimeout;
const { now: today } = Date;

/**
 * Lets the time of this process almost stand still while it computes, and leap to the next timer when it only waits: a minute without
 * requests costs a moment, and on a busy machine nothing comes late. Holds for timers, `performance.now()` and `Date.now()`,
 * and so for the node, n8n's engine, the sandbox and the tests.
 *
 * @param realms whose `setTimeout` it is
 * @returns back to time as it is
 */
export function letTimeLeap(realms: Array<typeof globalThis>): () => void {
	const dateAtZero = today() - now.call(performance);
	let time = now.call(performance);
	let sleepers: Sleeper[] = [];
	let watcher: NodeJS.Timeout | undefined;

	/** Up to the next timer, but no further than this. */
	const leap = (furthest = Infinity) => {
		sleepers = sleepers.filter(({ timer }) => !timer._destroyed);
		if (sleepers.length === 0) return;
		time = Math.min(furthest, Math.max(time, Math.min(...sleepers.map(({ at }) => at))));
		const due = sleepers.filter(({ at }) => at <= time);
		sleepers = sleepers.filter(({ at }) => at > time);
		for (const { timer, wake } of due) {
			if (timer._destroyed) continue;
			clearTimeout(timer);
			wake();
		}
	};

	const watch = () => {
		if (watcher || sleepers.length === 0) return;
		const before = performance.eventLoopUtilization();
		watcher = start(() => {
			watcher = undefined;
			const { active } = performance.eventLoopUtilization(before);
			// Some of it passes at work, too, or who works until a time has come would never see it come.
			leap(active < AT_WORK_MS ? Infinity : time + Math.min(active, MOST_AT_WORK_MS));
			watch();
		}, IDLE_MS).unref();
	};

	const sleep = <A extends unknown[]>(callback: (...args: A) => void, ms?: number, ...args: A) => {
		// Who only lets others have a turn waits for no time.
		if (!ms || !(ms > 0)) return start(callback, 0, ...args);
		const timer = start(() => {}, MAX_MS);
		const delay = ms <= MAX_MS ? Math.max(1, ms) : 1;
		sleepers.push({ at: time + delay, wake: () => callback(...args), timer });
		watch();
		return timer;
	};

	Object.assign(performance, { now: () => time });
	Object.assign(timers, {
		setTimeout: async <T>(ms?: number, value?: T, { ref = true } = {}) =>
			await new Promise<T | undefined>((resolve) => {
				const timer = sleep(resolve, ms, value);
				if (!ref) timer.unref();
			}),
	});
	for (const realm of realms) {
		Object.assign(realm, { setTimeout: sleep });
		Object.assign(realm.Date, { now: () => Math.round(dateAtZero + time) });
	}

	return () => {
		Object.assign(performance, { now });
		Object.assign(timers, { setTimeout: wait });
		for (const realm of realms) {
			Object.assign(realm, { setTimeout: start });
			Object.assign(realm.Date, { now: today });
		}
		clearTimeout(watcher);
		for (const { timer } of sleepers) clearTimeout(timer);
	};
}
