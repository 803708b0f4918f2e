import type { IDataObject } from 'n8n-workflow';
import { fetchPages } from '../../../nodes/Mailroom/transport/fetchPages';
import { ServiceError } from '../../../nodes/Mailroom/transport/ServiceError';
import type { ServiceClient } from '../../../nodes/Mailroom/transport/ServiceClient';
import type { ServiceAnswer } from '../../../nodes/Mailroom/service';

/** A request too many is an endless loop, which no time limit of a test could end. */
const MAX_REQUESTS = 60;

const contacts = (count: number) =>
	Array.from({ length: count }, (_, index) => ({ email: `contact${index + 1}@example.com` }));

type Request = Parameters<ServiceClient['request']>[0];

/** Fetches pages from a service that is a function of the asked page. */
const fetchFrom = async (
	answer: (page: number, per: number) => ServiceAnswer,
	{ limit }: { limit?: number } = {},
) => {
	const asked: Array<IDataObject | undefined> = [];
	let open = 0;
	let mostAtOnce = 0;
	const client = {
		async request({ qs }: Request) {
			asked.push(qs);
			if (asked.length > MAX_REQUESTS) throw new Error('It asks for pages without end');
			mostAtOnce = Math.max(mostAtOnce, (open += 1));
			await new Promise((resolve) => setImmediate(resolve));
			open -= 1;
			return answer(Number(qs?.page), Number(qs?.per));
		},
	} as unknown as ServiceClient;
	const request = { method: 'GET', url: '/contacts', effect: 'none' } as const;
	const { records, missing } = await fetchPages(client, request, { identity: 'email', limit });
	return { records, missing, asked, pages: asked.map((qs) => qs?.page), mostAtOnce };
};

interface Holding {
	maxPer?: number;
	metadata?: (page: number, per: number) => ServiceAnswer['metadata'];
}

const withTotal = (total: number) => (page: number, per: number) => ({ page, per, total });
const noMetadata = () => undefined;
const noTotal = (page: number, per: number) => ({ page, per });

/**
 * A service that holds some contacts.
 *
 * @param options.maxPer The most that it puts on a page.
 */
const holding =
	(total: number, { maxPer = Infinity, metadata = withTotal(total) }: Holding = {}) =>
	(page: number, asked: number): ServiceAnswer => {
		const per = Math.min(asked, maxPer);
		const data = contacts(total).slice((page - 1) * per, page * per);
		return { success: true, data, metadata: metadata(page, per) };
	};

type Case = [
	claim: string,
	service: ReturnType<typeof holding>,
	limit: number | undefined,
	expected: { records: number; requests: number; per?: number },
];

/** Without a limit, from a service that holds so many records. */
const all = (claim: string, records: number, requests: number, options?: Holding): Case => [
	claim,
	holding(records, options),
	undefined,
	{ records, requests },
];

const cases: Case[] = [
	all('all of none', 0, 1),
	all('all of one', 1, 1),
	all('all of a full page', 100, 1),
	all('all of a page and one', 101, 2),
	all('all of 1,000', 1000, 10),
	['a limit below a page', holding(1000), 7, { records: 7, requests: 1, per: 7 }],
	['a limit of a page', holding(1000), 100, { records: 100, requests: 1 }],
	['a limit across a page edge', holding(1000), 101, { records: 101, requests: 2 }],
	['a limit in the third page', holding(1000), 250, { records: 250, requests: 3 }],
	['a limit above what there is', holding(120), 500, { records: 120, requests: 2 }],
	all('a page clamped to 20', 250, 13, { maxPer: 20 }),
	[
		'a clamped page and a limit',
		holding(250, { maxPer: 20 }),
		50,
		{ records: 50, requests: 3, per: 50 },
	],
	all('a clamped page without any metadata', 50, 3, { maxPer: 20, metadata: noMetadata }),
	all('a clamped page without a total', 50, 3, { maxPer: 20, metadata: noTotal }),
	all('a missing total, until a short page', 250, 3, { metadata: noTotal }),
	all('a missing total and a full last page, until an empty one', 200, 3, { metadata: noTotal }),
	all('a missing total and a short first page', 3, 1, { metadata: noTotal }),
	[
		'a missing total and a limit at a page edge',
		holding(1000, { metadata: noTotal }),
		200,
		{ records: 200, requests: 2 },
	],
	all('a total that is no number', 150, 2, { metadata: () => ({ total: '150' }) as object }),
	all('more than a total that is below what its own answer holds', 250, 3, {
		metadata: withTotal(0),
	}),
	all('more than a total that its pages prove wrong', 250, 3, { metadata: withTotal(150) }),
	all('more than a page, of which the service says that it holds more than was asked for', 250, 3, {
		metadata: (page) => ({ page, per: 1000 }),
	}),
	all('a total that promises too much', 150, 4, { metadata: () => ({ total: 400 }) }),
];

test.each(cases)('returns %s', async (_claim, service, limit, expected) => {
	const { records, asked } = await fetchFrom(service, { limit });
	expect(records).toEqual(contacts(expected.records));
	expect(asked).toEqual(
		Array.from({ length: expected.requests }, (_, index) => ({
			page: index + 1,
			per: expected.per ?? 100,
		})),
	);
});

test('fetches the pages after the first side by side', async () => {
	expect((await fetchFrom(holding(1000))).mostAtOnce).toBe(9);
});

test('fetches them one after the other where nothing tells how many there are', async () => {
	expect((await fetchFrom(holding(1000, { metadata: noTotal }))).mostAtOnce).toBe(1);
});

test('keeps the order of the service when a later page arrives first', async () => {
	const held = new Map<number, () => void>();
	const client = {
		async request({ qs }: Request) {
			const page = Number(qs?.page);
			if (page > 1) await new Promise((resolve) => held.set(page, () => resolve(undefined)));
			return holding(300)(page, 100);
		},
	} as unknown as ServiceClient;
	const all = fetchPages(
		client,
		{ method: 'GET', url: '/contacts', effect: 'none' },
		{ identity: 'email' },
	);
	while (held.size < 2) await new Promise((resolve) => setImmediate(resolve));
	held.get(3)?.();
	await new Promise((resolve) => setImmediate(resolve));
	held.get(2)?.();
	expect((await all).records).toEqual(contacts(300));
});

test('returns a record once that moved to the next page, and the one that it pushed on', async () => {
	const [first, ...rest] = contacts(200);
	const after = [{ email: 'new@example.com' }, first, ...rest];
	const { records, pages } = await fetchFrom((page, per) => {
		const held = page === 1 ? [first, ...rest] : after;
		const data = held.slice((page - 1) * per, page * per);
		return { data, metadata: { total: held.length } };
	});
	expect(records).toEqual([first, ...rest]);
	expect(pages).toEqual([1, 2, 3]);
});

test('goes on after a page of which nothing is new, as long as the service says that there are more', async () => {
	const later = [...contacts(350).slice(250), ...contacts(250)];
	const { records, pages, missing } = await fetchFrom((page, per) => {
		const held = page === 1 ? contacts(250) : later;
		const data = held.slice((page - 1) * per, page * per);
		return { data, metadata: { total: held.length } };
	});
	expect(records).toEqual(contacts(250));
	expect(pages).toEqual([1, 2, 3, 4]);
	expect(missing).toBe(100);
});

test('goes on after an empty page, as long as the service says that there are more', async () => {
	const { records } = await fetchFrom((page, per) => {
		const data = page === 2 ? [] : contacts(300).slice((page - 1) * per, page * per);
		return { data, metadata: { total: 300 } };
	});
	expect(records).toEqual([...contacts(100), ...contacts(300).slice(200)]);
});

test('returns what was added while paging, as the later pages tell', async () => {
	const { records, pages } = await fetchFrom((page, per) => {
		const total = page === 1 ? 200 : 205;
		const data = contacts(total).slice((page - 1) * per, page * per);
		return { data, metadata: { total } };
	});
	expect(records).toEqual(contacts(205));
	expect(pages).toEqual([1, 2, 3]);
});

test('returns as many as the limit asks for when some came twice', async () => {
	const moved = [...contacts(100), ...contacts(1000).slice(90)];
	const { records } = await fetchFrom(
		(page, per) => ({
			data: moved.slice((page - 1) * per, page * per),
			metadata: { total: moved.length },
		}),
		{ limit: 200 },
	);
	expect(records).toEqual(contacts(200));
});

test.each([
	[[{ name: 'a' }, { name: 'a' }]],
	[
		[
			{ email: null, name: 'a' },
			{ email: null, name: 'a' },
		],
	],
])('keeps records that cannot be told apart: %j', async (data) => {
	const { records } = await fetchFrom(() => ({ data }), { limit: 2 });
	expect(records).toEqual(data);
});

test('ends when every page is the same one, and a record of it cannot be told from others', async () => {
	const data = [{ email: 'a' }, { name: 'b' }];
	const { records, asked } = await fetchFrom(() => ({ data }));
	expect(records).toEqual(data);
	expect(asked).toHaveLength(2);
});

const metadatas: Array<[claim: string, metadata: ServiceAnswer['metadata']]> = [
	['no total', undefined],
	['a total out of reach', { total: 1000 }],
];

test.each(metadatas)('ends when every page is the same one, with %s', async (_claim, metadata) => {
	const { records } = await fetchFrom(() => ({ data: contacts(100), metadata }));
	expect(records).toEqual(contacts(100));
});

test.each([{}, { data: {} }, { data: undefined }, { data: 'x' }])(
	'fails when the answer is %j, without records',
	async (answer) => {
		const fetched = fetchFrom(() => answer as ServiceAnswer);
		await expect(fetched).rejects.toThrow(ServiceError);
		await expect(fetched).rejects.toThrow('without "data"');
	},
);

test('fails when a later page fails', async () => {
	const failed = fetchFrom((page, per) => {
		if (page === 3)
			throw new ServiceError('Gone (status 500)', { outcome: 'rejected', status: 500 });
		return holding(500)(page, per);
	});
	await expect(failed).rejects.toThrow('Gone (status 500)');
});

test('a rejected page after a short first one, without a total, is past the end', async () => {
	const { records, pages } = await fetchFrom((page) => {
		if (page > 1)
			throw new ServiceError('There is no such page (status 404)', {
				outcome: 'rejected',
				status: 404,
			});
		return { success: true, data: contacts(37) };
	});
	expect(pages).toEqual([1, 2]);
	expect(records).toHaveLength(37);
});

test('a page that is rejected after a full one, without a total, is an error, unless it is not found', async () => {
	const service = (status: number) =>
		fetchFrom((page, per) => {
			if (page < 3) return holding(500, { metadata: noMetadata })(page, per);
			throw new ServiceError(`No (status ${status})`, { outcome: 'rejected', status });
		});
	await expect(service(422)).rejects.toThrow('No (status 422)');
	expect((await service(404)).records).toHaveLength(200);
});

test('a page that fails for another reason is an error, also without a total', async () => {
	const fetched = fetchFrom((page) => {
		if (page > 1)
			throw new ServiceError('The service failed with status 503', {
				outcome: 'rejected',
				status: 503,
			});
		return { success: true, data: contacts(37) };
	});
	await expect(fetched).rejects.toThrow('503');
});

test('asks for no more than twenty pages ahead, whatever the total says', async () => {
	const { records, pages, missing } = await fetchFrom((page) => ({
		data: page === 1 ? contacts(100) : [],
		metadata: { total: 200_000_000 },
	}));
	expect(records).toHaveLength(100);
	expect(pages.length).toBeLessThanOrEqual(21);
	expect(missing).toBe(200_000_000 - 100);
});

test('says how many records the service counts and does not bring', async () => {
	const answer = (page: number, per: number) => ({
		...holding(250)(page, per),
		metadata: { total: 260 },
	});
	expect((await fetchFrom(answer)).missing).toBe(10);
	expect((await fetchFrom(answer, { limit: 200 })).missing).toBe(0);
});

test('asks no sibling of a page that failed any more', async () => {
	const signals: Array<AbortSignal | undefined> = [];
	const client = {
		async request({ qs, cancellation }: Request) {
			signals.push(cancellation?.signal);
			if (Number(qs?.page) > 2) await new Promise(() => {});
			if (qs?.page === 2) throw new ServiceError('Gone', { outcome: 'rejected', status: 500 });
			return await Promise.resolve(holding(1000)(1, 100));
		},
	} as unknown as ServiceClient;
	const request = { method: 'GET', url: '/contacts', effect: 'none' } as const;
	await expect(fetchPages(client, request, { identity: 'email' })).rejects.toThrow('Gone');
	expect(signals).toHaveLength(10);
	expect(signals.every((signal) => signal?.aborted)).toBe(true);
});
