import { getEventListeners } from 'node:events';
import type { Hold } from '../../nodes/Mailroom/transport/gate/Hold';
import type { Failed } from '../../nodes/Mailroom/transport/Outcome';
import { RequestGroup } from '../../nodes/Mailroom/transport/gate/RequestGroup';
import { ServiceClient } from '../../nodes/Mailroom/transport/ServiceClient';
import {
	responseTo,
	asSoonAsItLeaves,
	gaps,
	DOUBT_TEXTS,
	meeting,
	answers,
	read,
	type Answer,
} from './scriptedClient';

// One outcome for each verdict. Which outcome has which verdict: `verdict` and `connectionFailure`.
test.each<[outcome: Answer, reads: number, repeatable: number, once: number]>([
	[200, 1, 1, 1],
	['200, cut', 1, 1, 1],
	[400, 1, 1, 1],
	// After three failures a change waits for the service to come back.
	[503, 4, 3, 1],
	['timeout', 4, 3, 1],
	['unknown', 1, 1, 1],
	['refused', 4, 4, 4],
	['unsendable key', 1, 1, 1],
])(
	'is sent as often as is harmless and may help: nothing but %s, reads %i, repeatable %i, once %i',
	async (outcome, ...times) => {
		for (const [index, idempotency] of (
			['safe', 'idempotent', 'nonIdempotent'] as const
		).entries()) {
			const { request, sent } = meeting([outcome]);
			const [result] = await Promise.allSettled([
				request({ idempotency, doubtTexts: DOUBT_TEXTS }),
			]);
			expect(result.status).toBe(outcome === 200 ? 'fulfilled' : 'rejected');
			expect(sent.filter(({ url }) => url === '/contacts/delete')).toHaveLength(times[index]);
		}
	},
);

test.each<[Answer, 'safe' | 'idempotent', 'notSent' | 'inDoubt']>([
	[503, 'safe', 'notSent'],
	['unknown', 'safe', 'notSent'],
	[503, 'idempotent', 'inDoubt'],
	['unknown', 'idempotent', 'inDoubt'],
])('after nothing but %s, a request that is %s is %s', async (answer, idempotency, kind) => {
	const { client, clock } = meeting([answer]);
	const outcome = await clock.until(client.send({ ...read, idempotency }));
	expect(outcome).toMatchObject({ kind });
});

test('gives the answer of the service whenever it comes, each repeat within the limit', async () => {
	const { request, sent, gate } = meeting([503, 'broken', 429, 408, 200]);
	const execute = jest.spyOn(gate, 'execute');
	await expect(request()).resolves.toEqual({ success: true });
	expect(sent).toHaveLength(5);
	expect(execute).toHaveBeenCalledTimes(5);

	const failing = meeting([503]);
	await expect(failing.request()).rejects.toThrow('503');
	for (const [index, wait] of gaps(failing.sentAt).entries()) {
		expect(wait).toBeGreaterThanOrEqual(250 * 2 ** index);
		expect(wait).toBeLessThanOrEqual(500 * 2 ** index);
	}
});

describe('a value in the address', () => {
	const requestOf = (name?: string) => ({
		...read,
		...{ url: '/lists/:name/members', path: name === undefined ? undefined : { name } },
	});

	test.each([
		['news', '/lists/news/members'],
		['a/../b?c#d', '/lists/a%2F..%2Fb%3Fc%23d/members'],
		['Bücher & Co: $&', '/lists/B%C3%BCcher%20%26%20Co%3A%20%24%26/members'],
	])('%s is encoded', async (name, url) => {
		const { client, clock, sent } = meeting([200]);
		await clock.until(responseTo(client, requestOf(name)));
		expect(sent.map((request) => request.url)).toEqual([url]);
	});

	test.each(['', '.', '..', '\ud800', undefined])('%j is never sent', async (name) => {
		const { client, clock, sent } = meeting([200]);
		const outcome = await clock.until(
			client.send({ ...requestOf(name), idempotency: 'idempotent' }),
		);
		expect(outcome).toMatchObject({ kind: 'notSent' });
		expect(sent).toEqual([]);
	});

	test('is no part of an event', async () => {
		const { client, clock, events } = meeting([503, 200]);
		await clock.until(responseTo(client, requestOf('ada@example.com')));
		expect(events).toMatchObject([{ request: 'GET /lists/:name/members' }]);
	});
});

describe('a run that follows its request', () => {
	test('is told each time that it leaves', async () => {
		const { client, clock, sent } = meeting([503, 429, 200]);
		const told: number[] = [];
		const hold: Hold = { start: () => (told.push(sent.length), 'go') };
		await clock.until(responseTo(client, read, [hold]));
		expect(told).toEqual([0, 1, 2]);
	});

	test.each(['safe', 'nonIdempotent'] as const)(
		'holds it back without delaying others: %s',
		async (idempotency) => {
			const { client, clock, sentAt } = meeting([200]);
			let answer: 'go' | 'wait' = 'wait';
			let open = () => {};
			const request = { ...read, idempotency };
			const onChange = (wake: () => void) => void (open = wake);
			const held = responseTo(client, request, [{ start: () => answer, onChange }]);
			await clock.until(responseTo(client, request));
			await clock.advance(1_000);
			expect(sentAt).toHaveLength(1);
			answer = 'go';
			open();
			await clock.until(held);
			expect(sentAt).toHaveLength(2);
		},
	);

	const failed: Failed = { kind: 'notSent', problem: 'Not any more', scope: 'request' };
	test.each<[claim: string, hold: Hold, Failed | undefined]>([
		['withdraws it', { start: () => undefined }, undefined],
		['fails it', { start: () => failed }, failed],
	])('%s, and it is not sent', async (_claim, hold, expected) => {
		const { client, clock, sent } = meeting([200]);
		const write = { ...read, idempotency: 'idempotent' } as const;
		expect(await clock.until(client.send(write, [hold]))).toBe(expected);
		await clock.until(responseTo(client, read));
		expect(sent).toHaveLength(1);
	});
});

describe('what the connection does on its own is told', () => {
	test('each retry, with its cause and delay', async () => {
		const { events, request } = meeting([503, 'timeout', 429, 200]);
		await request();
		const retry = { kind: 'retry', request: 'POST /contacts/delete', delayMs: expect.any(Number) };
		expect(events).toEqual([
			{ ...retry, cause: { status: 503 } },
			{ ...retry, cause: { failure: 'timeout' } },
			{ ...retry, cause: { status: 429 } },
		]);
	});

	test('each pause of the queue, with its length', async () => {
		const { events, request } = meeting([429, 429, 200]);
		await request();
		const pauses = events.filter(({ kind }) => kind === 'pause');
		expect(pauses).toEqual([{ kind: 'pause', ms: expect.any(Number) }]);
		expect(Object(pauses[0]).ms).toBeGreaterThanOrEqual(1_000);
	});

	const email = { method: 'POST', url: '/email', idempotency: 'nonIdempotent' } as const;

	test.each([
		['failures', [503, 503, 503, 200, 503, 200], false],
		[
			'silence',
			['silent', 'silent', 'silent', 'silent', 'silent', 'silent', 'silent', 'silent'],
			true,
		],
	] as const)(
		'each change of the breaker, once for all runs: %s',
		async (_what, script, isSilence) => {
			const { clock, settings, events } = meeting([]);
			let sent = 0;
			settings.send = asSoonAsItLeaves(async ({ url }) => {
				const answer = url === '/lists' ? 200 : (script[sent++] ?? 200);
				await clock.sleep(answer === 'silent' ? 10_000 : 50);
				return answers[answer === 'silent' ? 200 : answer]();
			});
			const runs = Array.from({ length: 12 }, async () => {
				const run = new ServiceClient({ ...settings, group: new RequestGroup() });
				await run.send(email);
			});
			await clock.until(Promise.all(runs));
			const changes = events.flatMap((event) => (event.kind === 'breaker' ? [event] : []));
			expect(changes[0]).toMatchObject({ from: 'closed', to: 'open', isSilence, outageMs: 0 });
			const states = changes.map(({ to }) => to);
			expect(states.filter((state) => state === 'closed')).toHaveLength(1);
			expect(states.slice(0, 3)).toEqual(['open', 'half-open', 'open']);
			expect(states.at(-1)).toBe('closed');
			expect(changes.at(-1)?.outageMs).toBeGreaterThan(1_000);
		},
	);

	test('a listener that throws changes nothing', async () => {
		const { request, settings, sent } = meeting([503, 429, 429, 200]);
		settings.onEvent = () => {
			throw new Error('a bug');
		};
		await expect(request()).resolves.toEqual({ success: true });
		expect(sent).toHaveLength(4);
	});
});

test('the error shows what n8n says, without the key', async () => {
	const error = await meeting(['unknown']).error({ doubtTexts: DOUBT_TEXTS });
	expect(error.problem).toContain('failed: no idea, ***');
});

test.each<[script: Answer[], notFoundMeansDone: boolean, outcome: 'done' | 404]>([
	[[503, 404], true, 'done'],
	[['broken', 404], true, 'done'],
	[['timeout', 404], true, 'done'],
	[[503, 429, 404], true, 'done'],
	[[404], true, 404],
	[[429, 404], true, 404],
	[['refused', 404], true, 404],
	[[503, 404], false, 404],
])(
	'a delete that meets %j (404 means done: %j) comes out as %s',
	async (script, notFoundMeansDone, outcome) => {
		const { client, clock, sent } = meeting(script);
		const request = { method: 'POST', url: '/contacts/delete', idempotency: 'idempotent' } as const;
		const notFoundMeans = notFoundMeansDone ? 'done' : undefined;
		const [result] = await clock.until(
			Promise.allSettled([responseTo(client, { ...request, notFoundMeans })]),
		);
		if (outcome === 'done') expect(result).toMatchObject({ value: { success: true } });
		else expect(result).toMatchObject({ reason: { failed: { status: outcome } } });
		expect(sent).toHaveLength(script.length);
	},
);

describe(429, () => {
	test('is waited out and repeated, however often beside other failures', async () => {
		for (const idempotency of ['safe', 'idempotent', 'nonIdempotent'] as const) {
			const { request, sentAt } = meeting([429, 429, 200]);
			await expect(request({ idempotency, doubtTexts: DOUBT_TEXTS })).resolves.toEqual({
				success: true,
			});
			const [first, second, ...others] = gaps(sentAt);
			expect(others).toEqual([]);
			expect(first).toBeGreaterThanOrEqual(1000);
			expect(first).toBeLessThanOrEqual(1500);
			expect(second).toBeGreaterThanOrEqual(1000);
		}
		const { request, sent } = meeting([429, 503, 429, 503, 429, 503, 429, 200]);
		await expect(request()).resolves.toEqual({ success: true });
		expect(sent).toHaveLength(8);
	});

	test('starts a new minute when something else came in between', async () => {
		const { request, settings, clock } = meeting([]);
		let hasFailed = false;
		settings.send = asSoonAsItLeaves(async () => {
			const isTime = clock.now() > (hasFailed ? 100_000 : 50_000);
			if (!isTime) return answers[429]();
			if (hasFailed) return answers[200]();
			hasFailed = true;
			return answers[503]();
		});
		await expect(request()).resolves.toEqual({ success: true });
		expect(clock.now()).toBeGreaterThan(100_000);
	});

	test('counts no time in which the run has asked nothing', async () => {
		const { client, clock, request, sent } = meeting([429, 429, 429, 200]);
		const stop = new AbortController();
		const withdrawn = client.send({ ...read, signal: stop.signal });
		await clock.advance(500);
		stop.abort();
		await clock.until(withdrawn);
		await clock.advance(70_000);
		await expect(request()).resolves.toEqual({ success: true });
		expect(sent).toHaveLength(4);
	});

	test('for a minute ends the request and no earlier, whatever others of its run have met before', async () => {
		const { client, clock, settings } = meeting([]);
		settings.send = asSoonAsItLeaves(async () => await Promise.resolve(answers[429]()));
		const first = await clock.until(client.send(read));
		const endedAt = clock.now();
		const second = await clock.until(client.send(read));
		for (const outcome of [first, second]) expect(outcome).toMatchObject({ kind: 'notSent' });
		expect(endedAt).toBeGreaterThan(60_000);
		expect(clock.now() - endedAt).toBeGreaterThan(60_000);
	});

	test('slows down all the first time that a request meets it, also after another failure', async () => {
		const msOfReads = async (script: Answer[]) => {
			const { client, clock, request } = meeting([...script, 200]);
			await request();
			await clock.advance(2_000);
			const before = clock.now();
			await clock.until(Promise.all(Array.from({ length: 31 }, () => responseTo(client, read))));
			return clock.now() - before;
		};
		const [unslowed, slowed] = [await msOfReads([503]), await msOfReads([429])];
		expect(slowed).toBeGreaterThan(unslowed + 50);
		expect(await msOfReads([503, 429])).toBeCloseTo(slowed, 0);
		expect(await msOfReads([429, 503, 429])).toBeCloseTo(slowed, 0);
	});

	test('that comes alone delays its own request by about a second, and no other; two in a row delay all', async () => {
		const twoRuns = async (script: Answer[]) => {
			const { client, clock, settings, sentAt } = meeting(script);
			const other = new ServiceClient({ ...settings, group: new RequestGroup() });
			await clock.until(Promise.all([responseTo(client, read), responseTo(other, read)]));
			return sentAt.slice(1).map((at) => at - sentAt[0]);
		};
		const [other, again] = await twoRuns([429, 200]);
		expect(other).toBeLessThan(250);
		expect(again).toBeGreaterThanOrEqual(1000);
		expect(again).toBeLessThan(1500);

		const [second, ...others] = await twoRuns([429, 429, 200]);
		expect(others).toHaveLength(2);
		expect(Math.min(...others)).toBeGreaterThanOrEqual(second + 1000);
	});

	test.each([
		['however long it lasts for one', (_sends: number, now: number) => now < 80_000],
		['also where that one stands in a long queue in between', (sends: number) => sends <= 2],
	])('does not end a run of which the service accepts others, %s', async (_claim, isRefused) => {
		const { client, clock, settings } = meeting([]);
		let sendsOfFirst = 0;
		settings.send = asSoonAsItLeaves(async ({ body }) => {
			const isFirst = body === JSON.stringify({ number: 0 });
			if (isFirst) sendsOfFirst += 1;
			return answers[isFirst && isRefused(sendsOfFirst, clock.now()) ? 429 : 200]();
		});
		const all = Array.from({ length: 900 }, (_, number) =>
			responseTo(client, {
				method: 'POST',
				url: '/email',
				idempotency: 'nonIdempotent',
				body: { number },
			}),
		);
		await clock.until(Promise.all(all));
		expect(sendsOfFirst).toBeGreaterThan(2);
	});
});

describe('a canceled run', () => {
	const stopped = new Error('stopped by the user');

	test.each([
		['safe', undefined],
		['nonIdempotent', 'inDoubt'],
		['idempotent', 'inDoubt'],
	] as const)('while a request is under way, effect "%s": %s', async (idempotency, outcome) => {
		const run = new AbortController();
		const { client, clock, settings } = meeting([], { group: new RequestGroup(run.signal) });
		settings.send = asSoonAsItLeaves(async () => {
			run.abort(stopped);
			return await Promise.reject(Object.assign(new Error('canceled'), { code: 'ERR_CANCELED' }));
		});
		const request = client.send({
			method: 'POST',
			url: '/email',
			idempotency,
			doubtTexts: DOUBT_TEXTS,
		});
		const response = await clock.until(request);
		if (outcome === undefined) expect(response).toBeUndefined();
		else expect(response).toMatchObject({ kind: outcome });
	});

	test('is listened to once, however many of its requests wait', async () => {
		const { signal } = new AbortController();
		const { client, clock } = meeting([200], { group: new RequestGroup(signal) });
		await clock.until(Promise.all(Array.from({ length: 30 }, () => responseTo(client, read))));
		expect(getEventListeners(signal, 'abort')).toHaveLength(1);
	});
});
