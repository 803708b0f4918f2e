import { OutageBreaker } from '../../../nodes/Mailroom/transport/OutageBreaker';
import type { HealthSign } from '../../../nodes/Mailroom/transport/verdict';
import type { Write } from '../../../nodes/Mailroom/transport/WriteWindow';

const start = (breaker: OutageBreaker, startedAt = 0, isRetry = false): Write => {
	const write = { startedAt, isRetry };
	breaker.startWrite(write);
	return write;
};

const end = (breaker: OutageBreaker, write: Write, sign: HealthSign, now: number) => {
	if (sign === 'answered') breaker.onWriteAnswered();
	else breaker.onWriteUnanswered(write, sign, now);
};

const endWrites = (breaker: OutageBreaker, ...signs: HealthSign[]) => {
	for (const sign of signs) end(breaker, start(breaker), sign, 0);
};

/** An outage that began at 0. */
const down = () => {
	const breaker = new OutageBreaker();
	endWrites(breaker, 'failed', 'failed', 'failed');
	return breaker;
};

const isTrialDue = (breaker: OutageBreaker, now: number) => breaker.opensAt(now) <= now;

const isProbeDue = (breaker: OutageBreaker, now: number) => breaker.probeAt(now) <= now;

describe('reads', () => {
	test('begin no outage, but show that the service can be reached', () => {
		const breaker = new OutageBreaker();
		endWrites(breaker, 'unreachable', 'unreachable', 'unreachable');
		expect(breaker.downSince).toBeUndefined();
		breaker.onReadAnswered(0);
		endWrites(breaker, 'unreachable', 'unreachable', 'unreachable');
		expect(breaker.downSince).toBe(0);
	});
});

describe('an outage', () => {
	/** When a service that stays down is asked, each probe failing at once, or never. */
	const probeTimes = (breaker: OutageBreaker, until: number, areAnswered = true) => {
		const times: number[] = [];
		for (let now = 0; now <= until; now += 500) {
			if (!isProbeDue(breaker, now)) continue;
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
		expect(isTrialDue(breaker, 1_000)).toBe(true);
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
		expect([17_499, 17_500].map((now) => isProbeDue(breaker, now))).toEqual([false, true]);
	});

	test('has another trial at once when one says nothing of the service', () => {
		const { breaker, trial } = onTrial();
		breaker.onReadAnswered(1_150);
		expect(isTrialDue(breaker, 1_150)).toBe(false);
		end(breaker, trial, 'none', 1_150);
		expect(isTrialDue(breaker, 1_150)).toBe(true);
	});

	test.each(['failed', 'unreachable', 'inconclusive'] as const)(
		'goes on after a trial that is %s, and ends with one that is answered',
		(sign) => {
			const { breaker, trial } = onTrial();
			end(breaker, trial, sign, 1_200);
			expect(isTrialDue(breaker, 1_300)).toBe(false);
			end(breaker, start(breaker, 121_100), 'answered', 121_200);
			expect(breaker.downSince).toBeUndefined();
		},
	);

	test('is asked about soon when the trial was a retry, whose fault may be its own', () => {
		const { breaker, trial } = onTrial(true);
		end(breaker, trial, 'failed', 1_200);
		expect([2_199, 2_200].map((now) => isProbeDue(breaker, now))).toEqual([false, true]);
		const other = onTrial();
		end(other.breaker, other.trial, 'failed', 1_200);
		expect([3_199, 3_200].map((now) => isProbeDue(other.breaker, now))).toEqual([false, true]);
	});

	test('has no more trials for reads that are answered all the time', () => {
		const breaker = down();
		const trials: number[] = [];
		for (let now = 0; now < 60_000; now += 100) {
			breaker.onReadAnswered(now);
			if (!isTrialDue(breaker, now)) continue;
			trials.push(now);
			end(breaker, start(breaker, now), 'failed', now);
		}
		expect(trials).toEqual([1_000, 3_000, 7_000, 15_000, 31_000, 47_000]);
	});

	test('has a trial every two minutes, whatever is answered, and no probe then', () => {
		const breaker = down();
		probeTimes(breaker, 119_000);
		expect([119_999, 120_000].map((now) => isTrialDue(breaker, now))).toEqual([false, true]);
		expect(isProbeDue(breaker, 200_000)).toBe(false);
		start(breaker, 200_000);
		expect([319_999, 320_000].map((now) => isTrialDue(breaker, now))).toEqual([false, true]);
	});

	describe('whose trial gets no response for 15 seconds', () => {
		test('is asked about again, and has the next trial when a read is answered', () => {
			const { breaker } = onTrial();
			expect([16_099, 16_100].map((now) => isTrialDue(breaker, now))).toEqual([false, false]);
			expect([18_099, 18_100].map((now) => isProbeDue(breaker, now))).toEqual([false, true]);
			breaker.startProbe(18_100);
			breaker.onReadAnswered(18_200);
			expect(isTrialDue(breaker, 18_200)).toBe(true);
		});

		test('has the next trial soon when a read was answered meanwhile', () => {
			const { breaker } = onTrial();
			breaker.onReadAnswered(5_000);
			expect(isTrialDue(breaker, 16_099)).toBe(false);
			expect([18_099, 18_100].map((now) => isTrialDue(breaker, now))).toEqual([false, true]);
		});

		test('ends with the late response', () => {
			const { breaker, trial } = onTrial();
			expect(isTrialDue(breaker, 20_000)).toBe(false);
			end(breaker, trial, 'answered', 21_000);
			expect(breaker.downSince).toBeUndefined();
		});

		test('has few trials in a minute, though every one of them hangs', () => {
			const breaker = down();
			let trials = 0;
			for (let now = 0; now < 60_000; now += 100) {
				breaker.onReadAnswered(now);
				if (!isTrialDue(breaker, now)) continue;
				start(breaker, now);
				trials++;
			}
			expect(trials).toBe(3);
		});
	});
});
