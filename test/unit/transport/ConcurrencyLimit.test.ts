import {
	ConcurrencyLimit,
	type InFlight,
} from '../../../nodes/Mailroom/transport/ConcurrencyLimit';

const INTERVAL_MS = 104;

const start = (limit: ConcurrencyLimit, startedAt: number): InFlight => {
	const write = { kind: 'write', isRetry: false, startedAt } as const;
	limit.start(write);
	return write;
};

/** How many writes start, one interval after the other, when no response comes. */
const startsInSilence = (limit: ConcurrencyLimit, forMs = 600_000, isFailing = false) => {
	let started = 0;
	for (let now = 0; now < forMs; now += INTERVAL_MS) {
		if (!limit.hasCapacity(now, INTERVAL_MS, isFailing)) continue;
		start(limit, now);
		started += 1;
	}
	return started;
};

/** After responses that each took this time. */
const answeredAfter = (responseMs: number) => {
	const limit = new ConcurrencyLimit();
	for (let response = 0; response < 10; response += 1)
		limit.onAnswered(start(limit, 0), responseMs);
	return limit;
};

test.each([
	['one at first', new ConcurrencyLimit(), 200, 1],
	['ten before the first response', new ConcurrencyLimit(), 600_000, 10],
	['four after responses in 50 ms', answeredAfter(50), 600_000, 4],
	['ten after responses in 300 ms', answeredAfter(300), 600_000, 10],
])('in silence lets start at the most %s', (_claim, limit, forMs, most) => {
	expect(startsInSilence(limit, forMs)).toBe(most);
});

test.each([
	[1_000, 1],
	[1_200, 2],
])('after a failure lets start within %i ms: %i', (forMs, starts) => {
	expect(startsInSilence(answeredAfter(300), forMs, true)).toBe(starts);
});

test.each([50, 300, 1_000])('keeps the full pace with responses after %i ms', (responseMs) => {
	const limit = answeredAfter(responseMs);
	const inFlight: Array<{ endsAt: number; write: InFlight }> = [];
	let started = 0;
	for (let now = 0; now < 100 * INTERVAL_MS; now += INTERVAL_MS) {
		while (inFlight[0]?.endsAt <= now) {
			const [{ write, endsAt }] = inFlight.splice(0, 1);
			limit.onAnswered(write, endsAt);
		}
		if (!limit.hasCapacity(now, INTERVAL_MS, false)) continue;
		inFlight.push({ endsAt: now + responseMs * 1.2, write: start(limit, now) });
		started += 1;
	}
	expect(started).toBe(100);
});

test('does not let one write without a response hold up the others', () => {
	const limit = answeredAfter(50);
	start(limit, 0);
	for (let now = INTERVAL_MS; now < 100 * INTERVAL_MS; now += INTERVAL_MS) {
		expect(limit.hasCapacity(now, INTERVAL_MS, false)).toBe(true);
		limit.onAnswered(start(limit, now), now + 50);
	}
});
