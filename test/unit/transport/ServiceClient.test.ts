import type { IHttpRequestOptions } from 'n8n-workflow';
import { Lane } from '../../../nodes/Mailroom/transport/lane';
import { RateLimiter } from '../../../nodes/Mailroom/transport/rateLimiter';
import {
	ServiceClient,
	type ClientSettings,
	type FullResponse,
	type ServiceRequest,
} from '../../../nodes/Mailroom/transport/ServiceClient';
import { ServiceError } from '../../../nodes/Mailroom/transport/serviceError';
import { virtualClock } from '../../../tools/virtualClock';
import type { Effect } from '../../../nodes/Mailroom/transport/retryDecision';

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

/** A client whose requests meet one outcome after the other; the last one stays. */
const meeting = (
	script: Outcome[],
	{ lane = new Lane(), seed }: { lane?: Lane; seed?: number } = {},
) => {
	const clock = virtualClock({ seed });
	const limiter = new RateLimiter(clock);
	const sentAt: number[] = [];
	const sent: Array<IHttpRequestOptions> = [];
	const settings: ClientSettings = {
		address: 'https://mail.example.com/v1',
		limiter,
		lane,
		clock,
		redact: (text) => text.replaceAll(KEY, '***'),
		async send(options) {
			const outcome = script[Math.min(sent.length, script.length - 1)];
			sent.push(options);
			sentAt.push(clock.now());
			return outcomes[outcome]();
		},
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
		[408, 4, 4, 1],
		[500, 4, 4, 1],
		[503, 4, 4, 1],
		['timeout', 4, 4, 1],
		['broken', 4, 4, 1],
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
		const [result] = await Promise.allSettled([request({ effect, uncertainNote: NOTE })]);
		expect(result.status).toBe(outcome === 200 ? 'fulfilled' : 'rejected');
		expect(sent).toHaveLength(times);
	});
});

test('gives the answer of the service, whenever it comes', async () => {
	const { request, sent } = meeting([503, 'broken', 429, 408, 200]);
	await expect(request()).resolves.toEqual({ success: true });
	expect(sent).toHaveLength(5);
});

test('sends one request, to the address of the service, that n8n neither redirects nor repeats', async () => {
	const { request, sent } = meeting([200]);
	await request({ method: 'GET', url: '/lists', qs: { page: 1, per: 1 } });
	expect(sent).toEqual([
		{
			baseURL: 'https://mail.example.com/v1',
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
		['a 503 to a send', 'once', [503], 'uncertain', 503],
		['a timeout of a send', 'once', ['timeout'], 'uncertain', undefined],
		['an unreadable answer to a send', 'once', ['200, cut'], 'uncertain', 200],
		['a redirect of a send', 'once', [302], 'uncertain', 302],
		['a send that was refused a connection', 'once', ['refused'], 'notSent', undefined],
		['a send that was rejected', 'once', [400], 'rejected', 400],
		['a send refused a connection, then answered 503', 'once', ['refused', 503], 'uncertain', 503],
		['a send answered 429, then rejected', 'once', [429, 400], 'rejected', 400],
		['an update answered nothing but 503', 'repeatable', [503], 'uncertain', 503],
		['an update answered 503, then rejected', 'repeatable', [503, 400], 'uncertain', 400],
		['an update rejected at once', 'repeatable', [400], 'rejected', 400],
		[
			'an update that broke, then was refused connections',
			'repeatable',
			['broken', 'refused'],
			'uncertain',
			undefined,
		],
	];

	test.each(errors)(
		'of %s: effect "%s", %j is %s',
		async (_claim, effect, script, outcome, status) => {
			const error = await meeting(script).error({ effect, uncertainNote: NOTE });
			expect(error.outcome).toBe(outcome);
			expect(error.status).toBe(status);
			expect(error.message.startsWith(NOTE)).toBe(outcome === 'uncertain');
		},
	);

	test('of a request that only reads is never uncertain', async () => {
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
		client.settings.send = async () => answer(400, { message })();
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
		await expect(request({ effect, uncertainNote: NOTE })).resolves.toEqual({ success: true });
		expect(sentAt).toHaveLength(3);
		expect(sentAt[1] - sentAt[0]).toBeGreaterThanOrEqual(1000);
		expect(sentAt[1] - sentAt[0]).toBeLessThanOrEqual(1500);
		expect(sentAt[2] - sentAt[1]).toBeGreaterThanOrEqual(1000);
	});

	test.each([1, 2, 3])('gives up after a minute of nothing else, seed %i', async (seed) => {
		const { error, sent, clock } = meeting([429], { seed });
		const { outcome, status } = await error({ effect: 'once', uncertainNote: NOTE });
		expect([outcome, status]).toEqual(['rejected', 429]);
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
		settings.send = async () => {
			const isTime = clock.now() > (hasFailed ? 100_000 : 50_000);
			if (!isTime) return outcomes[429]();
			if (hasFailed) return outcomes[200]();
			hasFailed = true;
			return outcomes[503]();
		};
		await expect(request()).resolves.toEqual({ success: true });
		expect(clock.now()).toBeGreaterThan(100_000);
	});

	test('holds back the other requests too', async () => {
		const { client, clock, settings, sentAt } = meeting([429, 200]);
		const other = new ServiceClient({ ...settings, lane: new Lane() });
		const request = { method: 'GET', url: '/lists', effect: 'none' } as const;
		await clock.until(Promise.all([client.request(request), other.request(request)]));
		expect(sentAt).toHaveLength(3);
		expect(sentAt[1] - sentAt[0]).toBeGreaterThanOrEqual(1000);
	});

	test('twice does not end a request that stands in a long queue while others are accepted', async () => {
		const { client, clock, settings } = meeting([]);
		let sendsOfFirst = 0;
		settings.send = async ({ body }) => {
			const isFirst = (body as { number: number }).number === 0;
			return (isFirst && (sendsOfFirst += 1) <= 2 ? outcomes[429] : outcomes[200])();
		};
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

	test('throws the reason of the cancellation for a request under way', async () => {
		const run = new AbortController();
		const { client, settings } = meeting([], { lane: new Lane(run.signal) });
		settings.send = async () => {
			run.abort(stopped);
			throw Object.assign(new Error('canceled'), { code: 'ERR_CANCELED' });
		};
		const request = client.request({ method: 'POST', url: '/email', effect: 'once' });
		await expect(request).rejects.toBe(stopped);
	});
});
