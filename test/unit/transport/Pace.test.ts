import { Pace } from '../../../nodes/Mailroom/transport/Pace';
import { randomFrom } from '../../../tools/randomFrom';

const SHORTEST_MS = 104;
/** A request that is answered nothing but 429 has some tries left in its minute. */
const LONGEST_MS = 5200;
const MINUTE_MS = 60_000;
const UNDER_WAY_MS = 50;

/** Starts per round of 1,040 ms. */
const shareAt = (pace: Pace, now: number) => 1040 / pace.intervalMs(now);

/** A 429, which its request has waited a moment for. */
const refuse = (pace: Pace, now: number) => pace.refused(now, now - UNDER_WAY_MS);

const admit = (pace: Pace, now: number) => pace.admitted(now - UNDER_WAY_MS);

/** A 429 that comes alone. */
const refuseOnce = (pace: Pace, now: number) => {
	admit(pace, now - 1);
	return refuse(pace, now);
};

/** Two 429s in a row at the full pace, the second one at `now`. */
const halvedAt = (now: number) => {
	const pace = new Pace();
	refuse(pace, now - 100);
	refuse(pace, now);
	return pace;
};

test('is ten starts a second, a little less, as long as no 429 comes', () => {
	const pace = new Pace();
	for (let now = 0; now < MINUTE_MS; now += SHORTEST_MS) {
		admit(pace, now);
	}
	expect(pace.intervalMs(MINUTE_MS)).toBe(SHORTEST_MS);
});

describe('a 429 that comes alone', () => {
	test('makes the full pace a little slower for a while, and nothing pauses', () => {
		const pace = new Pace();
		expect(refuseOnce(pace, 1000)).toBe(false);
		expect(pace.intervalMs(1000)).toBeGreaterThan(SHORTEST_MS);
		expect(pace.intervalMs(1000)).toBeLessThan(1.03 * SHORTEST_MS);
		expect(pace.intervalMs(1000 + MINUTE_MS)).toBe(SHORTEST_MS);
	});

	test('takes a larger share back that is being tried, and no more', () => {
		const pace = halvedAt(0);
		expect(shareAt(pace, 17_500)).toBeCloseTo(7, 9);
		expect(refuseOnce(pace, 17_500)).toBe(false);
		expect(shareAt(pace, 17_500)).toBeCloseTo(6, 9);
	});

	test('changes nothing when no larger share is being tried, but puts the next try off', () => {
		const pace = halvedAt(0);
		expect(refuseOnce(pace, 10_000)).toBe(false);
		expect(shareAt(pace, 10_000)).toBeCloseTo(5, 9);
		expect(shareAt(pace, 25_000)).toBeCloseTo(5, 9);
	});
});

test('another 429 soon after takes one start per round off, later it does not', () => {
	const soon = halvedAt(0);
	for (const now of [10_000, 12_000]) refuseOnce(soon, now);
	expect(shareAt(soon, 12_000)).toBeCloseTo(4, 9);

	const later = halvedAt(0);
	for (const now of [10_000, 13_000]) refuseOnce(later, now);
	expect(shareAt(later, 13_000)).toBeCloseTo(5, 9);
});

describe('429s that follow each other', () => {
	test('halve the full pace, and the queue pauses', () => {
		const pace = new Pace();
		expect(refuse(pace, 900)).toBe(false);
		expect(refuse(pace, 1000)).toBe(true);
		expect(shareAt(pace, 1000)).toBeCloseTo(5, 9);
	});

	test('so do three within a round', () => {
		const pace = new Pace();
		const pauses = [1000, 1400, 1800].map((now) => refuseOnce(pace, now));
		expect(pauses).toEqual([false, false, true]);
		expect(shareAt(pace, 1800)).toBeCloseTo(5, 9);
	});

	test('are one event for all that come in a row: each pauses, and none slows down any further', () => {
		const pace = halvedAt(0);
		for (const now of [1300, 2500, 3700, 4900]) {
			expect(refuse(pace, now)).toBe(true);
			expect(shareAt(pace, now)).toBeCloseTo(5, 9);
		}
	});

	test('halve again when it happens again at once', () => {
		const pace = halvedAt(0);
		admit(pace, 1300);
		for (const now of [1500, 1700]) refuse(pace, now);
		expect(shareAt(pace, 1700)).toBeCloseTo(2, 9);
	});

	test('take one step with half of the full pace, later', () => {
		const pace = halvedAt(0);
		admit(pace, 5000);
		for (const now of [6000, 6200]) refuse(pace, now);
		expect(shareAt(pace, 6200)).toBeCloseTo(4, 9);
	});
});

test('a 429 whose request started before the last slow-down says nothing new', () => {
	const pace = halvedAt(1000);
	expect(pace.refused(1010, 990)).toBe(false);
	expect(pace.refused(1020, 995)).toBe(false);
	expect(shareAt(pace, 1020)).toBeCloseTo(5, 9);
});

/** A process that has one start per round, and has it for so short that it tries no more. */
const oneStartAt = (now: number) => {
	const pace = halvedAt(now - 10_000);
	for (const later of [6000, 4500, 3000, 1500]) {
		for (const again of [100, 0]) {
			admit(pace, now - later - again - 1);
			refuseOnce(pace, now - later - again);
		}
	}
	return pace;
};

describe('with one start per round', () => {
	test('a 429 leaves one in five rounds, and the queue pauses; each later one pauses it again', () => {
		const pace = oneStartAt(20_000);
		expect(shareAt(pace, 20_000)).toBeCloseTo(1, 9);
		for (const now of [20_000, 24_000, 28_000]) {
			expect(refuseOnce(pace, now)).toBe(true);
			expect(shareAt(pace, now)).toBeCloseTo(1 / 5, 9);
		}
	});

	test('two requests accepted in a row bring it back, one does not', () => {
		const pace = oneStartAt(20_000);
		refuse(pace, 20_000);
		admit(pace, 22_000);
		expect(shareAt(pace, 22_000)).toBeCloseTo(1 / 5, 9);
		refuseOnce(pace, 24_000);
		expect(shareAt(pace, 24_000)).toBeCloseTo(1 / 5, 9);
		for (const now of [26_000, 31_000]) admit(pace, now);
		expect(shareAt(pace, 31_000)).toBeCloseTo(1, 9);
	});
});

test('takes up the part of another that has ended within twenty seconds', () => {
	const pace = halvedAt(0);
	expect(shareAt(pace, 12_000)).toBeCloseTo(5, 9);
	expect(shareAt(pace, 25_000)).toBe(10);
});

test.each([1, 2, 3, 4, 5, 6, 7, 8])(
	'stays within its bounds, grows faster until the next 429, and is whole again in the end: %i',
	(seed) => {
		const random = randomFrom(seed);
		const pace = new Pace();
		let now = 0;
		let before = pace.intervalMs(now);
		const outside: number[] = [];
		for (let step = 0; step < 1000; step += 1) {
			const startedAt = now;
			now += before * (1 + random());
			if (pace.intervalMs(now) > before) outside.push(now);
			if (random() < 0.3) pace.refused(now, startedAt);
			else pace.admitted(startedAt);
			before = pace.intervalMs(now);
			if (before < SHORTEST_MS || before > LONGEST_MS) outside.push(now);
		}
		expect(outside).toEqual([]);
		expect(pace.intervalMs(now + 5 * MINUTE_MS)).toBe(SHORTEST_MS);
	},
);
