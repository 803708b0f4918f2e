import { CircuitBreaker } from '../../../nodes/Mailroom/transport/CircuitBreaker';
import type { InFlight } from '../../../nodes/Mailroom/transport/ConcurrencyLimit';
import { Outage, type HealthSign } from '../../../nodes/Mailroom/transport/Outage';

const sent = (kind: InFlight['kind'], startedAt = 0): InFlight => ({
	kind,
	isRetry: false,
	startedAt,
});

describe('the breaker', () => {
	const endWrites = (breaker: CircuitBreaker, signs: HealthSign[]) => {
		for (const sign of signs) {
			breaker.end(breaker.start(sent('write')), sign, 0);
		}
	};

	test('does not open for reads, which show that the service can be reached', () => {
		const breaker = new CircuitBreaker();
		for (let read = 0; read < 10; read++) breaker.end(sent('read'), 'failed', 0);
		expect(breaker.letsStart(0, 104)).toBe(true);
		breaker.end(sent('read'), 'answered', 0);
		endWrites(breaker, ['refused', 'refused', 'refused']);
		expect(breaker.outage).toBeDefined();
	});
});

describe('an outage', () => {
	/** When a service that stays down is asked, each probe failing at once, or never. */
	const probeTimes = (outage: Outage, until: number, areAnswered = true) => {
		const times: number[] = [];
		for (let now = 0; now <= until; now += 500) {
			if (!outage.isProbeDue(now)) continue;
			times.push(now);
			outage.prepareProbe();
			outage.startProbe(now);
			if (areAnswered) outage.probeFailed(now);
		}
		return times;
	};

	/** A probe was answered after a second, and a trial has begun. */
	const onTrial = () => {
		const outage = new Outage(0);
		outage.startProbe(1_000);
		outage.onReadAnswered(1_000);
		expect(outage.isTrialDue(1_000)).toBe(true);
		outage.startTrial(sent('write'), 1_100);
		return outage;
	};

	test('is asked about after 1, 2, 4, 8 and 16 seconds, later while probes are not answered', () => {
		expect(probeTimes(new Outage(0), 32_000)).toEqual([1_000, 3_000, 7_000, 15_000, 31_000]);
		const times = [1_000, 13_000, 27_000, 45_000, 71_000, 97_000];
		expect(probeTimes(new Outage(0), 100_000, false)).toEqual(times);
	});

	test('is asked about no sooner for a probe that fails late', () => {
		const outage = new Outage(0);
		for (const at of [1_000, 13_000]) outage.startProbe(at);
		for (const at of [13_500, 17_000]) outage.probeFailed(at);
		expect([17_499, 17_500].map((now) => outage.isProbeDue(now))).toEqual([false, true]);
	});

	test('has another trial at once when one says nothing of the service', () => {
		const outage = onTrial();
		outage.onReadAnswered(1_150);
		expect(outage.isTrialDue(1_150)).toBe(false);
		outage.dropTrial(1_150);
		expect(outage.isTrialDue(1_150)).toBe(true);
	});

	test('is not over after a trial whose answer is no answer', () => {
		const breaker = new CircuitBreaker();
		for (let failure = 0; failure < 3; failure++) {
			breaker.end(breaker.start(sent('write')), 'failed', 0);
		}
		breaker.end(breaker.start(sent('write', 120_000)), 'unclear', 120_000);
		expect(breaker.letsStart(120_100, 104)).toBe(false);
	});

	test('has no more trials for reads that are answered all the time', () => {
		const outage = new Outage(0);
		const trials: number[] = [];
		for (let now = 0; now < 60_000; now += 100) {
			outage.onReadAnswered(now);
			if (!outage.isTrialDue(now)) continue;
			trials.push(now);
			outage.startTrial(sent('write'), now);
			outage.trialFailed(now, false);
		}
		expect(trials).toEqual([1_000, 3_000, 7_000, 15_000, 31_000, 47_000]);
	});

	test('has a trial every two minutes, whatever is answered, and no probe then', () => {
		const outage = new Outage(0);
		probeTimes(outage, 119_000);
		expect([119_999, 120_000].map((now) => outage.isTrialDue(now))).toEqual([false, true]);
		expect(outage.isProbeDue(200_000)).toBe(false);
		outage.startTrial(sent('write'), 200_000);
		expect([319_999, 320_000].map((now) => outage.isTrialDue(now))).toEqual([false, true]);
	});
});
