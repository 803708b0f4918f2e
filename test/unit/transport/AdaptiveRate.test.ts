import { AdaptiveRate } from '../../../nodes/Mailroom/transport/AdaptiveRate';
import { randomFrom } from '../../../tools/randomFrom';

const SHORTEST_MS = 104;
/** A request that is answered nothing but 429 has many tries in its minute. */
const LONGEST_MS = 1040;
const MINUTE_MS = 60_000;
const IN_FLIGHT_MS = 50;

/** Starts per window of 1,040 ms. */
const rateAt = (rate: AdaptiveRate, now: number) => 1040 / rate.intervalMs(now);

const throttle = (rate: AdaptiveRate, now: number) => rate.onThrottled(now, now - IN_FLIGHT_MS);

/** A 429 after another response. */
const throttleOnce = (rate: AdaptiveRate, now: number) => {
	rate.onAccepted(now - 1 - IN_FLIGHT_MS);
	return throttle(rate, now);
};

/** Two 429s in a row at the full rate, the second one at `now`. */
const halvedAt = (now: number) => {
	const rate = new AdaptiveRate();
	expect(throttle(rate, now - 100)).toBe(false);
	expect(throttle(rate, now)).toBe(true);
	return rate;
};

test('a 429 that comes alone makes the full rate a little slower for a while, and nothing pauses', () => {
	const rate = new AdaptiveRate();
	expect(rate.intervalMs(0)).toBe(SHORTEST_MS);
	expect(throttleOnce(rate, 1000)).toBe(false);
	expect(rateAt(rate, 1000)).toBeCloseTo(9.85, 9);
	expect(rate.intervalMs(1000 + MINUTE_MS)).toBe(SHORTEST_MS);
});

test.each<[claim: string, single429sAt: number[], now: number, rate: number]>([
	['without a 429 nothing is tried for eight seconds', [], 8_500, 5],
	['then one step is tried after the other', [], 10_500, 7],
	['after twenty seconds the limit is used again', [], 20_000, 10],
	['a 429 takes back the step that is tried, and no more', [10_500], 10_500, 6],
	['a 429 while no step is tried changes nothing', [8_000], 8_000, 5],
	['but puts the next step off', [8_000], 16_000, 5],
	['until it was quiet again', [8_000], 17_500, 6],
	['another one soon after takes one start off', [8_000, 9_500], 9_500, 4],
	['a later one does not', [8_000, 11_000], 11_000, 5],
])('after a halved rate: %s', (_claim, single429sAt, now, expected) => {
	const rate = halvedAt(0);
	for (const at of single429sAt) expect(throttleOnce(rate, at)).toBe(false);
	expect(rateAt(rate, now)).toBeCloseTo(expected, 9);
});

test('two 429s in a row take one start off below the half, until one is left', () => {
	const rate = halvedAt(0);
	for (const [index, now] of [5000, 8000, 11_000, 14_000, 17_000].entries()) {
		throttleOnce(rate, now - 100);
		throttle(rate, now);
		expect(rateAt(rate, now)).toBeCloseTo(Math.max(1, 4 - index), 9);
	}
});

test('a 429 whose request started before the last slow-down says nothing new', () => {
	const rate = halvedAt(1000);
	expect([990, 995].map((startedAt) => rate.onThrottled(1020, startedAt))).toEqual([false, false]);
	expect(rateAt(rate, 1020)).toBeCloseTo(5, 9);
});

test.each([1, 2, 3, 4, 5, 6, 7, 8])(
	'stays within its bounds, grows faster until the next 429, and is whole again in the end: %i',
	(seed) => {
		const random = randomFrom(seed);
		const rate = new AdaptiveRate();
		let now = 0;
		let before = rate.intervalMs(now);
		const outside: number[] = [];
		for (let step = 0; step < 1000; step += 1) {
			const startedAt = now;
			now += before * (1 + random());
			if (rate.intervalMs(now) > before) outside.push(now);
			if (random() < 0.3) rate.onThrottled(now, startedAt);
			else rate.onAccepted(startedAt);
			before = rate.intervalMs(now);
			if (before < SHORTEST_MS || before > LONGEST_MS) outside.push(now);
		}
		expect(outside).toEqual([]);
		expect(rate.intervalMs(now + 5 * MINUTE_MS)).toBe(SHORTEST_MS);
	},
);
