import {
	RequestGroup,
	MAX_IN_FLIGHT_PER_RUN,
} from '../../nodes/Mailroom/transport/gate/RequestGroup';
import type { FullResponse } from '../../nodes/Mailroom/transport/http';
import { ServiceClient } from '../../nodes/Mailroom/transport/ServiceClient';
import type { ServiceRequest } from '../../nodes/Mailroom/transport/ServiceRequest';
import { abortable } from '../../nodes/Mailroom/transport/abortable';
import { isFailed } from '../../nodes/Mailroom/transport/Outcome';
import {
	answers,
	canceled,
	responseTo,
	asSoonAsItLeaves,
	DOUBT_TEXTS,
	meeting,
	read,
	respond,
	type Answer,
} from './scriptedClient';

describe('an outage', () => {
	const change = (number: number): ServiceRequest => ({
		method: 'PATCH',
		url: '/contacts/update',
		idempotency: 'idempotent',
		doubtTexts: DOUBT_TEXTS,
		body: { number },
	});
	const email = (number: number): ServiceRequest => ({
		...change(number),
		url: '/email/transactional',
		idempotency: 'nonIdempotent',
	});

	/** A service that answers 503 for some time. */
	const down = (untilMs: number) => {
		const world = meeting([]);
		const received: Array<{ at: number; url: string }> = [];
		world.settings.send = asSoonAsItLeaves(async ({ url = '' }) => {
			received.push({ at: world.clock.now(), url });
			await world.clock.sleep(50);
			return world.clock.now() < untilMs ? answers[503]() : answers[200]();
		});
		const all = async (requests: ServiceRequest[]) =>
			await world.clock.until(
				Promise.allSettled(requests.map((request) => responseTo(world.client, request))),
			);
		/** The client of another run, with the settings as they are then. */
		const anotherRun = (group = new RequestGroup()) =>
			new ServiceClient({ ...world.settings, group });
		return { ...world, received, all, anotherRun };
	};

	/** Three emails have failed. */
	const begun = async (untilMs: number) => {
		const world = down(untilMs);
		await world.all([1, 2, 3].map(email));
		return world;
	};

	test('sends no probe while no request waits', async () => {
		const { received, clock } = await begun(Infinity);
		const before = received.length;
		await clock.advance(60_000);
		expect(received).toHaveLength(before);
	});

	test('is probed after 1, 2, 4, 8 and 16 seconds as long as it lasts', async () => {
		const { received, clock, client } = await begun(Infinity);
		const since = clock.now();
		await clock.until(client.send(email(4)));
		const probes = received.filter(({ url }) => url === '/lists');
		const seconds = probes.map(({ at }) => Math.floor((at - since) / 1_000));
		expect(seconds).toEqual([1, 3, 7, 15, 31, 47]);
	});

	test('in which no read is answered lets a write try after two minutes, and two minutes later', async () => {
		const { clock, settings, anotherRun } = await begun(Infinity);
		const since = clock.now();
		const tries: number[] = [];
		settings.send = asSoonAsItLeaves(async ({ url = '' }) => {
			if (url === '/lists') return answers[503]();
			tries.push(Math.floor((clock.now() - since) / 1_000));
			return await Promise.resolve(tries.length === 1 ? answers[503]() : answers[200]());
		});
		let kind;
		for (let number = 4; kind !== 'accepted' && number < 20; number++) {
			kind = (await clock.until(anotherRun().send(email(number))))?.kind;
		}
		expect(tries).toEqual([120, 240]);
	});

	test('ends a run after a minute also from a time with which sums are rounded down', async () => {
		const { clock, client } = await begun(Infinity);
		let since = clock.now() + 20_000;
		while (since + 60_000 - since >= 60_000) since += 0.123;
		await clock.advance(since - clock.now());
		await clock.until(client.send(email(4)));
		expect(clock.now() - since).toBeCloseTo(60_000);
	});

	test('is probed at the same times while the probes get no response', async () => {
		const { received, clock, client, settings } = await begun(Infinity);
		settings.send = asSoonAsItLeaves(async ({ url = '' }) => {
			received.push({ at: clock.now(), url });
			return await new Promise(() => {});
		});
		await clock.until(client.send(email(4)));
		expect(received.filter(({ url }) => url === '/lists')).toHaveLength(6);
	});

	test('lets no more writes try where another run is answered all the time', async () => {
		const { clock, client, settings, anotherRun } = await begun(Infinity);
		const since = clock.now();
		const tries: number[] = [];
		settings.send = asSoonAsItLeaves(async ({ url = '' }) => {
			if (url === '/contacts' || url === '/lists') return answers[200]();
			tries.push(Math.floor((clock.now() - since) / 1_000));
			return await Promise.resolve(answers[503]());
		});
		const emails = [4, 5, 6, 7, 8, 9, 10, 11].map((number) => client.send(email(number)));
		const reader = anotherRun();
		while (clock.now() - since < 55_000) {
			await clock.until(responseTo(reader, { ...read, url: '/contacts' }));
			await clock.advance(200);
		}
		expect(tries).toEqual([1, 3, 7, 15, 31, 47]);
		await clock.until(Promise.all(emails));
	});

	test('is probed by the next run that waits when the run that probed has ended', async () => {
		const { received, clock, settings, anotherRun } = await begun(1_500);
		const run = new AbortController();
		const send = settings.send;
		let isHanging = true;
		settings.send = async (options, enter) => {
			if (options.url !== '/lists' || !isHanging) return await send(options, enter);
			isHanging = false;
			return await new Promise((_, reject) => {
				run.signal.addEventListener('abort', () => reject(new Error('broken off')));
			});
		};
		const ended = responseTo(anotherRun(new RequestGroup(run.signal)), email(4)).catch(() => {});
		const sent = responseTo(anotherRun(), email(5));
		await clock.advance(2_000);
		expect(received.filter(({ url }) => url === '/lists')).toEqual([]);

		const endedAt = clock.now();
		run.abort();
		await clock.until(Promise.all([ended, sent]));
		expect(clock.now() - endedAt).toBeLessThan(3_000);
	});

	test('is probed by a run whose other requests all wait for their responses', async () => {
		const { clock, anotherRun } = await begun(1_000);
		const full = new RequestGroup();
		for (let count = 0; count < MAX_IN_FLIGHT_PER_RUN; count++) full.started(0);
		const asking = responseTo(anotherRun(full), email(4));
		await clock.until(responseTo(anotherRun(), email(5)));
		expect(clock.now()).toBeLessThan(5_000);
		while (full.inFlight > 0) full.ended();
		await clock.until(asking);
	});

	test('is not probed by a run that was canceled before its probe left', async () => {
		const { received, clock, settings, anotherRun } = await begun(Infinity);
		const run = new AbortController();
		const send = settings.send;
		settings.send = async (options, enter) => {
			// As long as a busy n8n reads the credential.
			if (options.url === '/lists') await clock.sleep(5_000);
			return await send(options, enter);
		};
		const ended = responseTo(anotherRun(new RequestGroup(run.signal)), email(4)).catch(() => {});
		await clock.advance(3_000);
		run.abort();
		await clock.until(ended);
		await clock.advance(60_000);
		expect(received.filter(({ url }) => url === '/lists')).toEqual([]);
	});

	test.each([429, 503])(
		'whose probe is answered %i is not probed before the service allows it',
		async (status) => {
			const { received, clock, client, settings } = await begun(Infinity);
			const send = settings.send;
			settings.send = async (options, enter) => {
				const response = await send(options, enter);
				if (options.url !== '/lists') return response;
				return respond(status, '', { 'retry-after': '20' })();
			};
			const waiting = responseTo(client, email(4)).catch(() => {});
			await clock.until(waiting);
			const [first, second] = received.filter(({ url }) => url === '/lists').map(({ at }) => at);
			expect(second - first).toBeGreaterThanOrEqual(20_000);
		},
	);

	describe('in which the writes that try get no response, while reads are answered', () => {
		const HANGS_FOR_MS = 300_000;

		/** Three emails fail, and the next ones hang, as many as there are. */
		const hanging = async (count: number) => {
			const world = await begun(1_000);
			const { clock, settings, received } = world;
			const hung: number[] = [];
			settings.send = asSoonAsItLeaves(async ({ url = '' }) => {
				const hangs = url !== '/lists' && hung.length < count;
				if (hangs) hung.push(clock.now());
				else received.push({ at: clock.now(), url });
				await clock.sleep(hangs ? HANGS_FOR_MS : 50);
				return hangs ? answers.timeout() : answers[200]();
			});
			return { ...world, hung };
		};
		const emails = Array.from({ length: 30 }, (_, index) => email(10 + index));

		test('one that hangs keeps the others back until the next probe, then all are sent', async () => {
			const { received, client, clock, hung } = await hanging(1);
			const all = Promise.allSettled(emails.map((one) => responseTo(client, one)));
			await clock.advance(25_000);

			const sent = received.filter(({ url, at }) => url !== '/lists' && at > hung[0]);
			expect(sent).toHaveLength(emails.length - 1);
			expect(sent[0].at - hung[0]).toBeGreaterThanOrEqual(2_000);
			expect(sent[0].at - hung[0]).toBeLessThan(2_500);
			await clock.until(all);
		});

		test('lets one try per probe, at most 16 s apart, and after a minute the others are not sent', async () => {
			const { client, clock, hung } = await hanging(Infinity);
			const failed = await clock.until(Promise.all(emails.map((one) => client.send(one))));
			const kinds = failed.map((outcome) => outcome?.kind);

			const seconds = hung.map((at) => Math.floor((at - hung[0]) / 1_000));
			expect(seconds).toEqual([0, 2, 6, 14, 30, 46]);
			expect(kinds.filter((kind) => kind === 'inDoubt')).toHaveLength(6);
			expect(kinds.filter((kind) => kind === 'notSent')).toHaveLength(24);
		});

		test('one that is answered after another has begun ends the outage', async () => {
			const { clock, client, settings } = await hanging(0);
			let writes = 0;
			const before = clock.now();
			settings.send = asSoonAsItLeaves(async ({ url = '' }) => {
				const times = [20_000, HANGS_FOR_MS];
				await clock.sleep(url === '/lists' ? 50 : (times[writes++] ?? 50));
				return answers[200]();
			});
			const all = Promise.all(emails.map((one) => responseTo(client, one)));
			await clock.advance(30_000);
			expect(writes).toBe(emails.length);
			expect(clock.now() - before).toBeLessThan(31_000);
			await clock.until(all);
		});

		test('after a read that was answered before, needs another answer', async () => {
			const { clock, client, settings, anotherRun } = await hanging(0);
			let [writes, isReadAnswered] = [0, true];
			settings.send = asSoonAsItLeaves(async ({ url = '' }) => {
				if (url === '/email/transactional') writes++;
				await clock.sleep(50);
				return url !== '/email/transactional' && isReadAnswered ? answers[200]() : answers[503]();
			});
			const all = Promise.all(emails.slice(0, 3).map((one) => client.send(one)));
			await clock.advance(1_500);
			await clock.until(responseTo(anotherRun(), read));
			expect(writes).toBe(1);
			isReadAnswered = false;
			await clock.advance(25_000);
			expect(writes).toBe(1);
			await clock.until(all);
		});

		test('one that is answered late lets the others follow at once', async () => {
			const { received, clock, client, settings } = await hanging(0);
			received.length = 0;
			let writes = 0;
			settings.send = asSoonAsItLeaves(async ({ url = '' }) => {
				received.push({ at: clock.now(), url });
				await clock.sleep(url !== '/lists' && writes++ === 0 ? 9_000 : 50);
				return answers[200]();
			});
			const before = clock.now();
			await clock.until(Promise.all(emails.map((one) => responseTo(client, one))));
			expect(received.filter(({ url }) => url === '/lists').length).toBeLessThanOrEqual(2);
			expect(clock.now() - before).toBeLessThan(11_000);
		});
	});

	test('in which only reads are answered ends a run after a minute, with one write that tries per answer', async () => {
		const { clock, client, settings } = await begun(Infinity);
		settings.send = asSoonAsItLeaves(async ({ url = '' }) => {
			await clock.sleep(50);
			return url === '/lists' ? answers[200]() : answers[500]();
		});
		const before = clock.now();
		// As a run does, one after the other.
		const kinds = [];
		for (let number = 4; kinds.at(-1) !== 'notSent' && number < 20; number++) {
			kinds.push((await clock.until(client.send(email(number))))?.kind);
		}
		expect(clock.now() - before).toBeGreaterThan(59_000);
		expect(clock.now() - before).toBeLessThan(62_000);
		// Writes try after about 1, 2, 4, 8, 16 and 16 s.
		expect(kinds.length).toBeLessThanOrEqual(7);
		expect(kinds).toEqual([...Array(kinds.length - 1).fill('inDoubt'), 'notSent']);
	});

	/** All writes are accepted but the first one that tries. */
	const withFirstTry = async (answer: () => FullResponse, afterMs: number) => {
		const world = await begun(Infinity);
		const { clock, settings, client } = world;
		let tries = 0;
		settings.send = asSoonAsItLeaves(async ({ url = '' }) => {
			const isFirst = url !== '/lists' && tries++ === 0;
			await clock.sleep(isFirst ? afterMs : 50);
			return isFirst ? answer() : answers[200]();
		});
		const send = async (number: number) => (await client.send(email(number)))?.kind;
		return { ...world, send };
	};

	test('whose write that tries gets a 429 that asks for 59 s goes on for all that wait', async () => {
		const throttled = respond(429, '', { 'retry-after': '59' });
		const { clock, send } = await withFirstTry(throttled, 50);
		const kinds = await clock.until(Promise.all([4, 5, 6, 7].map(send)));
		expect(kinds).toEqual(Array(4).fill('accepted'));
	});

	test.each(['429', 'unsendable key'] as const)(
		'lets no write start because an older one ends with: %s',
		async (end) => {
			const { clock, settings, client } = meeting([]);
			let writes = 0;
			settings.send = asSoonAsItLeaves(async ({ url = '' }) => {
				const isOlder = url !== '/lists' && writes++ === 0;
				await clock.sleep(isOlder ? 2_500 : 50);
				return answers[isOlder ? end : 503]();
			});
			const all = Promise.all([1, 2, 3, 4, 5, 6].map((number) => client.send(email(number))));
			await clock.advance(30_000);
			expect(writes).toBe(4);
			await clock.until(all);
		},
	);

	test.each([
		['canceled', () => Promise.resolve(canceled())],
		['thrown', () => Promise.resolve(undefined)],
	])('of silence lets no write start because one is %s', async (_end, act) => {
		const { clock, settings, client } = meeting([]);
		let writes = 0;
		settings.send = async ({ url = '' }, enter) => {
			await enter();
			const isFirst = url !== '/lists' && writes++ === 0;
			if (!isFirst) return await new Promise(() => {});
			await clock.sleep(2_500);
			return await act();
		};
		for (let number = 0; number < 15; number++) void client.send(email(number));
		await clock.advance(60_000);
		expect(writes).toBe(8);
	});

	test('does not hold up reads, which are tried three times more', async () => {
		const { all, clock, received } = await begun(Infinity);
		const before = clock.now();
		await all([{ ...read, url: '/contacts' }]);
		expect(received.filter(({ url }) => url === '/contacts')).toHaveLength(4);
		expect(clock.now() - before).toBeLessThan(5_000);
	});

	test('is not seen in one request that always fails: the others wait two seconds at most', async () => {
		const { clock, settings, client } = meeting([]);
		settings.send = asSoonAsItLeaves(async ({ body }) => {
			await clock.sleep(50);
			return body === JSON.stringify({ number: 0 }) ? answers[500]() : answers[200]();
		});
		const failing = responseTo(client, change(0)).catch(() => {});
		await clock.advance(3_000);
		const before = clock.now();
		const others = Promise.all([1, 2, 3].map((number) => responseTo(client, email(number))));
		await clock.until(others);
		expect(clock.now() - before).toBeLessThan(2_500);
		await clock.until(failing);
	});

	test('of connections refused is one only when the service has answered before', async () => {
		const first = meeting(['refused']);
		await first.error(email(1));
		expect(first.clock.now()).toBeLessThan(5_000);

		const later = meeting([200, 'refused', 'refused', 'refused', 'refused', 200]);
		await later.request(email(1));
		await later.request(email(2));
		expect(later.sent.filter(({ url }) => url === '/lists').length).toBeGreaterThan(0);
	});
});

describe('a run with a refused proxy or a too short timeout', () => {
	const email = (number: number): ServiceRequest => ({
		...{ method: 'POST', url: '/email/transactional', idempotency: 'nonIdempotent' },
		...{ doubtTexts: DOUBT_TEXTS, body: { number } },
	});

	/** The requests of the first run fail, those of others are answered. */
	const withBrokenRun = async (failure: 'refused' | 'timeout') => {
		const world = meeting([]);
		const { clock, settings } = world;
		const probes: number[] = [];
		const act = (answer: Answer) =>
			asSoonAsItLeaves(async ({ url }) => {
				if (url === '/lists') probes.push(clock.now());
				await clock.sleep(100);
				return answers[answer]();
			});
		const runOf = (answer: Answer) =>
			new ServiceClient({
				...{ ...settings, group: new RequestGroup() },
				...{ connectionName: String(answer), send: act(answer) },
			});
		await clock.until(responseTo(runOf(200), email(0)));
		const broken = runOf(failure);
		const sendBroken = async (count: number, clientOf = () => broken) =>
			await Promise.all(
				Array.from({ length: count }, async (_, n) => await clientOf().send(email(n))),
			);
		const sendBrokenEach = async (count: number) => await sendBroken(count, () => runOf(failure));
		return { clock, runOf, sendBroken, sendBrokenEach, probes };
	};

	test.each(['refused', 'timeout'] as const)(
		'holds up another for seconds only: %s',
		async (failure) => {
			const { clock, runOf, sendBroken, sendBrokenEach } = await withBrokenRun(failure);
			const all = Promise.all([sendBroken(20), sendBrokenEach(20)]);
			await clock.advance(2_000);
			const healthy = runOf(200);
			const before = clock.now();
			const others = await clock.until(
				Promise.all([1, 2, 3].map(async (number) => await healthy.send(email(number)))),
			);
			expect(others.map((outcome) => outcome?.kind)).toEqual(Array(3).fill('accepted'));
			expect(clock.now() - before).toBeLessThan(5_000);
			await clock.until(all);
		},
	);

	test('that waits alone is told of it, and probes as often as others', async () => {
		const { clock, sendBroken, probes } = await withBrokenRun('refused');
		const before = clock.now();
		const outcomes = await clock.until(sendBroken(40));
		const problems = outcomes.map((outcome) => isFailed(outcome) && outcome.problem);
		expect(problems.at(-1)).toMatch(
			/^Not sent: the service is down, and the run has waited for 60 s\. Its last failure: .* refused/,
		);
		expect(probes.map((at) => Math.floor((at - before) / 1_000))).toEqual([1, 3, 7, 15, 31, 47]);
	});
});

describe('content that always gets a 500', () => {
	const OTHERS = 20;

	interface Poison {
		runs: number;
		emails: number;
		workflow: string;
	}

	/** How long each email of "receipts" takes, which sends one now and then, each in a run of its own. */
	const waitsBeside = async ({ runs, emails, workflow }: Poison) => {
		const { clock, settings } = meeting([]);
		settings.send = asSoonAsItLeaves(async ({ url = '', body }) => {
			await clock.sleep(100);
			return url !== '/lists' && String(body).includes('poison') ? answers[500]() : answers[200]();
		});
		const clientOf = (workflowName: string) =>
			new ServiceClient({ ...settings, group: new RequestGroup(), workflowName });
		const send = async (client: ServiceClient, content: string) =>
			await client.send({
				...{ method: 'POST', url: '/email/transactional', idempotency: 'nonIdempotent' },
				...{ doubtTexts: DOUBT_TEXTS, body: { content } },
			});
		const all = Array.from({ length: runs }, async () => {
			const client = clientOf(workflow);
			await Promise.all(Array.from({ length: emails }, async () => await send(client, 'poison')));
		});
		const waits: number[] = [];
		for (let other = 0; other < OTHERS; other++) {
			await clock.advance(500 + 1_000 * clock.random());
			const before = clock.now();
			const outcome = await clock.until(send(clientOf('receipts'), 'receipt'));
			expect(outcome?.kind).toBe('accepted');
			waits.push(clock.now() - before);
		}
		await clock.until(Promise.all(all));
		return waits.sort((one, other) => one - other);
	};

	test.each([
		{ runs: 1, emails: 200, workflow: 'poison' },
		{ runs: 200, emails: 1, workflow: 'poison' },
		{ runs: 10, emails: 20, workflow: 'poison' },
		{ runs: 1, emails: 200, workflow: 'receipts' },
	])('hardly delays the emails of other runs: %j', async (poison) => {
		const waits = await waitsBeside(poison);
		expect(waits[OTHERS / 2]).toBeLessThan(1_000);
		expect(waits.at(-1)).toBeLessThan(3_000);
	});
});

test.each(['20', '3600'])(
	'"Retry-After" of another rejection than 429 and 503 does not affect other requests: %s',
	async (seconds) => {
		const { client, error, clock, settings } = meeting([]);
		settings.send = asSoonAsItLeaves(
			async () => await Promise.resolve(respond(400, {}, { 'retry-after': seconds })()),
		);
		const failed = await error({ idempotency: 'nonIdempotent', doubtTexts: DOUBT_TEXTS });
		expect(failed).toMatchObject({ kind: 'rejected', scope: 'units' });
		settings.send = asSoonAsItLeaves(async () => await Promise.resolve(answers[200]()));
		await clock.until(responseTo(client, read));
		expect(clock.now()).toBeLessThan(1_000);
	},
);

/** Sends emails as a run with "Continue" does: in order, up to 20 in flight. */
const sendAll = async (world: ReturnType<typeof meeting>, count: number) => {
	const outcomes: string[] = [];
	const requests = Array.from({ length: count }, async (_, number) => {
		const outcome = await world.client.send({
			...{ method: 'POST', url: '/email/transactional', idempotency: 'nonIdempotent' },
			...{ doubtTexts: DOUBT_TEXTS, body: { number } },
		});
		outcomes[number] = outcome?.kind ?? 'withdrawn';
	});
	await world.clock.until(Promise.all(requests));
	return (kind: string) => outcomes.filter((one) => one === kind).length;
};

describe('an outage in the middle of 400 emails', () => {
	const BEGINS_AT = 10_000;
	const kinds = ['503', 'silence', 'silence of writes'] as const;
	/** Responses of 1.5 s leave in doubt what was in flight when the service failed. */
	const most = { 50: 14, 300: 14, 1_500: 21 };
	const cases = ([50, 300, 1_500] as const).flatMap((responseMs) =>
		kinds.flatMap((kind) => [15_000, 60_000].map((forMs) => ({ responseMs, kind, forMs }))),
	);

	test.each(cases)(
		'of $forMs ms with $kind, responses of $responseMs ms',
		async ({ responseMs, kind, forMs }) => {
			const world = meeting([]);
			const { clock, settings } = world;
			settings.send = asSoonAsItLeaves(async ({ method }) => {
				const at = clock.now() - BEGINS_AT;
				const isDown = at >= 0 && at < forMs && (kind !== 'silence of writes' || method === 'POST');
				await clock.sleep(isDown && kind !== '503' ? 300_000 : responseMs);
				return isDown ? answers[kind === '503' ? 503 : 'timeout']() : answers[200]();
			});
			const count = await sendAll(world, 400);
			const inDoubt = count('inDoubt');
			expect(count('accepted') + inDoubt + count('notSent')).toBe(400);
			expect(inDoubt).toBeGreaterThan(0);
			// After 15 s, there is a try every 16 s.
			expect(inDoubt).toBeLessThanOrEqual(most[responseMs] + (forMs === 60_000 ? 3 : 0));
			if (forMs === 15_000) expect(count('accepted')).toBe(400 - inDoubt);
		},
	);
});

describe('slowness is no outage', () => {
	/** Another run has three emails to send when one with eight in flight at a slow service is stopped. */
	const sendBesideStopped = async (responseMs: number, answer: Answer) => {
		const { clock, settings } = meeting([]);
		const act = async () => {
			await clock.sleep(responseMs);
			return answers[answer]();
		};
		const send = asSoonAsItLeaves(act);
		const stop = new AbortController();
		const stopped = new ServiceClient({
			...{ ...settings, group: new RequestGroup(stop.signal) },
			send: async (options, enter) => {
				const response = await abortable(send(options, enter), stop.signal);
				return stop.signal.aborted ? canceled() : response;
			},
		});
		const other = new ServiceClient({ ...settings, group: new RequestGroup(), send });
		const sendFrom = async (client: ServiceClient, count: number) => {
			const email = { method: 'POST', url: '/email/list', idempotency: 'nonIdempotent' } as const;
			const all = Array.from({ length: count }, async () => await client.send(email));
			return (await Promise.all(all)).map((outcome) => outcome?.kind);
		};
		const ofStopped = sendFrom(stopped, 8);
		await clock.advance(2_000);
		const ofOther = sendFrom(other, 3);
		await clock.advance(2_000);
		stop.abort();
		expect(await clock.until(ofStopped)).toEqual(Array(8).fill('inDoubt'));
		return { kinds: await clock.until(ofOther), ms: clock.now() };
	};

	test('not even after an execution with emails in flight was stopped', async () => {
		const { kinds, ms } = await sendBesideStopped(90_000, 200);
		expect(kinds).toEqual(Array(3).fill('accepted'));
		expect(ms).toBeLessThan(300_000);
	});

	test('but a service that never responds holds no run for ever after one was stopped', async () => {
		const { kinds, ms } = await sendBesideStopped(300_000, 'timeout');
		expect(kinds).toEqual(Array(3).fill('inDoubt'));
		expect(ms).toBeLessThan(15 * 60_000);
	});

	test.each([
		[120_000, 300],
		[120_000, 30],
		[20_000, 300],
	])('a service that responds after %i ms is received for all of %i emails', async (ms, emails) => {
		const world = meeting([]);
		world.settings.send = asSoonAsItLeaves(async () => {
			await world.clock.sleep(ms);
			return answers[200]();
		});
		const count = await sendAll(world, emails);
		expect(count('accepted')).toBe(emails);
		// Twenty in flight, after the first eight and sixteen.
		expect(world.clock.now()).toBeLessThan((emails / 20 + 2) * ms * 1.1);
	});

	test('an email that times out now and then ends no run', async () => {
		const world = meeting([]);
		let requests = 0;
		world.settings.send = asSoonAsItLeaves(async () => {
			const isLate = ++requests % 10 === 0;
			await world.clock.sleep(isLate ? 150_000 : 120_000);
			return isLate ? answers.timeout() : answers[200]();
		});
		const count = await sendAll(world, 300);
		expect(count('notSent')).toBe(0);
		expect(count('accepted')).toBeGreaterThan(260);
	});
});

test.each([
	[50, 6_000],
	[3_000, 30_000],
])('unclear responses after %i ms are not taken for silence', async (ms, withinMs) => {
	const world = meeting([]);
	let requests = 0;
	world.settings.send = asSoonAsItLeaves(async ({ method }) => {
		await world.clock.sleep(ms);
		const isBodyCut = method === 'GET' || ++requests <= 30;
		return isBodyCut ? answers['200, cut']() : answers[200]();
	});
	const count = await sendAll(world, 40);
	expect([count('inDoubt'), count('accepted')]).toEqual([30, 10]);
	expect(world.clock.now()).toBeLessThan(withinMs);
});

test.each([
	['unknown', 'inDoubt'],
	['refused', 'notSent'],
] as const)(
	'a service that always ends slowly with "%s" holds no run for long',
	async (end, kind) => {
		const world = meeting([]);
		world.settings.send = asSoonAsItLeaves(async () => {
			await world.clock.sleep(2_000);
			return answers[end]();
		});
		const count = await sendAll(world, 40);
		expect(count(kind)).toBeGreaterThan(0);
		expect(count('inDoubt') + count('notSent')).toBe(40);
		// One try in two minutes for each of 40 would take over an hour.
		expect(world.clock.now()).toBeLessThan(10 * 60_000);
	},
);
