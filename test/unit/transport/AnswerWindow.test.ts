import { AnswerWindow } from '../../../nodes/Mailroom/transport/AnswerWindow';

const INTERVAL_MS = 104;

/** A window that has seen answers after this time. */
const windowAfter = (answerMs: number) => {
	const window = new AnswerWindow();
	for (let answer = 0; answer < 10; answer += 1) window.end(window.start(0), answerMs, true);
	return window;
};

/** How many requests start, one interval after the other, when no answer comes. */
const startedInSilence = (window: AnswerWindow, { forMs = 600_000, isFailing = false } = {}) => {
	let started = 0;
	for (let now = 0; now < forMs; now += INTERVAL_MS) {
		if (!window.isOpen(now, INTERVAL_MS, isFailing)) continue;
		window.start(now);
		started += 1;
	}
	return started;
};

test('begins with one, and lets ten start at the most while the first answer is not there', () => {
	expect(startedInSilence(new AnswerWindow(), { forMs: 200 })).toBe(1);
	expect(startedInSilence(new AnswerWindow())).toBe(10);
});

test.each([50, 300, 1_000])('keeps the full pace with answers after %i ms', (answerMs) => {
	const window = windowAfter(answerMs);
	const underWay: Array<{ endsAt: number; request: { startedAt: number } }> = [];
	let started = 0;
	for (let now = 0; now < 100 * INTERVAL_MS; now += INTERVAL_MS) {
		while (underWay.length > 0 && underWay[0].endsAt <= now) {
			const ended = underWay.shift();
			if (ended) window.end(ended.request, ended.endsAt, true);
		}
		if (!window.isOpen(now, INTERVAL_MS, false)) continue;
		underWay.push({ endsAt: now + answerMs * 1.2, request: window.start(now) });
		started += 1;
	}
	expect(started).toBe(100);
});

test.each([
	[50, 4],
	[300, 10],
])('a service that answered after %i ms and falls silent gets at most %i', (answerMs, most) => {
	expect(startedInSilence(windowAfter(answerMs))).toBeLessThanOrEqual(most);
});

test('waits for those under way after a failure, for about a second', () => {
	expect(startedInSilence(windowAfter(300), { forMs: 1_000, isFailing: true })).toBe(1);
	expect(startedInSilence(windowAfter(300), { forMs: 1_200, isFailing: true })).toBe(2);
});

test('does not let one request without an answer hold up the others', () => {
	const window = windowAfter(50);
	window.start(0);
	let started = 0;
	for (let now = INTERVAL_MS; now < 100 * INTERVAL_MS; now += INTERVAL_MS) {
		if (!window.isOpen(now, INTERVAL_MS, false)) continue;
		window.end(window.start(now), now + 50, true);
		started += 1;
	}
	expect(started).toBe(99);
});
