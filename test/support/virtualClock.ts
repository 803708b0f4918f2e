import { randomFrom } from './randomFrom';
import type { Clock } from '../../nodes/Mailroom/clock';

/** A clock that moves only on request, for code that waits through `{ now, sleep, random }`. */
interface Control {
	/**
	 * Advances the time. Sleepers wake in order, each after the work of the one before has come to rest.
	 */
	advance: (ms: number) => Promise<void>;
	/**
	 * Advances the time until a promise is settled, and returns its result. Throws if no sleeper is left before that.
	 */
	until: <T>(promise: Promise<T>) => Promise<T>;
}

/** Finishes all work that needs no time. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

/**
 * @param options.seed of `random`
 * @param options.oversleep returns the real duration of a sleep, because timers are often late
 */
export const virtualClock = ({
	seed = 1,
	oversleep = (ms) => ms,
}: { seed?: number; oversleep?: (ms: number) => number } = {}): Clock & Control => {
	let now = 0;
	let sleepers: Array<{ at: number; wake: () => void }> = [];

	const wakeNext = (limit: number = Infinity) => {
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
		timeOfDay: () => now,
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
				if (!wakeNext()) throw new Error('No sleeper is left, and the promise is still pending');
			}
		},
	};
};
