import { CircuitBreaker } from '../../nodes/Mailroom/transport/gate/CircuitBreaker';

/** Three failures have opened it at 0. */
const failing = () => {
	const breaker = new CircuitBreaker();
	for (let failure = 0; failure < 3; failure++) {
		breaker.startWrite(0);
		breaker.onWrite({ sign: 'failed', hasResponse: true }, 0);
	}
	return breaker;
};

/** Eight writes without an answer have opened it at 0. */
const silent = () => {
	const breaker = new CircuitBreaker();
	for (let write = 0; write < 8; write++) breaker.startWrite(0);
	return breaker;
};

const throttled = { sign: 'none', hasResponse: true } as const;
const unsendable = { sign: 'none', hasResponse: false } as const;
const canceled = { sign: 'canceled', hasResponse: false } as const;
const thrown = { sign: 'inconclusive', hasResponse: false } as const;
const unclear = { sign: 'inconclusive', hasResponse: true } as const;

/** One write has started, and the service has not answered yet. */
const closed = () => {
	const breaker = new CircuitBreaker();
	breaker.startWrite(0);
	return breaker;
};

/** A read has been answered after the first probe. */
const halfOpen = () => {
	const breaker = silent();
	breaker.onRead('answered', 1_000);
	return breaker;
};

const unreachable = { sign: 'unreachable', hasResponse: false } as const;
const failed = { sign: 'failed', hasResponse: true } as const;
const answered = { sign: 'answered', hasResponse: true } as const;

const startsUntilOpen = (breaker: CircuitBreaker) => {
	let starts = 0;
	for (; breaker.isClosed; starts++) breaker.startWrite(2_000);
	return starts;
};

describe('the end of a write', () => {
	test.each([
		['an answer', 8, answered],
		['one failure', 7, failed],
		['a throw', 8, thrown],
		['an unclear response', 8, unclear],
		['a 429', 8, throttled],
		['a refused connection', 8, unreachable],
		['a cancellation', 7, canceled],
	])('with %s leaves a closed breaker room for %s more starts', (_end, starts, end) => {
		const breaker = closed();
		breaker.onWrite(end, 2_000);
		expect(startsUntilOpen(breaker)).toBe(starts);
	});

	test.each([
		['an answer', 'closed', answered],
		['an unclear response', 'half-open', unclear],
		['a 429', 'half-open', throttled],
		['a cancellation', 'half-open', canceled],
		['a failure', 'half-open', failed],
	])('with %s makes a half-open breaker %s', (_end, state, end) => {
		const breaker = halfOpen();
		breaker.onWrite(end, 2_000);
		expect(breaker.isClosed).toBe(state === 'closed');
		expect(breaker.admitsWrite(2_000)).toBe(true);
	});

	test('that is the third failure in a row makes an outage out of silence', () => {
		const breaker = silent();
		for (const at of [10, 20]) breaker.onWrite(failed, at);
		expect(breaker.failingSince).toBeUndefined();
		breaker.onWrite(thrown, 30);
		expect(breaker.failingSince).toBe(30);
	});
});

describe('the end of a write that was in flight before', () => {
	test.each([
		['failing', '429', failing, throttled, false],
		['failing', 'TLS error', failing, unsendable, false],
		['failing', 'unclear response', failing, unclear, false],
		['silent', 'TLS error', silent, unsendable, false],
		['failing', 'cancellation', failing, canceled, false],
		['silent', 'cancellation', silent, canceled, false],
		['silent', 'throw', silent, thrown, false],
		['silent', 'connection that is refused before any answer', silent, unreachable, true],
		['silent', '429: the service is only slow', silent, throttled, true],
		['silent', 'unclear response: the service is only slow', silent, unclear, true],
	])('lets a write of a %s service try after a %s', (_kind, _end, make, end, isLet) => {
		const breaker = make();
		breaker.onWrite(end, 10);
		expect(breaker.admitsWrite(10)).toBe(isLet);
		// An end on its own is no more than one turn.
		if (isLet) breaker.startWrite(10);
		expect(breaker.admitsWrite(10)).toBe(false);
	});
});

describe('the trial of a failing service', () => {
	/** A read has been answered after the first probe, and one write has started. */
	const trying = () => {
		const breaker = failing();
		breaker.onRead('answered', 1_000);
		return { breaker, trial: breaker.startWrite(1_000) };
	};

	test.each([
		['a 429', throttled, true],
		['a TLS error', unsendable, true],
		['a cancellation', canceled, false],
		['a throw', thrown, false],
		['an unclear response', unclear, false],
	])('gives its turn back only if it was certainly not acted on: %s', (_end, end, isBack) => {
		const { breaker, trial } = trying();
		breaker.onWrite({ ...end, trial }, 1_100);
		expect(breaker.admitsWrite(1_100)).toBe(isBack);
	});

	test('has no turn to give back once another trial has started', () => {
		const { breaker, trial } = trying();
		breaker.onRead('answered', 3_000);
		breaker.startWrite(3_000);
		breaker.onWrite({ ...throttled, trial }, 3_100);
		expect(breaker.admitsWrite(3_100)).toBe(false);
	});
});

describe('canceled writes', () => {
	test('are no failures, however many', () => {
		const breaker = silent();
		for (let write = 0; write < 8; write++) breaker.onWrite(canceled, 10);
		expect(breaker.failingSince).toBeUndefined();
		for (let write = 0; write < 3; write++) breaker.onWrite(thrown, 10);
		expect(breaker.failingSince).toBe(10);
	});

	test('still count as starts without an answer', () => {
		const breaker = new CircuitBreaker();
		for (let write = 0; write < 8; write++) {
			expect(breaker.isClosed).toBe(true);
			breaker.startWrite(0);
			breaker.onWrite(canceled, 0);
		}
		expect(breaker.isClosed).toBe(false);
	});
});
