import { WriteWindow, type Write } from '../../nodes/Mailroom/transport/gate/WriteWindow';

const INTERVAL_MS = 104;

const start = (window: WriteWindow, startedAt = 0): Write => {
	const write = { startedAt, isRetry: false };
	window.start(write);
	return write;
};

const isOpen = (window: WriteWindow, now: number, isFailing = false) =>
	window.opensAt(INTERVAL_MS, isFailing) <= now;

/** How many writes start, one interval after the other, when no response comes. */
const startsInSilence = (window: WriteWindow, forMs = 600_000, isFailing = false) => {
	let started = 0;
	for (let now = 0; now < forMs; now += INTERVAL_MS) {
		if (!isOpen(window, now, isFailing)) continue;
		start(window, now);
		started++;
	}
	return started;
};

/** After responses that each took this time. */
const answeredAfter = (responseMs: number) => {
	const window = new WriteWindow();
	for (let response = 0; response < 10; response++) {
		window.endAnswered(start(window), responseMs);
	}
	return window;
};

test.each([
	['one at first', new WriteWindow(), 200, 1],
	['ten before the first response', new WriteWindow(), 600_000, 10],
	['four after responses in 50 ms', answeredAfter(50), 600_000, 4],
	['ten after responses in 300 ms', answeredAfter(300), 600_000, 10],
])('in silence lets start at the most %s', (_claim, window, forMs, most) => {
	expect(startsInSilence(window, forMs)).toBe(most);
});

test.each([
	[1_000, 1],
	[1_200, 2],
])('after a failure lets start within %i ms: %i', (forMs, starts) => {
	const window = answeredAfter(300);
	window.endUnanswered(start(window));
	expect(startsInSilence(window, forMs, true)).toBe(starts);
});

test.each([50, 300, 1_000])('keeps the full pace with responses after %i ms', (responseMs) => {
	const window = answeredAfter(responseMs);
	const inFlight: Array<{ endsAt: number; write: Write }> = [];
	let started = 0;
	for (let now = 0; now < 100 * INTERVAL_MS; now += INTERVAL_MS) {
		while (inFlight[0]?.endsAt <= now) {
			const [{ write, endsAt }] = inFlight.splice(0, 1);
			window.endAnswered(write, endsAt);
		}
		if (!isOpen(window, now)) continue;
		inFlight.push({ endsAt: now + responseMs * 1.2, write: start(window, now) });
		started++;
	}
	expect(started).toBe(100);
});

test('does not let one write without a response hold up the others', () => {
	const window = answeredAfter(50);
	start(window, 0);
	for (let now = INTERVAL_MS; now < 100 * INTERVAL_MS; now += INTERVAL_MS) {
		expect(isOpen(window, now)).toBe(true);
		window.endAnswered(start(window, now), now + 50);
	}
});
