import { ServiceHealth } from '../../../nodes/Mailroom/transport/ServiceHealth';

const INTERVAL_MS = 104;

/** A service that has answered changes after this time. */
const answering = (answerMs: number) => {
	const health = new ServiceHealth();
	for (let answer = 0; answer < 10; answer += 1) {
		health.end(health.start(0), { now: answerMs, sign: 'answered' });
	}
	return health;
};

/** Lets changes fail, one after the other. */
const fail = (health: ServiceHealth, times: number, now = 0) => {
	for (let failure = 0; failure < times; failure += 1) {
		health.end(health.start(now), { now, sign: 'failed' });
	}
};

const canStart = (health: ServiceHealth) => health.hasRoom(100_000, INTERVAL_MS);

/** How many requests start, one interval after the other, when no answer comes. */
const startedInSilence = (health: ServiceHealth, forMs = 600_000) => {
	let started = 0;
	for (let now = 0; now < forMs; now += INTERVAL_MS) {
		if (!health.hasRoom(now, INTERVAL_MS)) continue;
		health.start(now);
		started += 1;
	}
	return started;
};

describe('while the service answers', () => {
	test('begins with one, and lets ten start at the most while the first answer is not there', () => {
		expect(startedInSilence(new ServiceHealth(), 200)).toBe(1);
		expect(startedInSilence(new ServiceHealth())).toBe(10);
	});

	test.each([50, 300, 1_000])('keeps the full pace with answers after %i ms', (answerMs) => {
		const health = answering(answerMs);
		const underWay: Array<{ endsAt: number; request: { startedAt: number } }> = [];
		let started = 0;
		for (let now = 0; now < 100 * INTERVAL_MS; now += INTERVAL_MS) {
			while (underWay.length > 0 && underWay[0].endsAt <= now) {
				const ended = underWay.shift();
				if (ended) health.end(ended.request, { now: ended.endsAt, sign: 'answered' });
			}
			if (!health.hasRoom(now, INTERVAL_MS)) continue;
			underWay.push({ endsAt: now + answerMs * 1.2, request: health.start(now) });
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
			const health = answering(300);
			fail(health, 1);
			return health;
		};
		expect(startedInSilence(failing(), 1_000)).toBe(1);
		expect(startedInSilence(failing(), 1_200)).toBe(2);
	});

	test('does not let one request without an answer hold up the others', () => {
		const health = answering(50);
		health.start(0);
		let started = 0;
		for (let now = INTERVAL_MS; now < 100 * INTERVAL_MS; now += INTERVAL_MS) {
			if (!health.hasRoom(now, INTERVAL_MS)) continue;
			health.end(health.start(now), { now: now + 50, sign: 'answered' });
			started += 1;
		}
		expect(started).toBe(99);
	});
});

/** Who may start when, in any order of answers: the histories of `RateLimiter.test`. */
describe('an outage', () => {
	const begun = () => {
		const health = new ServiceHealth();
		fail(health, 3);
		return health;
	};

	const ask = (health: ServiceHealth, now: number) => {
		health.probePrepared();
		health.probeStarted(now);
	};

	const answerRead = (health: ServiceHealth, now: number) =>
		health.end(undefined, { now, sign: 'answered' });

	/** The service has given one healthy answer, after a second. */
	const answeredWell = () => {
		const health = begun();
		ask(health, 1_000);
		health.probed(1_000, 'answered');
		return health;
	};

	/** When a service that stays down is asked, each probe failing at once, or never. */
	const probeTimes = (health: ServiceHealth, until: number, areAnswered = true) => {
		const times: number[] = [];
		for (let now = 0; now <= until; now += 500) {
			if (!health.isProbeDue(now)) continue;
			times.push(now);
			ask(health, now);
			if (areAnswered) health.probed(now, 'failed');
		}
		return times;
	};

	test('begins with refused connections only where the service could be reached before', () => {
		const refuse = (health: ServiceHealth) => {
			for (let time = 0; time < 3; time += 1) {
				health.end(health.start(0), { now: 0, sign: 'refused' });
			}
		};
		const never = new ServiceHealth();
		refuse(never);
		expect(never.downSince).toBeUndefined();
		const before = new ServiceHealth();
		before.end(undefined, { now: 0, sign: 'answered' });
		refuse(before);
		expect(before.downSince).toBe(0);
	});

	test('is asked about after 1, 2, 4, 8 and 16 seconds', () => {
		expect(probeTimes(begun(), 32_000)).toEqual([1_000, 3_000, 7_000, 15_000, 31_000]);
	});

	test('asks no second time while the first question waits for its turn', () => {
		const health = begun();
		health.probePrepared();
		expect(health.isProbeDue(60_000)).toBe(false);
	});

	test('asks again while questions are open, ten seconds later than otherwise', () => {
		expect(probeTimes(begun(), 100_000, false)).toEqual([
			...[1_000, 13_000, 27_000, 45_000, 71_000, 97_000],
		]);
	});

	test('does not ask sooner for a question that fails late', () => {
		const health = begun();
		ask(health, 1_000);
		ask(health, 13_000);
		health.probed(13_500, 'failed');
		health.probed(17_000, 'failed');
		expect(health.isProbeDue(17_499)).toBe(false);
		expect(health.isProbeDue(17_500)).toBe(true);
	});

	test('asks again at once when nobody waits for the answer any more', () => {
		const health = begun();
		ask(health, 1_000);
		health.probed(1_200, 'unknown');
		expect(health.isProbeDue(1_200)).toBe(true);
	});

	test('lets one request through after a healthy answer, and all when that is answered', () => {
		const health = answeredWell();
		expect(canStart(health)).toBe(true);
		const trial = health.start(1_100);
		expect(canStart(health)).toBe(false);
		health.end(trial, { now: 1_150, sign: 'answered' });
		expect(canStart(health)).toBe(true);
		expect(health.downSince).toBeUndefined();
	});

	test('goes on, and asks ever later, when that one fails', () => {
		const health = answeredWell();
		fail(health, 1, 1_100);
		expect(canStart(health)).toBe(false);
		expect(health.downSince).toBe(0);
		expect(health.isProbeDue(3_000)).toBe(false);
		expect(health.isProbeDue(3_100)).toBe(true);
	});

	test('lets another one through when that one said nothing of the service', () => {
		const health = answeredWell();
		health.end(health.start(1_100), { now: 1_150, sign: 'unknown' });
		expect(canStart(health)).toBe(true);
	});

	test('lets one through after a late answer, and after a read that succeeds', () => {
		const late = begun();
		ask(late, 1_000);
		ask(late, 13_000);
		late.probed(14_000, 'answered');
		expect(late.hasRoom(14_000, INTERVAL_MS)).toBe(true);

		const read = begun();
		answerRead(read, 5_000);
		expect(read.hasRoom(5_000, INTERVAL_MS)).toBe(true);
	});

	test('lets reads that succeed all the time start no trial sooner than questions would', () => {
		const health = begun();
		const trials: number[] = [];
		for (let now = 0; now < 60_000; now += 100) {
			answerRead(health, now);
			if (!health.hasRoom(now, INTERVAL_MS)) continue;
			trials.push(now);
			fail(health, 1, now);
		}
		expect(trials).toEqual([1_000, 3_000, 7_000, 15_000, 31_000, 47_000]);
	});

	test('lets one through every two minutes, whatever is answered, and asks nothing then', () => {
		const health = begun();
		probeTimes(health, 119_000);
		expect(health.hasRoom(119_999, INTERVAL_MS)).toBe(false);
		expect(health.hasRoom(200_000, INTERVAL_MS)).toBe(true);
		expect(health.isProbeDue(200_000)).toBe(false);
		fail(health, 1, 200_000);
		expect(health.hasRoom(319_999, INTERVAL_MS)).toBe(false);
		expect(health.hasRoom(320_000, INTERVAL_MS)).toBe(true);
	});

	test('lets another one through after two minutes when that one is not answered', () => {
		const health = answeredWell();
		const silent = health.start(1_100);
		answerRead(health, 60_000);
		expect(health.hasRoom(121_099, INTERVAL_MS)).toBe(false);
		expect(health.hasRoom(121_100, INTERVAL_MS)).toBe(true);
		health.end(silent, { now: 130_000, sign: 'answered' });
		expect(health.downSince).toBeUndefined();
	});

	test('lets one through although others from before have no answer', () => {
		const health = new ServiceHealth();
		for (let started = 0; started < 10; started += 1) health.start(0);
		fail(health, 3);
		answerRead(health, 1_000);
		expect(health.hasRoom(1_000, INTERVAL_MS)).toBe(true);
		const trial = health.start(1_000);
		health.end(trial, { now: 1_050, sign: 'unknown' });
		expect(health.hasRoom(1_050, INTERVAL_MS)).toBe(true);
	});

	test('asks early again in the next outage', () => {
		const health = begun();
		probeTimes(health, 10_000);
		health.end(health.start(11_000), { now: 11_000, sign: 'answered' });
		fail(health, 3, 20_000);
		expect(health.isProbeDue(20_999)).toBe(false);
		expect(health.isProbeDue(21_000)).toBe(true);
	});
});
