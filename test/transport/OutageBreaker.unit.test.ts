import { OutageBreaker } from '../../nodes/Mailroom/transport/gate/OutageBreaker';

/** An outage that began at 0. What requests see of it is tested in outage.unit. */
const down = () => {
	const breaker = new OutageBreaker();
	for (let failure = 0; failure < 3; failure++) {
		const write = { startedAt: 0, isRetry: false };
		breaker.startWrite(write);
		breaker.endWrite(write, 'failed', 0);
	}
	return breaker;
};

test('an outage is asked about no sooner for a probe that fails late', () => {
	const breaker = down();
	for (const at of [1_000, 13_000]) breaker.startProbe(at);
	for (const at of [13_500, 17_000]) breaker.endProbe(at);
	expect([17_499, 17_500].map((now) => breaker.isProbeDue(now))).toEqual([false, true]);
});

test('an outage is not asked about when a trial is due', () => {
	const breaker = down();
	expect([119_999, 120_000].map((now) => breaker.isTrialDue(now))).toEqual([false, true]);
	expect([119_999, 120_000].map((now) => breaker.isProbeDue(now))).toEqual([true, false]);
});
