import { Gate } from '../../nodes/Mailroom/transport/gate/Gate';
import type { GateRequest } from '../../nodes/Mailroom/transport/gate/GateRequest';
import { RequestGroup } from '../../nodes/Mailroom/transport/gate/RequestGroup';
import { mostInASecond } from '../../sandbox/traffic/mostInASecond';
import { randomFrom } from '../support/randomFrom';
import { virtualClock } from '../support/virtualClock';
import { enterGate } from './enterGate';

/** A limiter with its own clock, and the times of its starts. */
const setUp = (options: Parameters<typeof virtualClock>[0] = {}) => {
	const clock = virtualClock(options);
	const gate = new Gate(clock);
	const { limiter } = gate;
	const throttle = (retryAfterMs?: number) =>
		limiter.onResponse({ status: 429, retryAfterMs }, false);
	const starts: Array<{ at: number; who: string }> = [];
	const startOne = async (who: string, group: RequestGroup, more: Partial<GateRequest> = {}) => {
		const request: GateRequest = {
			...{ group, signal: group.signal, since: clock.now(), holds: [], tell: () => {} },
			...{ kind: 'read', isRetry: false, wasThrottled: false },
			...{ connectionName: 'default', workflowName: 'default' },
			probe: async () => await Promise.resolve('answered'),
			...more,
		};
		const entered = await enterGate(async (exchange) => await gate.execute(request, exchange));
		starts.push({ at: clock.now(), who });
		entered.release('accepted');
	};
	return {
		...{ clock, limiter, starts, throttle },
		/** Two 429s in a row: the queue pauses. */
		throttleTwice: () => {
			for (let refusal = 0; refusal < 2; refusal += 1) throttle();
		},
		start: async (who: string, group = new RequestGroup(), count = 1) => {
			await Promise.all(Array.from({ length: count }, () => startOne(who, group)));
		},
		startOne,
		order: () => starts.map(({ who }) => who).join(''),
		times: () => starts.map(({ at }) => at),
	};
};

const seeds = Array.from({ length: 40 }, (_, index) => index + 1);

test('lets the first request start at once, and makes good use of the limit when many wait', async () => {
	const { clock, start, times } = setUp();
	await clock.advance(12_345);
	await clock.until(start('a', new RequestGroup(), 500));
	expect(times()[0]).toBe(12_345);
	expect(times()[499] - times()[0]).toBeLessThan(500 * 110);
});

test('loses no pace to a process that is late, and none of its starts come at once', async () => {
	const random = randomFrom(1);
	const { clock, start, times } = setUp({ oversleep: (ms) => ms + random() * 40 });
	await clock.until(start('a', new RequestGroup(), 500));
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
	const waiting = start('a', new RequestGroup(), 60);
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
	await clock.until(start('a', new RequestGroup(), 300));
	const spans = times()
		.slice(10)
		.map((at, index) => at - times()[index]);
	expect(Math.min(...spans)).toBeGreaterThanOrEqual(1_039);
});

test('keeps the order of a run, whose retries go first, and lets runs take turns', async () => {
	const { clock, start, startOne, order } = setUp();
	const [a, b, c] = [new RequestGroup(), new RequestGroup(), new RequestGroup()];
	await clock.until(start('-'));
	const all = [start('b', b, 2), ...[...'xyz'].map((who) => start(who, a)), start('c', c, 3)];
	const retries = [...'AB'].map((who) => startOne(who, a, { isRetry: true }));
	await clock.until(Promise.all([...all, ...retries]));
	expect(order()).toBe('-AbcBbcxcyz');
});

test('lets requests of low priority start after all others, which wait for them one turn at the most', async () => {
	const { clock, start, order } = setUp();
	const look = start('l', new RequestGroup(undefined, { isLowPriority: true }), 30);
	await clock.advance(1000);
	const before = order().length;
	await clock.until(Promise.all([start('e', new RequestGroup(), 3), look]));
	expect(before).toBeGreaterThan(5);
	expect(order()).toMatch(new RegExp(`^l{${before}}eeel+$`));
});

describe('a pause', () => {
	test('holds back everything for a second, also who comes later, and not equally long for every worker', async () => {
		const lengths = seeds.map(async (seed) => {
			const { clock, start, starts, throttleTwice } = setUp({ seed });
			const waiting = start('a', new RequestGroup(), 20);
			await clock.advance(500);
			const before = starts.length;
			throttleTwice();
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
		['another pause, begun before', ({ throttleTwice }) => throttleTwice(), 1600],
		['a 429 with a time', ({ throttle }) => throttle(5000), 5000],
		['a 503 with a time', ({ limiter }) => limiter.pauseFor(5000), 5000],
	])('begins again with each 429, and shortens no wait: %s', async (_claim, act, least) => {
		const one = setUp();
		const { clock, throttle, start, times } = one;
		act(one);
		await clock.advance(600);
		throttle();
		await clock.until(start('a'));
		expect(times()[0]).toBeGreaterThanOrEqual(least);
		expect(times()[0]).toBeLessThanOrEqual(least + 500);
	});
});

test('a canceled run gives up its places without costing a start', async () => {
	const { clock, start, order, times } = setUp();
	const run = new AbortController();
	const others = start('b', new RequestGroup(), 5);
	const canceled = Promise.allSettled([start('a', new RequestGroup(run.signal), 50)]);
	await clock.advance(200);
	expect(order()).toBe('bba');
	run.abort();
	await clock.until(others);
	expect(order()).toBe('bbabbb');

	const alone = setUp();
	await alone.clock.until(alone.start('b', new RequestGroup(), 6));
	expect(times()).toEqual(alone.times());
	await canceled;
});
