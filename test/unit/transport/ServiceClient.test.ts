import { Cancellation } from '../../../nodes/Mailroom/transport/Cancellation';
import { Lane } from '../../../nodes/Mailroom/transport/Lane';
import { RateLimiter } from '../../../nodes/Mailroom/transport/RateLimiter';
import {
	ServiceClient,
	type ClientSettings,
	type FullResponse,
	type ServiceRequest,
	type ServiceRequestOptions,
} from '../../../nodes/Mailroom/transport/ServiceClient';
import { ServiceError } from '../../../nodes/Mailroom/transport/ServiceError';
import { virtualClock } from '../../../tools/virtualClock';
import type { Effect } from '../../../nodes/Mailroom/transport/verdict';

type Outcome = keyof typeof outcomes;

const KEY = 'secret-key-of-the-project';
const NOTE = 'It may or may not have been done.';

const answer =
	(
		statusCode: number,
		body: unknown = { success: statusCode < 300 },
		headers: Record<string, unknown> = {},
	) =>
	(): FullResponse => ({ statusCode, headers, body });

const failure = (code: string, syscall?: string) => () => {
	throw Object.assign(new Error(code), {
		cause: Object.assign(new Error(code), { code, syscall }),
	});
};

const outcomes = {
	200: answer(200),
	'200, HTML': answer(200, '<html></html>'),
	'200, cut': answer(200, '{"success": tr'),
	'200, success: false': answer(200, { success: false }),
	302: answer(302, '', { location: 'https://login.example.com/a?token=x' }),
	400: answer(400),
	401: answer(401),
	403: answer(403),
	404: answer(404),
	408: answer(408),
	429: answer(429),
	500: answer(500),
	503: answer(503),
	refused: failure('ECONNREFUSED', 'connect'),
	'host not found': failure('ENOTFOUND', 'getaddrinfo'),
	'not connected': failure('ETIMEDOUT', 'connect'),
	'bad certificate': failure('CERT_HAS_EXPIRED'),
	'unsendable key': failure('ERR_INVALID_CHAR'),
	timeout: failure('ECONNABORTED'),
	broken: failure('ECONNRESET', 'read'),
	unknown: () => {
		throw new Error(`no idea, ${KEY}`);
	},
};

/** What sends a request when its turn has come. */
const asSoonAsItLeaves =
	(act: (options: ServiceRequestOptions) => Promise<FullResponse>): ClientSettings['send'] =>
	async (options, leave) => {
		await leave();
		return await act(options);
	};

/** A client whose requests meet one outcome after the other; the last one stays. */
const meeting = (
	script: Outcome[],
	{ lane = new Lane(), seed }: { lane?: Lane; seed?: number } = {},
) => {
	const clock = virtualClock({ seed });
	const limiter = new RateLimiter(clock);
	const sentAt: number[] = [];
	const sent: ServiceRequestOptions[] = [];
	const settings: ClientSettings = {
		address: 'https://mail.example.com/v1',
		limiter,
		lane,
		clock,
		redact: (text) => text.replaceAll(KEY, '***'),
		send: asSoonAsItLeaves(async (options) => {
			const outcome = script[Math.min(sent.length, script.length - 1)];
			sent.push(options);
			sentAt.push(clock.now());
			return await Promise.resolve(outcomes[outcome]());
		}),
	};
	const client = new ServiceClient(settings);
	const request = async (request?: Partial<ServiceRequest>) =>
		await clock.until(
			client.request({ method: 'POST', url: '/contacts/delete', effect: 'none', ...request }),
		);
	return {
		client,
		clock,
		limiter,
		request,
		sent,
		sentAt,
		settings,
		error: async (wanted?: Partial<ServiceRequest>) => {
			const error = await request(wanted).catch((thrown: unknown) => thrown);
			if (!(error instanceof ServiceError)) throw new Error('A ServiceError was expected');
			return error;
		},
	};
};

describe('is sent as often as is harmless and may help', () => {
	const sends: Array<[outcome: Outcome, reads: number, repeatable: number, once: number]> = [
		[200, 1, 1, 1],
		['200, HTML', 1, 1, 1],
		['200, cut', 1, 1, 1],
		['200, success: false', 1, 1, 1],
		[302, 1, 1, 1],
		[400, 1, 1, 1],
		[401, 1, 1, 1],
		[403, 1, 1, 1],
		[404, 1, 1, 1],
		// After three failures a change waits for the service to come back.
		[408, 4, 3, 1],
		[500, 4, 3, 1],
		[503, 4, 3, 1],
		['timeout', 4, 3, 1],
		['broken', 4, 3, 1],
		['unknown', 1, 1, 1],
		['refused', 4, 4, 4],
		['host not found', 4, 4, 4],
		['not connected', 4, 4, 4],
		['bad certificate', 1, 1, 1],
		['unsendable key', 1, 1, 1],
	].map(([outcome, ...counts]) => [outcome as Outcome, ...(counts as [number, number, number])]);

	test.each(
		sends.flatMap(([outcome, none, repeatable, once]) =>
			Object.entries({ none, repeatable, once }).map(
				([effect, times]) => [effect as Effect, outcome, times] as const,
			),
		),
	)('effect "%s", nothing but %s: %i', async (effect, outcome, times) => {
		const { request, sent } = meeting([outcome]);
		const [result] = await Promise.allSettled([request({ effect, inDoubtNote: NOTE })]);
		expect(result.status).toBe(outcome === 200 ? 'fulfilled' : 'rejected');
		expect(sent.filter(({ url }) => url === '/contacts/delete')).toHaveLength(times);
	});
});

test('gives the answer of the service, whenever it comes', async () => {
	const { request, sent } = meeting([503, 'broken', 429, 408, 200]);
	await expect(request()).resolves.toEqual({ success: true });
	expect(sent).toHaveLength(5);
});

test('sends one request, whose address only the credential puts in, that n8n neither redirects nor repeats', async () => {
	const { request, sent } = meeting([200]);
	await request({ method: 'GET', url: '/lists', qs: { page: 1, per: 1 } });
	expect(sent).toEqual([
		{
			url: '/lists',
			method: 'GET',
			qs: { page: 1, per: 1 },
			headers: { Accept: 'application/json' },
			json: true,
			returnFullResponse: true,
			ignoreHttpStatusErrors: true,
			disableFollowRedirect: true,
		},
	]);
});

test('waits longer before each repeat', async () => {
	const { request, sentAt } = meeting([503]);
	await expect(request()).rejects.toThrow('503');
	const waits = sentAt.slice(1).map((at, index) => at - sentAt[index]);
	for (const [index, wait] of waits.entries()) {
		expect(wait).toBeGreaterThanOrEqual(250 * 2 ** index);
		expect(wait).toBeLessThanOrEqual(500 * 2 ** index);
	}
});

test('takes a new place in the queue for each repeat', async () => {
	const { request, limiter } = meeting([503, 500, 200]);
	const start = jest.spyOn(limiter, 'start');
	await request();
	expect(start).toHaveBeenCalledTimes(3);
});

describe('the error', () => {
	const errors: Array<
		[
			claim: string,
			effect: Effect,
			script: Outcome[],
			outcome: ServiceError['outcome'],
			status: number | undefined,
		]
	> = [
		['a 503 to a send', 'once', [503], 'inDoubt', 503],
		['a timeout of a send', 'once', ['timeout'], 'inDoubt', undefined],
		['an unreadable answer to a send', 'once', ['200, cut'], 'inDoubt', 200],
		['a redirect of a send', 'once', [302], 'inDoubt', 302],
		['a send that was refused a connection', 'once', ['refused'], 'notSent', undefined],
		['a send that was rejected', 'once', [400], 'rejected', 400],
		['a send refused a connection, then answered 503', 'once', ['refused', 503], 'inDoubt', 503],
		['a send answered 429, then rejected', 'once', [429, 400], 'rejected', 400],
		['an update answered nothing but 503', 'repeatable', [503], 'inDoubt', 503],
		['an update answered 503, then rejected', 'repeatable', [503, 400], 'inDoubt', 400],
		['an update rejected at once', 'repeatable', [400], 'rejected', 400],
		[
			'an update that broke, then was refused connections',
			'repeatable',
			['broken', 'refused'],
			'inDoubt',
			undefined,
		],
	];

	test.each(errors)(
		'of %s: effect "%s", %j is %s',
		async (_claim, effect, script, outcome, status) => {
			const error = await meeting(script).error({ effect, inDoubtNote: NOTE });
			expect(error.outcome).toBe(outcome);
			expect(error.status).toBe(status);
			expect(error.message.startsWith(NOTE)).toBe(outcome === 'inDoubt');
		},
	);

	test('of a request that only reads is never in doubt', async () => {
		const error = await meeting([503]).error({ effect: 'none' });
		expect(error.outcome).toBe('rejected');
		expect(error.message).toBe('The service failed with status 503');
	});

	test('names the host, and of a redirect only the origin', async () => {
		expect((await meeting(['refused']).error()).message).toContain('mail.example.com');
		const { message } = await meeting([302]).error();
		expect(message).toContain('https://login.example.com (');
		expect(message).not.toContain('token');
	});

	test.each(['unknown', 'unsendable key'])(
		'of a failure (%s) does not show the key',
		async (outcome) => {
			const { message } = await meeting([outcome as Outcome]).error();
			expect(message).not.toContain(KEY);
		},
	);

	test.each([
		['in the middle', `The key ${KEY} is unknown`],
		['twice', `${KEY} or ${KEY}?`],
		['where the text is cut', 'x'.repeat(490) + KEY],
	])('does not show a key that the service sends back, %s', async (_claim, message) => {
		const client = meeting([200]);
		client.settings.send = asSoonAsItLeaves(
			async () => await Promise.resolve(answer(400, { message })()),
		);
		const error = await client.error();
		expect(error.message).toContain('***');
		expect(error.message).not.toContain(KEY.slice(0, 6));
	});
});

describe('a delete', () => {
	const gone: Array<[claim: string, script: Outcome[], sends: number]> = [
		['a 503', [503, 404], 2],
		['a connection that broke', ['broken', 404], 2],
		['an answer that did not come in time', ['timeout', 404], 2],
		['a 503 and a 429', [503, 429, 404], 3],
	];

	test.each(gone)('takes 404 for success after %s', async (_claim, script, sends) => {
		const { request, sent } = meeting(script);
		const wanted = { effect: 'repeatable', goneIsDone: true } as const;
		await expect(request(wanted)).resolves.toEqual({ success: true });
		expect(sent).toHaveLength(sends);
	});

	const missing: Array<[claim: string, script: Outcome[], goneIsDone: boolean]> = [
		['at once', [404], true],
		['after a 429', [429, 404], true],
		['after a connection that was refused', ['refused', 404], true],
		['of another operation, after a 503', [503, 404], false],
	];

	test.each(missing)('fails with a 404 %s', async (_claim, script, goneIsDone) => {
		const error = await meeting(script).error({ effect: 'repeatable', goneIsDone });
		expect(error.status).toBe(404);
	});
});

describe(429, () => {
	const effects: Effect[] = ['none', 'repeatable', 'once'];

	test.each(effects)('is waited out and repeated, effect "%s"', async (effect) => {
		const { request, sentAt } = meeting([429, 429, 200]);
		await expect(request({ effect, inDoubtNote: NOTE })).resolves.toEqual({ success: true });
		expect(sentAt).toHaveLength(3);
		expect(sentAt[1] - sentAt[0]).toBeGreaterThanOrEqual(1000);
		expect(sentAt[1] - sentAt[0]).toBeLessThanOrEqual(1500);
		expect(sentAt[2] - sentAt[1]).toBeGreaterThanOrEqual(1000);
	});

	test.each([1, 2, 3])('gives up after a minute of nothing else, seed %i', async (seed) => {
		const { error, sent, clock } = meeting([429], { seed });
		const { outcome, status } = await error({ effect: 'once', inDoubtNote: NOTE });
		expect([outcome, status]).toEqual(['notSent', 429]);
		expect(clock.now()).toBeGreaterThanOrEqual(60_000);
		expect(clock.now()).toBeLessThan(66_000);
		expect(sent.length).toBeGreaterThanOrEqual(10);
	});

	test('does not count towards the repeats after failures', async () => {
		const { request, sent } = meeting([429, 503, 429, 503, 429, 503, 429, 200]);
		await expect(request()).resolves.toEqual({ success: true });
		expect(sent).toHaveLength(8);
	});

	test('starts a new minute when something else came in between', async () => {
		const { request, settings, clock } = meeting([]);
		let hasFailed = false;
		settings.send = asSoonAsItLeaves(async () => {
			const isTime = clock.now() > (hasFailed ? 100_000 : 50_000);
			if (!isTime) return outcomes[429]();
			if (hasFailed) return outcomes[200]();
			hasFailed = true;
			return outcomes[503]();
		});
		await expect(request()).resolves.toEqual({ success: true });
		expect(clock.now()).toBeGreaterThan(100_000);
	});

	const twoRuns = async (outcomes: Parameters<typeof meeting>[0]) => {
		const { client, clock, settings, sentAt } = meeting(outcomes);
		const other = new ServiceClient({ ...settings, lane: new Lane() });
		const request = { method: 'GET', url: '/lists', effect: 'none' } as const;
		await clock.until(Promise.all([client.request(request), other.request(request)]));
		return sentAt.slice(1).map((at) => at - sentAt[0]);
	};

	test('that comes alone delays its own request by about a second, and no other', async () => {
		const [other, again] = await twoRuns([429, 200]);
		expect(other).toBeLessThan(250);
		expect(again).toBeGreaterThanOrEqual(1000);
		expect(again).toBeLessThan(1500);
	});

	test('and another in a row hold back all requests for about a second', async () => {
		const [second, ...others] = await twoRuns([429, 429, 200]);
		expect(others).toHaveLength(2);
		expect(Math.min(...others)).toBeGreaterThanOrEqual(second + 1000);
	});

	test('does not end a run of which the service accepts others, however long it lasts for one', async () => {
		const { client, clock, settings } = meeting([]);
		settings.send = asSoonAsItLeaves(async ({ body }) => {
			const isFirst = body === JSON.stringify({ number: 0 });
			return (isFirst && clock.now() < 80_000 ? outcomes[429] : outcomes[200])();
		});
		const all = Array.from({ length: 1000 }, (_, number) =>
			client.request({ method: 'POST', url: '/email', effect: 'once', body: { number } }),
		);
		const results = await clock.until(Promise.allSettled(all));
		expect(results.filter(({ status }) => status === 'rejected')).toEqual([]);
	});

	test('twice does not end a request that stands in a long queue while others are accepted', async () => {
		const { client, clock, settings } = meeting([]);
		let sendsOfFirst = 0;
		settings.send = asSoonAsItLeaves(async ({ body }) => {
			const isFirst = body === JSON.stringify({ number: 0 });
			return (isFirst && (sendsOfFirst += 1) <= 2 ? outcomes[429] : outcomes[200])();
		});
		const all = Array.from({ length: 800 }, (_, number) =>
			client.request({ method: 'POST', url: '/email', effect: 'once', body: { number } }),
		);
		const results = await clock.until(Promise.allSettled(all));
		expect(results.filter(({ status }) => status === 'rejected')).toEqual([]);
		expect(sendsOfFirst).toBe(3);
	});
});

describe('a cancelled run', () => {
	const stopped = new Error('stopped by the user');

	test('sends nothing any more, neither first nor again', async () => {
		const run = new AbortController();
		const { client, clock, sent } = meeting([503], { lane: new Lane(run.signal) });
		const request = { method: 'GET', url: '/lists', effect: 'none' } as const;
		const all = [client.request(request), client.request(request)];
		await clock.advance(50);
		run.abort(stopped);
		for (const one of all) await expect(one).rejects.toBe(stopped);
		await clock.advance(60_000);
		expect(sent).toHaveLength(1);
	});

	test.each([
		['none', undefined],
		['once', 'inDoubt'],
		['repeatable', 'inDoubt'],
	] as const)('while a request is under way, effect "%s": %s', async (effect, outcome) => {
		const run = new AbortController();
		const { client, settings } = meeting([], { lane: new Lane(run.signal) });
		settings.send = asSoonAsItLeaves(async () => {
			run.abort(stopped);
			return await Promise.reject(Object.assign(new Error('canceled'), { code: 'ERR_CANCELED' }));
		});
		const request = client.request({ method: 'POST', url: '/email', effect, inDoubtNote: NOTE });
		const error: unknown = await request.catch((thrown: unknown) => thrown);
		if (outcome === undefined) expect(error).toBe(stopped);
		else expect(error).toMatchObject({ outcome });
	});
});

test('listens to a cancellation once, however many of its requests wait', async () => {
	const { client, clock } = meeting([200]);
	const { signal } = new AbortController();
	const listen = jest.spyOn(signal, 'addEventListener');
	const cancellation = new Cancellation(signal);
	const requests = Array.from({ length: 30 }, () =>
		client.request({ method: 'GET', url: '/contacts', effect: 'none', cancellation }),
	);
	await clock.until(Promise.all(requests));
	expect(listen).toHaveBeenCalledTimes(1);
});

describe('an outage', () => {
	const change = (number: number): ServiceRequest => ({
		method: 'PATCH',
		url: '/contacts/update',
		effect: 'repeatable',
		inDoubtNote: NOTE,
		body: { number },
	});
	const email = (number: number): ServiceRequest => ({
		...change(number),
		url: '/email/transactional',
		effect: 'once',
	});

	/** A service that answers 503, or nothing but on one address, for some time. */
	const down = (untilMs: number, isDown: (url: string) => boolean = () => true) => {
		const world = meeting([]);
		const asked: Array<{ at: number; url: string }> = [];
		world.settings.send = asSoonAsItLeaves(async ({ url = '' }) => {
			asked.push({ at: world.clock.now(), url });
			await world.clock.sleep(50);
			return world.clock.now() < untilMs && isDown(url) ? outcomes[503]() : outcomes[200]();
		});
		const all = async (requests: ServiceRequest[]) =>
			await world.clock.until(
				Promise.allSettled(requests.map((request) => world.client.request(request))),
			);
		return { ...world, asked, all };
	};

	const errorsOf = (results: Array<PromiseSettledResult<unknown>>) =>
		results.flatMap((result) =>
			result.status === 'rejected' ? [result.reason as ServiceError] : [],
		);

	test('is waited through by what may be repeated', async () => {
		const { all } = down(15_000);
		expect(errorsOf(await all([1, 2, 3, 4, 5].map(change)))).toEqual([]);
	});

	test('of 15 seconds leaves three emails in doubt, and the others are sent', async () => {
		const { all, asked, clock } = down(15_000);
		const numbers = Array.from({ length: 100 }, (_, number) => number);
		const errors = errorsOf(await all(numbers.map(email)));
		expect(errors.map(({ outcome }) => outcome)).toEqual(['inDoubt', 'inDoubt', 'inDoubt']);
		expect(asked.filter(({ url }) => url === '/email/transactional')).toHaveLength(100);
		expect(clock.now()).toBeLessThan(30_000);
	});

	test('of the emails alone leaves six of them in doubt, though the lists are answered', async () => {
		const { all } = down(15_000, (url) => url.startsWith('/email'));
		const numbers = Array.from({ length: 60 }, (_, number) => number);
		expect(errorsOf(await all(numbers.map(email))).length).toBeLessThanOrEqual(6);
	});

	test('ends the waiting after a minute, certainly not sent, and says for how long it has lasted', async () => {
		const { all, clock, asked } = down(Infinity);
		const errors = errorsOf(await all([1, 2, 3, 4, 5, 6].map(email)));
		expect(errors.map(({ outcome }) => outcome)).toEqual([
			...['inDoubt', 'inDoubt', 'inDoubt'],
			...['notSent', 'notSent', 'notSent'],
		]);
		expect(errors[5].message).toMatch(/^Not sent: .* has been down for 6\d s/);
		expect(errors[5].endsRun).toBe(true);
		expect(clock.now()).toBeLessThan(62_000);
		const probes = asked.filter(({ url }) => url === '/lists').map(({ at }) => at);
		const waits = probes.slice(1).map((at, index) => Math.round((at - probes[index]) / 1000));
		expect(waits).toEqual([2, 4, 8, 16, 16]);
	});

	test('asks nothing while nobody waits', async () => {
		const { all, asked, clock } = down(Infinity);
		await all([1, 2, 3].map(email));
		const before = asked.length;
		await clock.advance(60_000);
		expect(asked).toHaveLength(before);
	});

	test('is asked about by the next who waits when the run that asked has ended', async () => {
		const { all, asked, clock, settings } = down(1_500);
		await all([1, 2, 3].map(email));
		const run = new AbortController();
		const send = settings.send;
		let isHanging = true;
		settings.send = async (options, leave) => {
			if (options.url !== '/lists' || !isHanging) return await send(options, leave);
			isHanging = false;
			return await new Promise((_, reject) => {
				run.signal.addEventListener('abort', () => reject(new Error('broken off')));
			});
		};
		const asking = new ServiceClient({ ...settings, lane: new Lane(run.signal) });
		const other = new ServiceClient({ ...settings, lane: new Lane() });
		const ended = asking.request(email(4)).catch(() => {});
		const sent = other.request(email(5));
		await clock.advance(2_000);
		expect(asked.filter(({ url }) => url === '/lists')).toEqual([]);

		const endedAt = clock.now();
		run.abort();
		await clock.until(Promise.all([ended, sent]));
		expect(clock.now() - endedAt).toBeLessThan(1_000);
	});

	test.each([429, 503])(
		'whose question is answered %i is not asked about before the service wants it',
		async (status) => {
			const { asked, clock, client, settings, all } = down(Infinity);
			await all([1, 2, 3].map(email));
			const send = settings.send;
			settings.send = async (options, leave) => {
				const response = await send(options, leave);
				if (options.url !== '/lists') return response;
				return { ...response, statusCode: status, headers: { 'retry-after': '20' } };
			};
			const waiting = client.request(email(4)).catch(() => {});
			await clock.until(waiting);
			const [first, second] = asked.filter(({ url }) => url === '/lists').map(({ at }) => at);
			expect(second - first).toBeGreaterThanOrEqual(20_000);
		},
	);

	test('does not hold up reads, which are tried three times more', async () => {
		const { all, clock, asked } = down(Infinity);
		await all([1, 2, 3].map(email));
		const before = clock.now();
		const read = { method: 'GET', url: '/contacts', effect: 'none' } as const;
		expect(errorsOf(await all([read]))).toHaveLength(1);
		expect(asked.filter(({ url }) => url === '/contacts')).toHaveLength(4);
		expect(clock.now() - before).toBeLessThan(5_000);
	});

	test('is not seen in one request that always fails: the others wait about a second', async () => {
		const { clock, settings, client } = meeting([]);
		settings.send = asSoonAsItLeaves(async ({ body }) => {
			await clock.sleep(50);
			return body === JSON.stringify({ number: 0 }) ? outcomes[500]() : outcomes[200]();
		});
		const failing = client.request(change(0)).catch(() => {});
		await clock.advance(3_000);
		const before = clock.now();
		const others = Promise.all([1, 2, 3].map((number) => client.request(email(number))));
		await clock.until(others);
		expect(clock.now() - before).toBeLessThan(1_800);
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

describe('Retry-After', () => {
	const answering = (statusCode: number, seconds: string) => {
		const world = meeting([]);
		let asked = 0;
		world.settings.send = asSoonAsItLeaves(async () => {
			asked += 1;
			world.sentAt.push(world.clock.now());
			return await Promise.resolve(
				asked === 1
					? { ...outcomes[200](), statusCode, headers: { 'retry-after': seconds } }
					: outcomes[200](),
			);
		});
		return world;
	};

	test.each([429, 503])('of a %i is waited for by the whole queue', async (status) => {
		const { client, clock, settings, sentAt } = answering(status, '20');
		const other = new ServiceClient({ ...settings, lane: new Lane() });
		const read = { method: 'GET', url: '/lists', effect: 'none' } as const;
		await clock.until(Promise.all([client.request(read), other.request(read)]));
		expect(sentAt[1] - sentAt[0]).toBeGreaterThanOrEqual(20_000);
		expect(sentAt[2] - sentAt[0]).toBeGreaterThanOrEqual(20_000);
		expect(clock.now()).toBeLessThan(22_000);
	});

	test.each(['20', '3600'])('of another rejection concerns nobody else: %s', async (seconds) => {
		const { client, error, clock } = answering(400, seconds);
		const failed = await error({ effect: 'once', inDoubtNote: NOTE });
		expect(failed).toMatchObject({ outcome: 'rejected', endsRun: false });
		await clock.until(client.request({ method: 'GET', url: '/lists', effect: 'none' }));
		expect(clock.now()).toBeLessThan(1_000);
	});

	test('of more than a minute is an error that says when to come back', async () => {
		const { error, clock } = answering(429, '3600');
		const failed = await error({ effect: 'once', inDoubtNote: NOTE });
		expect(failed.message).toBe(
			'The service takes no more requests for now (status 429). It asks to come back in 60 minutes.',
		);
		expect(failed).toMatchObject({ outcome: 'notSent', endsRun: true });
		expect(clock.now()).toBe(0);
	});
});

test('sends the names that an object would lose on its way', async () => {
	const { request, sent } = meeting([200]);
	const body = JSON.parse('{"constructor": 1, "__proto__": "2", "prototype": 3}') as object;
	await request({ effect: 'once', body });
	expect(sent[0].body).toBe('{"constructor":1,"__proto__":"2","prototype":3}');
});
