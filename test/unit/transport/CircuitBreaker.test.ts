import { CircuitBreaker, type HealthSign } from '../../../nodes/Mailroom/transport/CircuitBreaker';

const INTERVAL_MS = 104;

/** A breaker, and writes that start and end as they do behind the gate. */
class Writes {
	readonly breaker = new CircuitBreaker();

	/** Whether a write may start now; in an outage, as the trial. */
	canStart(now = 100_000) {
		return this.breaker.outage === undefined
			? this.breaker.letsStart({}, now, INTERVAL_MS)
			: this.breaker.outage.isTrialDue(now);
	}

	start(now: number) {
		const write = {};
		const { outage } = this.breaker;
		if (outage?.isTrialDue(now)) outage.trialClaimed(write, now);
		const inFlight = this.breaker.writeStarted(now);
		return (ended: { now: number; sign: HealthSign }) =>
			this.breaker.writeEnded(write, inFlight, { ...ended, isRetry: false });
	}
}

/** A service that has answered writes after this time. */
const answering = (answerMs: number) => {
	const writes = new Writes();
	for (let answer = 0; answer < 10; answer += 1) {
		writes.start(0)({ now: answerMs, sign: 'answered' });
	}
	return writes;
};

/** Lets writes fail, one after the other. */
const fail = (writes: Writes, times: number, now = 0) => {
	for (let failure = 0; failure < times; failure += 1) {
		writes.start(now)({ now, sign: 'failed' });
	}
};

/** How many requests start, one interval after the other, when no answer comes. */
const startedInSilence = (writes: Writes, forMs = 600_000) => {
	let started = 0;
	for (let now = 0; now < forMs; now += INTERVAL_MS) {
		if (!writes.canStart(now)) continue;
		writes.start(now);
		started += 1;
	}
	return started;
};

describe('while the service answers', () => {
	test('begins with one, and lets ten start at the most while the first answer is not there', () => {
		expect(startedInSilence(new Writes(), 200)).toBe(1);
		expect(startedInSilence(new Writes())).toBe(10);
	});

	test.each([50, 300, 1_000])('keeps the full pace with answers after %i ms', (answerMs) => {
		const writes = answering(answerMs);
		const inFlight: Array<{ endsAt: number; end: ReturnType<Writes['start']> }> = [];
		let started = 0;
		for (let now = 0; now < 100 * INTERVAL_MS; now += INTERVAL_MS) {
			while (inFlight.length > 0 && inFlight[0].endsAt <= now) {
				const ended = inFlight.shift();
				if (ended) ended.end({ now: ended.endsAt, sign: 'answered' });
			}
			if (!writes.canStart(now)) continue;
			inFlight.push({ endsAt: now + answerMs * 1.2, end: writes.start(now) });
			started += 1;
		}
		expect(started).toBe(100);
	});

	test.each([
		[50, 4],
		[300, 10],
	])('one that answered after %i ms and falls silent gets at most %i', (answerMs, most) => {
		expect(startedInSilence(answering(answerMs))).toBeLessThanOrEqual(most);
	});

	test('waits for those under way after a failure, for about a second', () => {
		const failing = () => {
			const writes = answering(300);
			fail(writes, 1);
			return writes;
		};
		expect(startedInSilence(failing(), 1_000)).toBe(1);
		expect(startedInSilence(failing(), 1_200)).toBe(2);
	});

	test('does not let one request without an answer hold up the others', () => {
		const writes = answering(50);
		writes.start(0);
		let started = 0;
		for (let now = INTERVAL_MS; now < 100 * INTERVAL_MS; now += INTERVAL_MS) {
			if (!writes.canStart(now)) continue;
			writes.start(now)({ now: now + 50, sign: 'answered' });
			started += 1;
		}
		expect(started).toBe(99);
	});
});

/** Who may start when, in any order of answers: the histories of `RateLimiter.test`. */
describe('an outage', () => {
	test('does not begin with reads that fail, however many', () => {
		const writes = answering(50);
		for (let read = 0; read < 10; read++) writes.breaker.readEnded('failed', 1_000);
		expect(writes.breaker.outage).toBeUndefined();
		expect(writes.canStart()).toBe(true);
	});

	const begun = () => {
		const writes = new Writes();
		fail(writes, 3);
		return writes;
	};

	const ask = (writes: Writes, now: number) => {
		writes.breaker.outage?.probePrepared();
		writes.breaker.outage?.probeStarted(now);
	};

	const answerRead = (writes: Writes, now: number) => writes.breaker.readEnded('answered', now);

	/** The service has given one writesy answer, after a second. */
	const answeredWell = () => {
		const writes = begun();
		ask(writes, 1_000);
		writes.breaker.probeEnded('answered', 1_000);
		return writes;
	};

	/** When a service that stays down is asked, each probe failing at once, or never. */
	const probeTimes = (writes: Writes, until: number, areAnswered = true) => {
		const times: number[] = [];
		for (let now = 0; now <= until; now += 500) {
			if (!writes.breaker.outage?.isProbeDue(now)) continue;
			times.push(now);
			ask(writes, now);
			if (areAnswered) writes.breaker.probeEnded('failed', now);
		}
		return times;
	};

	test('begins with refused connections only where the service could be reached before', () => {
		const refuse = (writes: Writes) => {
			for (let time = 0; time < 3; time += 1) {
				writes.start(0)({ now: 0, sign: 'refused' });
			}
		};
		const never = new Writes();
		refuse(never);
		expect(never.breaker.outage).toBeUndefined();
		const before = new Writes();
		before.breaker.readEnded('answered', 0);
		refuse(before);
		expect(before.breaker.outage?.since).toBe(0);
	});

	test('is asked about after 1, 2, 4, 8 and 16 seconds', () => {
		expect(probeTimes(begun(), 32_000)).toEqual([1_000, 3_000, 7_000, 15_000, 31_000]);
	});

	test('asks no second time while the first question waits for its turn', () => {
		const writes = begun();
		writes.breaker.outage?.probePrepared();
		expect(writes.breaker.outage?.isProbeDue(60_000)).toBe(false);
	});

	test('asks again while questions are open, ten seconds later than otherwise', () => {
		expect(probeTimes(begun(), 100_000, false)).toEqual([
			...[1_000, 13_000, 27_000, 45_000, 71_000, 97_000],
		]);
	});

	test('does not ask sooner for a question that fails late', () => {
		const writes = begun();
		ask(writes, 1_000);
		ask(writes, 13_000);
		writes.breaker.probeEnded('failed', 13_500);
		writes.breaker.probeEnded('failed', 17_000);
		expect(writes.breaker.outage?.isProbeDue(17_499)).toBe(false);
		expect(writes.breaker.outage?.isProbeDue(17_500)).toBe(true);
	});

	test('asks again at once when nobody waits for the answer any more', () => {
		const writes = begun();
		ask(writes, 1_000);
		writes.breaker.probeEnded('unknown', 1_200);
		expect(writes.breaker.outage?.isProbeDue(1_200)).toBe(true);
	});

	test('lets one request through after a writesy answer, and all when that is answered', () => {
		const writes = answeredWell();
		expect(writes.canStart()).toBe(true);
		const trial = writes.start(1_100);
		expect(writes.canStart()).toBe(false);
		trial({ now: 1_150, sign: 'answered' });
		expect(writes.canStart()).toBe(true);
		expect(writes.breaker.outage).toBeUndefined();
	});

	test('goes on, and asks ever later, when that one fails', () => {
		const writes = answeredWell();
		fail(writes, 1, 1_100);
		expect(writes.canStart()).toBe(false);
		expect(writes.breaker.outage?.since).toBe(0);
		expect(writes.breaker.outage?.isProbeDue(3_000)).toBe(false);
		expect(writes.breaker.outage?.isProbeDue(3_100)).toBe(true);
	});

	test('lets another one through when that one said nothing of the service', () => {
		const writes = answeredWell();
		writes.start(1_100)({ now: 1_150, sign: 'unknown' });
		expect(writes.canStart()).toBe(true);
	});

	test('lets one through after a late answer, and after a read that succeeds', () => {
		const late = begun();
		ask(late, 1_000);
		ask(late, 13_000);
		late.breaker.probeEnded('answered', 14_000);
		expect(late.canStart(14_000)).toBe(true);

		const read = begun();
		answerRead(read, 5_000);
		expect(read.canStart(5_000)).toBe(true);
	});

	test('lets reads that succeed all the time start no trial sooner than questions would', () => {
		const writes = begun();
		const trials: number[] = [];
		for (let now = 0; now < 60_000; now += 100) {
			answerRead(writes, now);
			if (!writes.canStart(now)) continue;
			trials.push(now);
			fail(writes, 1, now);
		}
		expect(trials).toEqual([1_000, 3_000, 7_000, 15_000, 31_000, 47_000]);
	});

	test('lets one through every two minutes, whatever is answered, and asks nothing then', () => {
		const writes = begun();
		probeTimes(writes, 119_000);
		expect(writes.canStart(119_999)).toBe(false);
		expect(writes.canStart(200_000)).toBe(true);
		expect(writes.breaker.outage?.isProbeDue(200_000)).toBe(false);
		fail(writes, 1, 200_000);
		expect(writes.canStart(319_999)).toBe(false);
		expect(writes.canStart(320_000)).toBe(true);
	});

	test('lets another one through after two minutes when that one is not answered', () => {
		const writes = answeredWell();
		const silent = writes.start(1_100);
		answerRead(writes, 60_000);
		expect(writes.canStart(121_099)).toBe(false);
		expect(writes.canStart(121_100)).toBe(true);
		silent({ now: 130_000, sign: 'answered' });
		expect(writes.breaker.outage).toBeUndefined();
	});

	test('lets one through although others from before have no answer', () => {
		const writes = new Writes();
		for (let started = 0; started < 10; started += 1) writes.start(0);
		fail(writes, 3);
		answerRead(writes, 1_000);
		expect(writes.canStart(1_000)).toBe(true);
		const trial = writes.start(1_000);
		trial({ now: 1_050, sign: 'unknown' });
		expect(writes.canStart(1_050)).toBe(true);
	});

	test('asks early again in the next outage', () => {
		const writes = begun();
		probeTimes(writes, 10_000);
		writes.start(11_000)({ now: 11_000, sign: 'answered' });
		fail(writes, 3, 20_000);
		expect(writes.breaker.outage?.isProbeDue(20_999)).toBe(false);
		expect(writes.breaker.outage?.isProbeDue(21_000)).toBe(true);
	});
});
