import { Pace } from '../../../nodes/Mailroom/transport/Pace';

const started = (pace: Pace, times = 1) => {
	for (let start = 0; start < times; start += 1) pace.started();
};

/** A 429 after some starts. */
const refuse = (pace: Pace, starts: number, now: number) => {
	started(pace, starts);
	pace.slowDown(now);
};

/** Starts per round of 1,040 ms. */
const shareAt = (pace: Pace, now: number) => 1040 / pace.intervalMs(now);

/** A pace that has met others: halved, and refused again when it tried full pace. */
const halvedForGood = () => {
	const pace = new Pace();
	refuse(pace, 5, 0);
	refuse(pace, 5, 2600);
	return pace;
};

test('is halved by a 429 at full pace, and full again seconds later when no other comes', () => {
	const pace = new Pace();
	refuse(pace, 100, 0);
	expect(shareAt(pace, 2500)).toBeCloseTo(5, 9);
	expect(shareAt(pace, 2501)).toBeCloseTo(10, 9);
});

test('stays at half for most of a minute when full pace is refused again', () => {
	const pace = halvedForGood();
	expect(shareAt(pace, 2600)).toBeCloseTo(5, 9);
	expect(shareAt(pace, 60_000)).toBeCloseTo(5, 9);
	expect(shareAt(pace, 65_000)).toBeCloseTo(6, 9);
});

test('takes a try back that is refused, and no more', () => {
	const pace = halvedForGood();
	expect(shareAt(pace, 65_500)).toBeCloseTo(7, 9);
	refuse(pace, 5, 65_500);
	expect(shareAt(pace, 65_500)).toBeCloseTo(6, 9);
});

test('takes one start per round off at the third 429 that comes without a try', () => {
	const pace = halvedForGood();
	for (const now of [10_000, 20_000]) {
		refuse(pace, 5, now);
		expect(shareAt(pace, now)).toBeCloseTo(5, 9);
	}
	refuse(pace, 5, 30_000);
	expect(shareAt(pace, 30_000)).toBeCloseTo(4, 9);
});

test('takes one start per round off at every 429 with less than half', () => {
	const pace = halvedForGood();
	for (let now = 4000; now < 10_000; now += 2000) refuse(pace, 2, now);
	expect(shareAt(pace, 8000)).toBeCloseTo(4, 9);
	for (const [now, share] of [
		[10_000, 3],
		[12_000, 2],
	]) {
		refuse(pace, 2, now);
		expect(shareAt(pace, now)).toBeCloseTo(share, 9);
	}
});

test('counts the 429s anew for a share that was tried', () => {
	const pace = halvedForGood();
	for (const now of [10_000, 20_000, 85_000]) refuse(pace, 5, now);
	const share = shareAt(pace, 85_000);
	for (const now of [95_000, 105_000]) {
		refuse(pace, 5, now);
		expect(shareAt(pace, now)).toBeCloseTo(share, 9);
	}
});

test('takes refusals in a row, each after a single start, as one', () => {
	const pace = new Pace();
	started(pace, 3);
	for (let now = 0; now < 5000; now += 1200) {
		pace.slowDown(now);
		started(pace);
	}
	expect(shareAt(pace, 5000)).toBeCloseTo(5, 9);
	expect(shareAt(pace, 7400)).toBeCloseTo(10, 9);
});

test('goes down to one start in four rounds, and no further', () => {
	const pace = halvedForGood();
	for (let now = 3000; now < 30_000; now += 2000) refuse(pace, 2, now);
	expect(shareAt(pace, 30_000)).toBeCloseTo(1 / 4, 9);
});
