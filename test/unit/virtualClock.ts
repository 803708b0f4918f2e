/**
 * A clock that moves only when it is told to, for what waits through `{ now, sleep, random }`.
 *
 * @typedef {import('../../nodes/Mailroom/transport/clock').Clock} Clock
 *
 * @typedef {object} Control
 * @property {(ms: number) => Promise<void>} advance Lets this much time go by: sleepers wake in the order of
 *   their times, and what they wake has come to rest before the next one does.
 * @property {<T>(promise: Promise<T>) => Promise<T>} until Lets time go by until a promise is settled, and
 *   gives its outcome. Throws when nobody sleeps any more and it is still open.
 */

/** Lets everything happen that needs no time to go by. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

/**
 * Mulberry32: small, and the same numbers for the same seed.
 *
 * @param {number} seed
 */
const randomFrom = (seed) => () => {
	seed = (seed + 0x6d2b79f5) | 0;
	let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed);
	mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
	return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
};

/**
 * @param {object} [options]
 * @param {number} [options.seed] Of `random`.
 * @param {(ms: number) => number} [options.oversleep] How long a sleep of this length really takes: timers are
 *   seldom on time.
 * @returns {Clock & Control}
 */
const virtualClock = ({ seed = 1, oversleep = (ms) => ms } = {}) => {
	let now = 0;
	/** @type {Array<{ at: number, wake: () => void }>} */
	let sleepers = [];

	/** @param {number} [limit] */
	const wakeNext = (limit = Infinity) => {
		const next = sleepers.reduce(
			(first, sleeper) => (sleeper.at < (first?.at ?? Infinity) ? sleeper : first),
			sleepers.at(0),
		);
		if (!next || next.at > limit) return false;
		sleepers = sleepers.filter((sleeper) => sleeper !== next);
		now = Math.max(now, next.at);
		next.wake();
		return true;
	};

	return {
		now: () => now,
		sleep: (ms) =>
			new Promise((resolve) => sleepers.push({ at: now + oversleep(ms), wake: () => resolve() })),
		random: randomFrom(seed),
		async advance(ms) {
			const end = now + ms;
			do await settle();
			while (wakeNext(end));
			now = end;
		},
		async until(promise) {
			let isOpen = true;
			const close = () => {
				isOpen = false;
			};
			promise.then(close, close);
			for (;;) {
				await settle();
				if (!isOpen) return await promise;
				if (!wakeNext()) throw new Error('Nobody sleeps any more, and the promise is still open');
			}
		},
	};
};

module.exports = { randomFrom, virtualClock };
