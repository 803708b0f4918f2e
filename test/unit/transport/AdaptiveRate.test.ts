import { AdaptiveRate } from '../../../nodes/Mailroom/transport/AdaptiveRate';
import { randomFrom } from '../../../tools/randomFrom';

const SHORTEST_MS = 104;
/** A request that is answered nothing but 429 has many tries in its minute. */
const LONGEST_MS = 1040;
const MINUTE_MS = 60_000;
const IN_FLIGHT_MS = 50;

/** Starts per window of 1,040 ms. */
const rateAt = (rate: AdaptiveRate, now: number) => 1040 / rate.intervalMs(now);

/** A 429, which its request has waited a moment for. */
const throttle = (rate: AdaptiveRate, now: number) => rate.onThrottled(now, now - IN_FLIGHT_MS);

const accept = (rate: AdaptiveRate, now: number) => rate.onAccepted(now - IN_FLIGHT_MS);

/** A 429 that comes alone. */
const throttleOnce = (rate: AdaptiveRate, now: number) => {
	accept(rate, now - 1);
	return throttle(rate, now);
};

/** Two 429s in a row at the full rate, the second one at `now`. */
const halvedAt = (now: number) => {
	const rate = new AdaptiveRate();
	throttle(rate, now - 100);
	throttle(rate, now);
	return rate;
};

test('is ten starts a second, a little less, as long as no 429 comes', () => {
	const rate = new AdaptiveRate();
	for (let now = 0; now < MINUTE_MS; now += SHORTEST_MS) accept(rate, now);
	expect(rate.intervalMs(MINUTE_MS)).toBe(SHORTEST_MS);
});

describe('a 429 that comes alone', () => {
	test('makes the full rate a little slower for a while, and nothing pauses', () => {
		const rate = new AdaptiveRate();
		expect(throttleOnce(rate, 1000)).toBe(false);
		expect(rate.intervalMs(1000)).toBeGreaterThan(SHORTEST_MS);
		expect(rate.intervalMs(1000)).toBeLessThan(1.03 * SHORTEST_MS);
		expect(rate.intervalMs(1000 + MINUTE_MS)).toBe(SHORTEST_MS);
	});

	test('takes back a step that is being tried, and no more', () => {
		const rate = halvedAt(0);
		expect(rateAt(rate, 10_500)).toBeCloseTo(7, 9);
		expect(throttleOnce(rate, 10_500)).toBe(false);
		expect(rateAt(rate, 10_500)).toBeCloseTo(6, 9);
	});

	test('changes nothing when no step is being tried, but puts the next one off', () => {
		const rate = halvedAt(0);
		expect(throttleOnce(rate, 8_000)).toBe(false);
		expect(rateAt(rate, 8_000)).toBeCloseTo(5, 9);
		expect(rateAt(rate, 16_000)).toBeCloseTo(5, 9);
		expect(rateAt(rate, 18_000)).toBeGreaterThan(5);
	});
});

test('another 429 soon after takes one start off, later it does not', () => {
	const soon = halvedAt(0);
	for (const now of [8_000, 9_500]) throttleOnce(soon, now);
	expect(rateAt(soon, 9_500)).toBeCloseTo(4, 9);

	const later = halvedAt(0);
	for (const now of [8_000, 11_000]) throttleOnce(later, now);
	expect(rateAt(later, 11_000)).toBeCloseTo(5, 9);
});

describe('429s that follow each other', () => {
	test('halve the full rate, and the queue pauses', () => {
		const rate = new AdaptiveRate();
		expect(throttle(rate, 900)).toBe(false);
		expect(throttle(rate, 1000)).toBe(true);
		expect(rateAt(rate, 1000)).toBeCloseTo(5, 9);
	});

	test('are one event for all that come in a row: each pauses, and none slows down any further', () => {
		const rate = halvedAt(0);
		for (const now of [1300, 2500, 3700, 4900]) {
			expect(throttle(rate, now)).toBe(true);
			expect(rateAt(rate, now)).toBeCloseTo(5, 9);
		}
	});

	test('take one start off below that, until one is left', () => {
		const rate = halvedAt(0);
		for (const [index, now] of [5000, 8000, 11_000, 14_000, 17_000].entries()) {
			accept(rate, now - 101);
			for (const at of [now - 100, now]) throttle(rate, at);
			expect(rateAt(rate, now)).toBeCloseTo(Math.max(1, 4 - index), 9);
		}
	});
});

test('a 429 whose request started before the last slow-down says nothing new', () => {
	const rate = halvedAt(1000);
	expect(rate.onThrottled(1010, 990)).toBe(false);
	expect(rate.onThrottled(1020, 995)).toBe(false);
	expect(rateAt(rate, 1020)).toBeCloseTo(5, 9);
});

test('takes up what another that has ended leaves within twenty seconds', () => {
	const rate = halvedAt(0);
	expect(rateAt(rate, 8_500)).toBeCloseTo(5, 9);
	expect(rateAt(rate, 20_000)).toBe(10);
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
