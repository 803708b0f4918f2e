import { OutageBreaker } from '../../nodes/Mailroom/transport/gate/OutageBreaker';
import type { HealthSign } from '../../nodes/Mailroom/transport/verdict';
import type { Write } from '../../nodes/Mailroom/transport/gate/WriteWindow';

const start = (breaker: OutageBreaker, startedAt = 0, isRetry = false): Write => {
	const write = { startedAt, isRetry };
	breaker.startWrite(write);
	return write;
};

const endWrites = (breaker: OutageBreaker, ...signs: HealthSign[]) => {
	for (const sign of signs) breaker.endWrite(start(breaker), sign, 0);
};

/** An outage that began at 0. */
const down = () => {
	const breaker = new OutageBreaker();
	endWrites(breaker, 'failed', 'failed', 'failed');
	return breaker;
};

test('reads begin no outage, but show that the service can be reached', () => {
	const breaker = new OutageBreaker();
	endWrites(breaker, 'unreachable', 'unreachable', 'unreachable');
	expect(breaker.downSince).toBeUndefined();
	breaker.onReadAnswered(0);
	endWrites(breaker, 'unreachable', 'unreachable', 'unreachable');
	expect(breaker.downSince).toBe(0);
});

describe('an outage', () => {
	/** When a service that stays down is asked, each probe failing at once, or never. */
	const probeTimes = (breaker: OutageBreaker, until: number, areAnswered = true) => {
		const times: number[] = [];
		for (let now = 0; now <= until; now += 500) {
			if (!breaker.isProbeDue(now)) continue;
			times.push(now);
			breaker.startProbe(now);
			if (areAnswered) breaker.endProbe(now);
		}
		return times;
	};

	/** A probe was answered after a second, and a trial has begun. */
	const onTrial = (isRetry = false) => {
		const breaker = down();
		breaker.startProbe(1_000);
		breaker.onReadAnswered(1_000);
		expect(breaker.isTrialDue(1_000)).toBe(true);
		return { breaker, trial: start(breaker, 1_100, isRetry) };
	};

	test('is asked about after 1, 2, 4, 8 and 16 seconds, later while probes are not answered', () => {
		expect(probeTimes(down(), 32_000)).toEqual([1_000, 3_000, 7_000, 15_000, 31_000]);
		const times = [1_000, 13_000, 27_000, 45_000, 71_000, 97_000];
		expect(probeTimes(down(), 100_000, false)).toEqual(times);
	});

	test('is asked about no sooner for a probe that fails late', () => {
		const breaker = down();
		for (const at of [1_000, 13_000]) breaker.startProbe(at);
		for (const at of [13_500, 17_000]) breaker.endProbe(at);
		expect([17_499, 17_500].map((now) => breaker.isProbeDue(now))).toEqual([false, true]);
	});

	test('has another trial at once when one says nothing of the service', () => {
		const { breaker, trial } = onTrial();
		breaker.onReadAnswered(1_150);
		expect(breaker.isTrialDue(1_150)).toBe(false);
		breaker.endWrite(trial, 'none', 1_150);
		expect(breaker.isTrialDue(1_150)).toBe(true);
	});

	test.each(['failed', 'unreachable', 'inconclusive'] as const)(
		'goes on after a trial that is %s, and ends with one that is answered',
		(sign) => {
			const { breaker, trial } = onTrial();
			breaker.endWrite(trial, sign, 1_200);
			expect(breaker.isTrialDue(1_300)).toBe(false);
			breaker.endWrite(start(breaker, 121_100), 'answered', 121_200);
			expect(breaker.downSince).toBeUndefined();
		},
	);

	test('is asked about soon when the trial was a retry, whose fault may be its own', () => {
		const { breaker, trial } = onTrial(true);
		breaker.endWrite(trial, 'failed', 1_200);
		expect([2_199, 2_200].map((now) => breaker.isProbeDue(now))).toEqual([false, true]);
		const other = onTrial();
		other.breaker.endWrite(other.trial, 'failed', 1_200);
		expect([3_199, 3_200].map((now) => other.breaker.isProbeDue(now))).toEqual([false, true]);
	});

	test('has no more trials for reads that are answered all the time', () => {
		const breaker = down();
		const trials: number[] = [];
		for (let now = 0; now < 60_000; now += 100) {
			breaker.onReadAnswered(now);
			if (!breaker.isTrialDue(now)) continue;
			trials.push(now);
			breaker.endWrite(start(breaker, now), 'failed', now);
		}
		expect(trials).toEqual([1_000, 3_000, 7_000, 15_000, 31_000, 47_000]);
	});

	test('has a trial every two minutes, whatever is answered, and no probe then', () => {
		const breaker = down();
		probeTimes(breaker, 119_000);
		expect([119_999, 120_000].map((now) => breaker.isTrialDue(now))).toEqual([false, true]);
		expect(breaker.isProbeDue(200_000)).toBe(false);
		start(breaker, 200_000);
		expect(breaker.isProbeDue(215_000)).toBe(true);
		expect([319_999, 320_000].map((now) => breaker.isTrialDue(now))).toEqual([false, true]);
	});

	describe('with a trial that gets no response for 15 s', () => {
		test('is asked about again', () => {
			const { breaker } = onTrial();
			expect([16_099, 16_100].map((now) => breaker.isProbeDue(now))).toEqual([false, true]);
		});

		test.each([
			['before those', 5_000],
			['after them', 16_200],
		])('has the next trial once a read has been answered %s', (_when, readAt) => {
			const { breaker } = onTrial();
			expect(breaker.isTrialDue(119_000)).toBe(false);
			breaker.onReadAnswered(readAt);
			const dueAt = Math.max(readAt, 16_100);
			expect([dueAt - 1, dueAt].map((now) => breaker.isTrialDue(now))).toEqual([false, true]);
		});

		test('ends with its late response, even if another trial has begun', () => {
			const { breaker, trial } = onTrial();
			start(breaker, 20_000);
			breaker.endWrite(trial, 'answered', 25_000);
			expect(breaker.downSince).toBeUndefined();
		});

		test('takes no notice of its late failure once another trial has begun', () => {
			const { breaker, trial } = onTrial();
			const next = start(breaker, 20_000);
			breaker.onReadAnswered(21_000);
			breaker.endWrite(trial, 'failed', 34_000);
			expect([34_999, 35_000].map((now) => breaker.isTrialDue(now))).toEqual([false, true]);
			breaker.endWrite(next, 'answered', 36_000);
			expect(breaker.downSince).toBeUndefined();
		});

		test('counts no read that was answered before the trial failed', () => {
			const { breaker, trial } = onTrial();
			breaker.onReadAnswered(5_000);
			breaker.endWrite(trial, 'failed', 10_000);
			expect(breaker.isTrialDue(119_000)).toBe(false);
			expect(breaker.isProbeDue(12_000)).toBe(true);
		});
	});
});
