import { Pace } from '../../../nodes/Mailroom/transport/Pace';
import { randomFrom } from '../../../tools/randomFrom';

const SHORTEST_MS = 104;
/** A request that is answered nothing but 429 has some tries left in its minute. */
const LONGEST_MS = 5000;
const MINUTE_MS = 60_000;

const started = (pace: Pace, times = 1) => {
	for (let start = 0; start < times; start += 1) pace.started();
};

test('is ten starts a second, a little less, as long as no 429 comes', () => {
	const pace = new Pace();
	for (let now = 0; now < MINUTE_MS; now += SHORTEST_MS) {
		expect(pace.intervalMs(now)).toBe(SHORTEST_MS);
		pace.started();
	}
});

test.each([1, 2, 5, 100, 100_000])('is slower after a 429 that came after %i starts', (starts) => {
	const pace = new Pace();
	started(pace, starts);
	pace.slowDown(1000);
	expect(pace.intervalMs(1000)).toBeGreaterThan(SHORTEST_MS);
});

test('slows down once for requests that were under way together', () => {
	const [once, often] = [new Pace(), new Pace()];
	for (const pace of [once, often]) {
		started(pace, 10);
		pace.slowDown(1000);
	}
	for (let answer = 0; answer < 9; answer += 1) often.slowDown(1010);
	expect(often.intervalMs(1010)).toBe(once.intervalMs(1010));
});

test.each(Array.from({ length: 20 }, (_, index) => index + 1))(
	'stays within its bounds, grows faster until the next 429, and is whole again in the end: %i',
	(seed) => {
		const random = randomFrom(seed);
		const pace = new Pace();
		let now = 0;
		let before = pace.intervalMs(now);
		for (let step = 0; step < 500; step += 1) {
			now += before * (1 + random());
			expect(pace.intervalMs(now)).toBeLessThanOrEqual(before);
			pace.started();
			if (random() < 0.3) pace.slowDown(now);
			before = pace.intervalMs(now);
			expect(before).toBeGreaterThanOrEqual(SHORTEST_MS);
			expect(before).toBeLessThanOrEqual(LONGEST_MS);
		}
		expect(pace.intervalMs(now + 5 * MINUTE_MS)).toBe(SHORTEST_MS);
	},
);
