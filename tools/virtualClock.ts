import { randomFrom } from './randomFrom';
import type { Clock } from '../nodes/Mailroom/transport/clock';

/** A clock that moves only when it is told to, for what waits through `{ now, sleep, random }`. */
interface Control {
	/**
	 * Lets this much time go by: sleepers wake in the order of their times, and what they wake has come to rest before
	 * the next one does.
	 */
	advance: (ms: number) => Promise<void>;
	/**
	 * Lets time go by until a promise is settled, and gives its outcome. Throws when nobody sleeps any more and it is
	 * still open.
	 */
	until: <T>(promise: Promise<T>) => Promise<T>;
}

/** Lets everything happen that needs no time to go by. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

/**
 * @param options.seed Of `random`.
 * @param options.oversleep How long a sleep of this length really takes: timers are seldom on time.
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
				if (!wakeNext()) throw new Error('Nobody sleeps any more, and the promise is still open');
			}
		},
	};
};
