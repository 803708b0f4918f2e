import { RunQueue, MAX_UNDER_WAY } from '../../../nodes/Mailroom/transport/RunQueue';
import {
	RateLimiter,
	ServiceDown,
	type TurnWanted,
} from '../../../nodes/Mailroom/transport/RateLimiter';
import { mostInASecond } from '../../../sandbox/traffic/mostInASecond';
import { randomFrom } from '../../../tools/randomFrom';
import { virtualClock } from '../../../tools/virtualClock';

/** What only reads waits for nothing but its turn. */
const reading = (lane: RunQueue) => ({ lane, changes: false });

/** A limiter on a clock of its own, and who started when. */
const setUp = (options: Parameters<typeof virtualClock>[0] = {}) => {
	const clock = virtualClock(options);
	const limiter = new RateLimiter(clock);
	const starts: Array<{ at: number; who: string }> = [];
	const startOne = async (who: string, lane: RunQueue, isRepeated = false) => {
		(await limiter.start({ ...reading(lane), isRepeated })).end('answered');
		starts.push({ at: clock.now(), who });
	};
	return {
		...{ clock, limiter, starts },
		/** Two 429s in a row: the queue pauses. */
		refuseTwice: () => {
			for (let refusal = 0; refusal < 2; refusal += 1) limiter.refused(clock.now());
		},
		start: async (who: string, lane = new RunQueue(), count = 1) => {
			await Promise.all(Array.from({ length: count }, () => startOne(who, lane)));
		},
		repeat: async (who: string, lane: RunQueue) => await startOne(who, lane, true),
		order: () => starts.map(({ who }) => who).join(''),
		times: () => starts.map(({ at }) => at),
	};
};

const seeds = Array.from({ length: 40 }, (_, index) => index + 1);

test('lets the first request start at once, and makes good use of the limit when many wait', async () => {
	const { clock, start, times } = setUp();
	await clock.advance(12_345);
	await clock.until(start('a', new RunQueue(), 500));
	expect(times()[0]).toBe(12_345);
	expect(times()[499] - times()[0]).toBeLessThan(500 * 110);
});

test('loses no pace to a process that is late, and none of its starts come at once', async () => {
	const random = randomFrom(1);
	const { clock, start, times } = setUp({ oversleep: (ms) => ms + random() * 40 });
	await clock.until(start('a', new RunQueue(), 500));
	const gaps = times()
		.slice(1)
		.map((at, index) => at - times()[index]);
	// Late by 20 ms on average; were the places to move each time, it would be 122 ms a start.
	expect(times()[499]).toBeLessThan(500 * 112);
	expect(Math.min(...gaps)).toBeGreaterThan(45);
	expect(mostInASecond(times())).toBeLessThanOrEqual(10);
});

test('does not catch up after it has stood still', async () => {
	let stallMs = 0;
	// The wait for a place, not the one until a request has left.
	const oversleep = (ms: number) => (ms > 50 ? ms + stallMs : ms);
	const { clock, start, times } = setUp({ oversleep });
	const waiting = start('a', new RunQueue(), 60);
	await clock.advance(1_500);
	stallMs = 3_000;
	await clock.advance(150);
	stallMs = 0;
	await clock.until(waiting);
	const all = times();
	const stoodStill = all.findIndex((at, index) => at - all[index - 1] > 2_000);
	expect(stoodStill).toBeGreaterThan(0);
	expect(all[stoodStill + 9] - all[stoodStill]).toBeGreaterThan(850);
});

test('lets ten starts and the one after them span a second, whatever is caught up', async () => {
	const random = randomFrom(1);
	const oversleep = (ms: number) => (ms > 50 && random() < 0.1 ? ms + 49 : ms);
	const { clock, start, times } = setUp({ oversleep });
	await clock.until(start('a', new RunQueue(), 300));
	const spans = times()
		.slice(10)
		.map((at, index) => at - times()[index]);
	expect(Math.min(...spans)).toBeGreaterThanOrEqual(1_039);
});

test('keeps the order of a lane, in which repeated requests go first, and lets lanes take turns', async () => {
	const { clock, start, repeat, order } = setUp();
	const [a, b, c] = [new RunQueue(), new RunQueue(), new RunQueue()];
	await clock.until(start('-'));
	const all = [start('b', b, 2), ...[...'xyz'].map((who) => start(who, a)), start('c', c, 3)];
	await clock.until(Promise.all([...all, repeat('A', a), repeat('B', a)]));
	expect(order()).toBe('-bAcbBcxcyz');
});

test('lets lanes that give way start after all others, which wait for them one turn at the most', async () => {
	const { clock, start, order } = setUp();
	const look = start('l', new RunQueue(undefined, { isLowPriority: true }), 30);
	await clock.advance(1000);
	const before = order().length;
	await clock.until(Promise.all([start('e', new RunQueue(), 3), look]));
	expect(before).toBeGreaterThan(5);
	expect(order()).toMatch(new RegExp(`^l{${before}}eeel+$`));
});

test('does not let a single request wait behind a long run', async () => {
	const { clock, start, starts } = setUp();
	const run = start('a', new RunQueue(), 300);
	await clock.advance(5000);
	const before = starts.length;
	await clock.until(start('b'));
	expect(starts.length - before).toBeLessThanOrEqual(2);
	await clock.until(run);
	expect(starts).toHaveLength(301);
});

test('goes on after a 429 that comes alone', async () => {
	const { clock, limiter, start, times } = setUp();
	const waiting = start('a', new RunQueue(), 20);
	await clock.advance(500);
	limiter.refused(clock.now());
	await clock.until(waiting);
	const gaps = times()
		.slice(2)
		.map((at, index) => at - times()[index + 1]);
	expect(Math.max(...gaps)).toBeLessThan(120);
});

describe('a pause', () => {
	test('holds back everything for a second, also who comes later, and not equally long for every worker', async () => {
		const lengths = seeds.map(async (seed) => {
			const { clock, start, starts, refuseTwice } = setUp({ seed });
			const waiting = start('a', new RunQueue(), 20);
			await clock.advance(500);
			const before = starts.length;
			refuseTwice();
			await clock.until(Promise.all([waiting, start('b')]));
			expect(mostInASecond(starts.map(({ at }) => at))).toBeLessThanOrEqual(10);
			return starts[before].at - 500;
		});
		const all = await Promise.all(lengths);
		expect(Math.min(...all)).toBeGreaterThanOrEqual(1000);
		expect(Math.max(...all)).toBeLessThanOrEqual(1500);
		expect(new Set(all).size).toBeGreaterThan(seeds.length / 2);
	});

	test.each<[wait: string, act: (one: ReturnType<typeof setUp>) => void, least: number]>([
		['another pause, begun before', ({ refuseTwice }) => refuseTwice(), 1600],
		['a 429 with a time', ({ limiter, clock }) => limiter.refused(clock.now(), 5000), 5000],
		['a 503 with a time', ({ limiter }) => limiter.hold(5000), 5000],
	])('begins again with each 429, and shortens no wait: %s', async (_claim, act, least) => {
		const one = setUp();
		const { clock, limiter, start, times } = one;
		act(one);
		await clock.advance(600);
		limiter.refused(clock.now());
		await clock.until(start('a'));
		expect(times()[0]).toBeGreaterThanOrEqual(least);
		expect(times()[0]).toBeLessThanOrEqual(least + 500);
	});

	test('at a slow pace brings the next start to another place in the round, not later by a whole interval', async () => {
		const gaps = seeds.map(async (seed) => {
			const { clock, limiter, start, times, refuseTwice } = setUp({ seed });
			for (let refusals = 0; refusals < 15; refusals += 1) {
				await clock.until(start('a', new RunQueue(), 2));
				limiter.admitted(clock.now());
				refuseTwice();
			}
			await clock.until(start('a', new RunQueue(), 2));
			limiter.refused(clock.now());
			await clock.until(start('a'));
			const [before, slow, paused] = times().slice(-3);
			return { slow: slow - before, paused: paused - slow };
		});
		const all = await Promise.all(gaps);
		expect(Math.min(...all.map(({ slow }) => slow))).toBeGreaterThan(4000);
		const paused = all.map((gap) => gap.paused);
		expect(Math.min(...paused)).toBeGreaterThanOrEqual(1000);
		expect(Math.min(...paused)).toBeLessThan(1500);
		expect(Math.max(...paused)).toBeGreaterThan(2300);
		expect(Math.max(...paused)).toBeLessThan(3000);
	});
});

describe('in an outage', () => {
	const begin = async () => {
		const { clock, limiter } = setUp();
		const write = async (wanted: Partial<TurnWanted> = {}) =>
			await limiter.start({
				...{ lane: new RunQueue(), changes: true, ...wanted },
				probe: wanted.probe ?? (async () => await Promise.resolve('answered')),
			});
		for (let failure = 0; failure < 3; failure += 1) {
			(await clock.until(write())).end('failed');
		}
		return { clock, limiter, write };
	};

	test('the trial is a write that has not failed before', async () => {
		const { clock, write } = await begin();
		const order: string[] = [];
		const tryOne = async (who: string, isRepeated: boolean) => {
			const turn = await write({ isRepeated });
			order.push(who);
			turn.end('answered');
		};
		await clock.until(Promise.all([tryOne('repeated', true), tryOne('new', false)]));
		expect(order).toEqual(['new', 'repeated']);
	});

	test('the question goes before all that wait', async () => {
		const { clock, limiter, write } = await begin();
		const waited: number[] = [];
		const probe = async () => {
			const before = clock.now();
			await limiter.start({ lane: new RunQueue(), changes: false, isProbe: true });
			waited.push(clock.now() - before);
			return 'unknown' as const;
		};
		const stop = new AbortController();
		const waiting = write({ lane: new RunQueue(stop.signal), probe }).catch(() => {});
		// None of them is answered, which would end the outage.
		const reads = Array.from({ length: 60 }, async () => {
			(await limiter.start(reading(new RunQueue()))).end('failed');
		});
		await clock.advance(1_500);
		stop.abort();
		await clock.until(Promise.all([waiting, ...reads]));
		expect(waited.length).toBeGreaterThan(0);
		expect(Math.max(...waited)).toBeLessThan(250);
	});
});

describe('a cancelled lane', () => {
	test('gives up its places without costing a start', async () => {
		const { clock, start, order, times } = setUp();
		const run = new AbortController();
		const others = start('b', new RunQueue(), 5);
		const cancelled = Promise.allSettled([start('a', new RunQueue(run.signal), 50)]);
		await clock.advance(350);
		expect(order()).toBe('bba');
		run.abort();
		await clock.until(others);
		expect(order()).toBe('bbabbb');

		const alone = setUp();
		await alone.clock.until(alone.start('b', new RunQueue(), 6));
		expect(times()).toEqual(alone.times());
		await cancelled;
	});

	test('throws the reason of the cancellation, at once, and blocks nobody', async () => {
		const { clock, start, starts } = setUp();
		const run = new AbortController();
		const lane = new RunQueue(run.signal);
		await clock.until(start('a', lane));
		const waiting = start('a', lane);
		run.abort(new Error('stopped by the user'));
		await expect(waiting).rejects.toThrow('stopped by the user');
		await expect(start('a', lane)).rejects.toThrow('stopped by the user');
		expect(starts).toHaveLength(1);
		expect(clock.now()).toBe(0);
		await clock.advance(10_000);
		await clock.until(start('c'));
		expect(starts.at(-1)).toEqual({ at: 10_000, who: 'c' });
	});
});

/**
 * A history of some lanes at random: requests that read or change, answers of every kind, 429s, outages, cancellations, late
 * timers. What the service would see is held against what is promised.
 */
const history = async (seed: number) => {
	const random = randomFrom(seed);
	const pick = (most: number) => Math.floor(random() * most);
	const isIn = (percent: number) => random() < percent / 100;
	// A timer of Node fires up to a millisecond early, and late when the process is busy.
	const late = (ms: number) => Math.max(0, ms - random() + (isIn(20) ? random() * 400 : 0));
	const clock = virtualClock({ seed, oversleep: late });
	const limiter = new RateLimiter(clock);
	const runs = Array.from({ length: 2 + pick(4) }, (_, index) => {
		const stop = new AbortController();
		return { stop, lane: new RunQueue(stop.signal, { isLowPriority: index === 0 && isIn(50) }) };
	});
	const broken: string[] = [];
	const starts: number[] = [];
	let [heldUntil, failures, changesUnderWay] = [0, 0, 0];
	/** As the service's answers tell: after three failures one change may try, when anything harmless was answered. */
	let health: 'up' | 'down' | 'trial' | 'onTrial' = 'up';
	const isWell = () => clock.now() % 20_000 < 14_000;
	const started = () => {
		if (clock.now() < heldUntil) broken.push('a start while the service wants none');
		starts.push(clock.now());
	};
	const hold = () => {
		heldUntil = clock.now() + 3000;
		limiter.hold(3000);
	};
	const read = async () => {
		await clock.sleep(50);
		if (isWell() && health === 'down') health = 'trial';
		return isWell() ? ('answered' as const) : ('failed' as const);
	};
	const probe = async ({ cancellation }: RunQueue) => {
		if (health !== 'down') broken.push('a question that nobody needs');
		// As long as n8n takes to read the credential.
		await clock.sleep(random() * 300);
		try {
			const lane = new RunQueue();
			const turn = await limiter.start({ lane, changes: false, isProbe: true, cancellation });
			started();
			const sign = await read();
			turn.end(sign);
			return sign;
		} catch {
			return 'unknown';
		}
	};
	const change = async () => {
		const isTrial = health !== 'up';
		if (health === 'down' || health === 'onTrial') broken.push('a change in an outage');
		if (isTrial) health = 'onTrial';
		changesUnderWay += 1;
		await clock.sleep(20 + random() * 300);
		changesUnderWay -= 1;
		if (isWell()) [health, failures] = ['up', 0];
		else if ((failures += 1) >= 3 && (isTrial || health === 'up')) health = 'down';
		return isWell() ? ('answered' as const) : ('failed' as const);
	};
	const request = async (lane: RunQueue) => {
		const changes = isIn(50);
		try {
			const isRepeated = isIn(20);
			const turn = await limiter.start(
				changes
					? { lane, changes, isRepeated, probe: async () => await probe(lane) }
					: { lane, changes, isRepeated },
			);
			started();
			if (lane.underWay > MAX_UNDER_WAY) broken.push('too many of a run under way');
			if (changesUnderWay > 10) broken.push('too many changes under way');
			turn.end(await (changes ? change() : read()));
			return 'started';
		} catch (error) {
			if (lane.cancellation.isCancelled) return 'cancelled';
			return error instanceof ServiceDown ? 'down' : String(error);
		}
	};
	const all: Array<Promise<string>> = [];
	for (let step = 0; step < 40; step += 1) {
		const run = runs[pick(runs.length)];
		for (let count = isIn(30) ? pick(25) : 1; count > 0; count -= 1) all.push(request(run.lane));
		if (isIn(10)) limiter.refused(clock.now());
		else if (isIn(10)) limiter.admitted(clock.now());
		else if (isIn(3)) hold();
		else if (isIn(3)) run.stop.abort(new Error('stopped'));
		await clock.advance(isIn(40) ? 0 : random() * (isIn(20) ? 3000 : 150));
	}
	return { outcomes: await clock.until(Promise.all(all)), starts, broken };
};

test.each(seeds)('keeps every promise in history %i', async (seed) => {
	const { outcomes, starts, broken } = await history(seed);
	expect(broken).toEqual([]);
	// Any eleven starts span a second, and nobody starves.
	expect(mostInASecond(starts)).toBeLessThanOrEqual(10);
	expect(outcomes.filter((outcome) => !['started', 'cancelled'].includes(outcome))).toEqual([]);
});
