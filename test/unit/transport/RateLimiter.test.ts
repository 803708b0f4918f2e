import { Lane } from '../../../nodes/Mailroom/transport/Lane';
import { RateLimiter } from '../../../nodes/Mailroom/transport/RateLimiter';
import { mostInASecond } from '../../../sandbox/traffic/mostInASecond';
import { randomFrom } from '../../../tools/randomFrom';
import { virtualClock } from '../../../tools/virtualClock';

/** What only reads waits for nothing but its turn. */
const reading = (lane: Lane) => ({
	lane,
	changes: false,
	probe: async () => await Promise.resolve(true),
});

/** A limiter on a clock of its own, and who started when. */
const setUp = (options: Parameters<typeof virtualClock>[0] = {}) => {
	const clock = virtualClock(options);
	const limiter = new RateLimiter(clock);
	const starts: Array<{ at: number; who: string }> = [];
	return {
		clock,
		limiter,
		starts,
		start: async (who: string, lane: Lane, count: number = 1) => {
			const all = Array.from({ length: count }, async () => {
				(await limiter.start(reading(lane))).end('answered');
				starts.push({ at: clock.now(), who });
			});
			await Promise.all(all);
		},
		order: () => starts.map(({ who }) => who).join(''),
		times: () => starts.map(({ at }) => at),
	};
};

type Limiter = { clock: ReturnType<typeof virtualClock>; limiter: RateLimiter };

/** A 429 of a request that has just started. */
const refuse = ({ clock, limiter }: Limiter, leastMs?: number) =>
	limiter.refused(clock.now(), leastMs);

/** Two 429s in a row: the queue pauses. */
const refuseTwice = (one: Limiter) => {
	refuse(one);
	refuse(one);
};

/** When the first start comes after a wait that 429s without a time fall into. */
const startAfterWaitAnd429 = async (wait: (one: Limiter) => void) => {
	const one = setUp();
	const { clock, start, times } = one;
	wait(one);
	await clock.advance(600);
	refuse(one);
	await clock.until(start('a', new Lane()));
	return times()[0];
};

const seeds = Array.from({ length: 60 }, (_, index) => index + 1);

test.each(seeds)('any 11 consecutive starts span at least a second: arrivals %i', async (seed) => {
	const random = randomFrom(seed);
	const pick = (most: number) => Math.floor(random() * most);
	// A timer of Node fires up to a millisecond early, and late when the process is busy.
	const { clock, limiter, start, times } = setUp({
		seed,
		oversleep: (ms) => Math.max(0, ms - random() + (random() < 0.2 ? random() * 400 : 0)),
	});
	const runs = Array.from({ length: 1 + pick(5) }, () => new AbortController());
	const lanes = runs.map(({ signal }) => new Lane(signal));

	const all: Array<Promise<void>> = [];
	let expected = 0;
	for (let step = 0; step < 25; step += 1) {
		const count = random() < 0.3 ? 1 + pick(25) : 1;
		all.push(start('a', lanes[pick(lanes.length)], count));
		expected += count;
		if (random() < 0.1) refuse({ clock, limiter });
		else if (random() < 0.1) limiter.admitted(clock.now());
		await clock.advance(random() < 0.4 ? 0 : random() * (random() < 0.2 ? 3000 : 150));
	}
	await clock.until(Promise.all(all));

	expect(times()).toHaveLength(expected);
	expect(mostInASecond(times())).toBeLessThanOrEqual(10);
});

test('lets the first request start at once', async () => {
	const { clock, start, times } = setUp();
	await clock.advance(12_345);
	await clock.until(start('a', new Lane()));
	expect(times()).toEqual([12_345]);
});

test('makes good use of the limit when many wait', async () => {
	const { clock, start, times } = setUp();
	await clock.until(start('a', new Lane(), 500));
	expect(times()[499]).toBeLessThan(500 * 110);
});

test('keeps the order of the requests of a lane', async () => {
	const { clock, start, order } = setUp();
	const lane = new Lane();
	await clock.until(Promise.all([...'abcdef'].map((who) => start(who, lane))));
	expect(order()).toBe('abcdef');
});

test('lets lanes take turns', async () => {
	const { clock, start, order } = setUp();
	const [a, b, c] = [new Lane(), new Lane(), new Lane()];
	await clock.until(start('-', new Lane()));
	await clock.until(Promise.all([start('a', a, 4), start('b', b, 2), start('c', c, 4)]));
	expect(order()).toBe('-abcabcacac');
});

test('lets a repeated request go before the others of its lane, not before other lanes', async () => {
	const { clock, limiter, start, starts, order } = setUp();
	const [a, b] = [new Lane(), new Lane()];
	await clock.until(start('-', new Lane()));
	const all = [start('b', b, 2), start('a', a, 3)];
	const again = limiter
		.start({ ...reading(a), isRepeated: true })
		.then(() => starts.push({ at: clock.now(), who: 'A' }));
	await clock.until(Promise.all([...all, again]));
	expect(order()).toBe('-bAbaaa');
});

test('keeps the order of repeated requests, too', async () => {
	const { clock, limiter, start, starts, order } = setUp();
	const lane = new Lane();
	await clock.until(start('-', lane));
	const repeat = async (who: string) => {
		(await limiter.start({ ...reading(lane), isRepeated: true })).end('answered');
		starts.push({ at: clock.now(), who });
	};
	await clock.until(Promise.all([start('a', lane), ...[...'ABC'].map(repeat)]));
	expect(order()).toBe('-ABCa');
});

test('does not let a single request wait behind a long run', async () => {
	const { clock, start, starts } = setUp();
	const run = start('a', new Lane(), 300);
	await clock.advance(5000);
	const before = starts.length;
	await clock.until(start('b', new Lane()));
	expect(starts.length - before).toBeLessThanOrEqual(2);
	await clock.until(run);
	expect(starts).toHaveLength(301);
});

test('goes on after a 429 that comes alone', async () => {
	const one = setUp();
	const { clock, start, times } = one;
	const waiting = start('a', new Lane(), 20);
	await clock.advance(500);
	refuse(one);
	await clock.until(waiting);
	const gaps = times()
		.slice(2)
		.map((at, index) => at - times()[index + 1]);
	expect(Math.max(...gaps)).toBeLessThan(120);
});

describe('a pause', () => {
	test.each([1, 2, 3, 4, 5, 6, 7, 8])(
		'holds back everything for a second, with jitter, also who comes later: seed %i',
		async (seed) => {
			const one = setUp({ seed });
			const { clock, start, starts } = one;
			const waiting = start('a', new Lane(), 20);
			await clock.advance(500);
			const before = starts.length;
			refuseTwice(one);
			const late = start('b', new Lane());
			await clock.advance(999.9);
			expect(starts).toHaveLength(before);
			await clock.advance(500.1);
			expect(starts.length).toBeGreaterThan(before);
			await clock.until(Promise.all([waiting, late]));
		},
	);

	test('is not the same for every worker', () => {
		const lengths = seeds.map((seed) => {
			const one = setUp({ seed });
			const { clock, start, times } = one;
			refuseTwice(one);
			return clock.until(start('a', new Lane())).then(() => times()[0]);
		});
		return Promise.all(lengths).then((all) => {
			expect(new Set(all).size).toBeGreaterThan(seeds.length / 2);
		});
	});

	test('begins again with each 429, and is never shortened', async () => {
		const at = await startAfterWaitAnd429(refuseTwice);
		expect(at).toBeGreaterThanOrEqual(1600);
		expect(at).toBeLessThanOrEqual(2100);
	});

	test('at a slow pace brings the next start to another place in the round, not later by a whole interval', async () => {
		const gaps = await Promise.all(
			seeds.map(async (seed) => {
				const one = setUp({ seed });
				const { clock, limiter, start, times } = one;
				for (let refusals = 0; refusals < 15; refusals += 1) {
					await clock.until(start('a', new Lane(), 2));
					limiter.admitted(clock.now());
					refuseTwice(one);
				}
				await clock.until(start('a', new Lane(), 2));
				const [before, slow] = times().slice(-2);
				refuse(one);
				await clock.until(start('a', new Lane()));
				return { slow: slow - before, paused: times().slice(-1)[0] - slow };
			}),
		);
		expect(Math.min(...gaps.map(({ slow }) => slow))).toBeGreaterThan(4000);
		const paused = gaps.map((gap) => gap.paused);
		expect(Math.min(...paused)).toBeGreaterThanOrEqual(1000);
		expect(Math.min(...paused)).toBeLessThan(1500);
		expect(Math.max(...paused)).toBeGreaterThan(2300);
		expect(Math.max(...paused)).toBeLessThan(3000);
	});

	test.each([
		['429', (one: Limiter) => refuse(one, 5000)],
		['503', ({ limiter }: Limiter) => limiter.hold(5000)],
	])('does not shorten what the service has asked to wait: %s', async (_status, wait) => {
		const at = await startAfterWaitAnd429(wait);
		expect(at).toBeGreaterThanOrEqual(5000);
		expect(at).toBeLessThanOrEqual(5500);
	});

	test('does not let what has piled up start in a burst', async () => {
		const one = setUp();
		const { clock, start, times } = one;
		refuseTwice(one);
		await clock.until(Promise.all(seeds.map(() => start('a', new Lane()))));
		expect(mostInASecond(times())).toBeLessThanOrEqual(10);
	});
});

describe('a cancelled lane', () => {
	test('gives up its places without costing a start', async () => {
		const { clock, start, order, times } = setUp();
		const run = new AbortController();
		const others = start('b', new Lane(), 5);
		const cancelled = Promise.allSettled([start('a', new Lane(run.signal), 50)]);
		await clock.advance(350);
		expect(order()).toBe('bba');
		run.abort();
		await clock.until(others);
		expect(order()).toBe('bbabbb');

		const alone = setUp();
		await alone.clock.until(alone.start('b', new Lane(), 6));
		expect(times()).toEqual(alone.times());
		await cancelled;
	});

	test('throws the reason of the cancellation, at once', async () => {
		const { clock, start, starts } = setUp();
		const run = new AbortController();
		const lane = new Lane(run.signal);
		await clock.until(start('a', lane));
		const waiting = start('a', lane);
		run.abort(new Error('stopped by the user'));
		await expect(waiting).rejects.toThrow('stopped by the user');
		await expect(start('a', lane)).rejects.toThrow('stopped by the user');
		expect(starts).toHaveLength(1);
		expect(clock.now()).toBe(0);
	});

	test('does not block the queue when all lanes were cancelled', async () => {
		const { clock, start, starts } = setUp();
		const run = new AbortController();
		const cancelled = Promise.allSettled([
			start('a', new Lane(run.signal), 5),
			start('b', new Lane(run.signal), 5),
		]);
		run.abort();
		await cancelled;
		await clock.advance(10_000);
		const before = starts.length;
		await clock.until(start('c', new Lane()));
		expect(starts.slice(before)).toEqual([{ at: 10_000, who: 'c' }]);
	});
});
