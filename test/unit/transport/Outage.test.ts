import { Outage } from '../../../nodes/Mailroom/transport/Outage';

const fail = (outage: Outage, times: number, now = 0) => {
	for (let failure = 0; failure < times; failure += 1) outage.failed(now);
};

/** An outage that has just begun. */
const begun = () => {
	const outage = new Outage();
	fail(outage, 3);
	return outage;
};

/** An outage in which the service has given one healthy answer, after a second. */
const answeredWell = () => {
	const outage = begun();
	outage.probeStarted();
	outage.probed(1_000, true);
	return outage;
};

/** When a service that stays down is asked, each probe failing at once. */
const probeTimes = (outage: Outage, until: number) => {
	const times: number[] = [];
	for (let now = 0; now <= until; now += 500) {
		if (!outage.isProbeDue(now)) continue;
		times.push(now);
		outage.probeStarted();
		outage.probed(now, false);
	}
	return times;
};

test('begins with the third failure in a row', () => {
	const outage = new Outage();
	fail(outage, 2);
	expect(outage.mayStart).toBe(true);
	fail(outage, 1, 300);
	expect(outage.mayStart).toBe(false);
	expect(outage.since).toBe(300);
});

test('does not begin when a clear answer came in between', () => {
	const outage = new Outage();
	fail(outage, 2);
	outage.answered();
	fail(outage, 2);
	expect(outage.mayStart).toBe(true);
	expect(outage.since).toBeUndefined();
});

test('is asked about after 1, 2, 4, 8 and 16 seconds', () => {
	const outage = begun();
	expect(probeTimes(outage, 32_000)).toEqual([1_000, 3_000, 7_000, 15_000, 31_000]);
});

test('asks no second time while the first question is open', () => {
	const outage = begun();
	outage.probeStarted();
	expect(outage.isProbeDue(60_000)).toBe(false);
});

test('asks again at once when nobody waits for the answer any more', () => {
	const outage = begun();
	outage.probeStarted();
	outage.probeAbandoned(1_200);
	expect(outage.isProbeDue(1_200)).toBe(true);
});

test('lets one request through after a healthy answer, and all when that is answered', () => {
	const outage = answeredWell();
	expect(outage.mayStart).toBe(true);
	outage.started();
	expect(outage.mayStart).toBe(false);
	outage.answered();
	expect(outage.mayStart).toBe(true);
	expect(outage.isFailing).toBe(false);
});

test('goes on, and asks ever later, when that one fails', () => {
	const outage = answeredWell();
	outage.started();
	outage.failed(1_100);
	expect(outage.mayStart).toBe(false);
	expect(outage.since).toBe(0);
	expect(outage.isProbeDue(3_000)).toBe(false);
	expect(outage.isProbeDue(3_100)).toBe(true);
});

test('lets another one through when that one said nothing of the service', () => {
	const outage = answeredWell();
	outage.started();
	outage.endedWithoutWord();
	expect(outage.mayStart).toBe(true);
});

test('asks early again in the next outage', () => {
	const outage = begun();
	probeTimes(outage, 10_000);
	outage.answered();
	fail(outage, 3, 20_000);
	expect(outage.isProbeDue(20_999)).toBe(false);
	expect(outage.isProbeDue(21_000)).toBe(true);
});
