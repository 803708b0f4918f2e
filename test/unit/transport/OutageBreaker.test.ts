import { OutageBreaker, type Write } from '../../../nodes/Mailroom/transport/OutageBreaker';
import type { HealthSign } from '../../../nodes/Mailroom/transport/verdict';

const INTERVAL_MS = 104;

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

const isTrialDue = (breaker: OutageBreaker, now: number) =>
	breaker.letsWriteStart(now, INTERVAL_MS);

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
		expect([17_499, 17_500].map((now) => breaker.isProbeDue(now))).toEqual([false, true]);
	});

	test('has another trial at once when one says nothing of the service', () => {
		const { breaker, trial } = onTrial();
		breaker.onReadAnswered(1_150);
		expect(isTrialDue(breaker, 1_150)).toBe(false);
		breaker.endWrite(trial, 'none', 1_150);
		expect(isTrialDue(breaker, 1_150)).toBe(true);
	});

	test.each(['failed', 'unreachable', 'inconclusive'] as const)(
		'goes on after a trial that is %s, and ends with one that is answered',
		(sign) => {
			const { breaker, trial } = onTrial();
			breaker.endWrite(trial, sign, 1_200);
			expect(isTrialDue(breaker, 1_300)).toBe(false);
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
			if (!isTrialDue(breaker, now)) continue;
			trials.push(now);
			breaker.endWrite(start(breaker, now), 'failed', now);
		}
		expect(trials).toEqual([1_000, 3_000, 7_000, 15_000, 31_000, 47_000]);
	});

	test('has a trial every two minutes, whatever is answered, and no probe then', () => {
		const breaker = down();
		probeTimes(breaker, 119_000);
		expect([119_999, 120_000].map((now) => isTrialDue(breaker, now))).toEqual([false, true]);
		expect(breaker.isProbeDue(200_000)).toBe(false);
		start(breaker, 200_000);
		expect([319_999, 320_000].map((now) => isTrialDue(breaker, now))).toEqual([false, true]);
	});
});

describe('without an outage', () => {
	/** How many writes start, one interval after the other, when no response comes. */
	const startsInSilence = (breaker: OutageBreaker, forMs = 600_000) => {
		let started = 0;
		for (let now = 0; now < forMs; now += INTERVAL_MS) {
			if (!breaker.letsWriteStart(now, INTERVAL_MS)) continue;
			start(breaker, now);
			started++;
		}
		return started;
	};

	/** After responses that each took this time. */
	const answeredAfter = (responseMs: number) => {
		const breaker = new OutageBreaker();
		for (let response = 0; response < 10; response++) {
			breaker.endWrite(start(breaker), 'answered', responseMs);
		}
		return breaker;
	};

	test.each([
		['one at first', new OutageBreaker(), 200, 1],
		['ten before the first response', new OutageBreaker(), 600_000, 10],
		['four after responses in 50 ms', answeredAfter(50), 600_000, 4],
		['ten after responses in 300 ms', answeredAfter(300), 600_000, 10],
	])('in silence lets start at the most %s', (_claim, breaker, forMs, most) => {
		expect(startsInSilence(breaker, forMs)).toBe(most);
	});

	test.each([
		[1_000, 1],
		[1_200, 2],
	])('after a failure lets start within %i ms: %i', (forMs, starts) => {
		const breaker = answeredAfter(300);
		endWrites(breaker, 'failed');
		expect(startsInSilence(breaker, forMs)).toBe(starts);
	});

	test.each([50, 300, 1_000])('keeps the full pace with responses after %i ms', (responseMs) => {
		const breaker = answeredAfter(responseMs);
		const inFlight: Array<{ endsAt: number; write: Write }> = [];
		let started = 0;
		for (let now = 0; now < 100 * INTERVAL_MS; now += INTERVAL_MS) {
			while (inFlight[0]?.endsAt <= now) {
				const [{ write, endsAt }] = inFlight.splice(0, 1);
				breaker.endWrite(write, 'answered', endsAt);
			}
			if (!breaker.letsWriteStart(now, INTERVAL_MS)) continue;
			inFlight.push({ endsAt: now + responseMs * 1.2, write: start(breaker, now) });
			started++;
		}
		expect(started).toBe(100);
	});

	test('does not let one write without a response hold up the others', () => {
		const breaker = answeredAfter(50);
		start(breaker, 0);
		for (let now = INTERVAL_MS; now < 100 * INTERVAL_MS; now += INTERVAL_MS) {
			expect(breaker.letsWriteStart(now, INTERVAL_MS)).toBe(true);
			breaker.endWrite(start(breaker, now), 'answered', now + 50);
		}
	});
});
