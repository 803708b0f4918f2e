import type { IDataObject } from 'n8n-workflow';
import { fetchRecords } from '../../nodes/Mailroom/resources/recordPages';
import { isFailed, type Failed } from '../../nodes/Mailroom/transport/Outcome';
import type { Client } from '../../nodes/Mailroom/transport/ServiceClient';
import type { ServiceRequest } from '../../nodes/Mailroom/transport/ServiceRequest';
import { randomFrom } from '../support/randomFrom';
import type { ServiceResponse } from '../../nodes/Mailroom/service';

/** A request too many is an endless loop, which no time limit of a test could end. */
const MAX_REQUESTS = 60;

const contacts = (count: number) =>
	Array.from({ length: count }, (_, index) => ({ email: `contact${index + 1}@example.com` }));

const failed = (fields: Partial<Failed>): Failed => ({
	...{ kind: 'rejected', problem: 'No', scope: 'request' },
	...fields,
});

const outcomeOf = (response: ServiceResponse | Failed) =>
	isFailed(response) ? response : ({ kind: 'accepted', result: response, at: 0 } as const);

/** The records that were fetched. Throws in place of a failure. */
const fetch = async (client: Client, limit?: number) => {
	const request = { method: 'GET', url: '/contacts', idempotency: 'safe' } as const;
	const fetched = await fetchRecords(client, request, { identity: 'email', limit });
	if (fetched?.kind === 'accepted') return fetched.result;
	throw new Error(fetched?.problem ?? 'Withdrawn');
};

/** Fetches pages from a service that is a function of the asked page. */
const fetchFrom = async (
	answer: (page: number, per: number) => ServiceResponse | Failed,
	{ limit }: { limit?: number } = {},
) => {
	const asked: Array<IDataObject | undefined> = [];
	const retries: Array<number | undefined> = [];
	let open = 0;
	let mostAtOnce = 0;
	const client: Client = {
		async send({ qs, maxRetries }: ServiceRequest) {
			asked.push(qs);
			retries.push(maxRetries);
			if (asked.length > MAX_REQUESTS) throw new Error('It asks for pages without end');
			mostAtOnce = Math.max(mostAtOnce, (open += 1));
			const page = Number(qs?.page);
			const response = answer(page, Number(qs?.per));
			// Later pages often arrive first.
			for (let ticks = 3 - (page % 3); ticks > 0; ticks--) await new Promise(setImmediate);
			open -= 1;
			return outcomeOf(response);
		},
	};
	const fetched = await fetch(client, limit);
	return { ...fetched, asked, maxRetries: retries, pages: asked.map((qs) => qs?.page), mostAtOnce };
};

interface Holding {
	maxPer?: number;
	metadata?: (page: number, per: number) => ServiceResponse['metadata'];
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
	(page: number, asked: number): ServiceResponse => {
		const per = Math.min(asked, maxPer);
		const data = contacts(total).slice((page - 1) * per, page * per);
		return { success: true, data, metadata: metadata(page, per) };
	};

test.each<
	[service: ReturnType<typeof holding>, limit: number | undefined, records: number, pages: number]
>([
	[holding(0), undefined, 0, 1],
	[holding(100), undefined, 100, 2],
	[holding(1000), undefined, 1000, 11],
	[holding(200), 500, 200, 3],
	[holding(1000), 7, 7, 1],
	[holding(1000), 101, 101, 2],
	[holding(250, { maxPer: 20 }), 50, 50, 3],
	[holding(50, { maxPer: 20, metadata: noMetadata }), undefined, 50, 3],
	[holding(50, { maxPer: 20, metadata: noTotal }), undefined, 50, 3],
	[holding(200, { metadata: noTotal }), undefined, 200, 3],
	[holding(3, { metadata: noTotal }), undefined, 3, 1],
	[holding(1000, { metadata: noTotal }), 200, 200, 2],
	[holding(250, { metadata: withTotal(0) }), undefined, 250, 3],
	[holding(250, { metadata: withTotal(-1) }), undefined, 250, 3],
	[holding(1205, { metadata: withTotal(1200) }), undefined, 1205, 13],
	[holding(205, { metadata: withTotal(100) }), undefined, 205, 3],
	[holding(400, { metadata: withTotal(200) }), undefined, 400, 5],
	[holding(45, { maxPer: 20, metadata: withTotal(20) }), undefined, 45, 3],
	[holding(250, { metadata: () => ({ total: '200' }) as object }), undefined, 250, 3],
	// The total is capped, and nothing says that the first page is full.
	[holding(120, { maxPer: 50, metadata: () => ({ total: 50 }) }), undefined, 120, 3],
	[holding(120, { maxPer: 25, metadata: () => ({ total: 25 }) }), 50, 50, 2],
	[holding(120, { maxPer: 50, metadata: () => ({ total: 50, per: 50 }) }), undefined, 120, 3],
	[holding(50), undefined, 50, 1],
	[holding(3, { metadata: () => ({ total: 3 }) }), undefined, 3, 2],
	[holding(250, { metadata: (page) => ({ page, per: 1000 }) }), undefined, 250, 3],
	[holding(150, { metadata: () => ({ total: 400 }) }), undefined, 150, 4],
])(
	'asks for each page once, and for no more than it needs: %#',
	async (service, limit, records, pages) => {
		const fetched = await fetchFrom(service, { limit });
		expect(fetched.records).toEqual(contacts(records));
		const per = Math.min(100, limit ?? 100);
		expect(fetched.asked).toEqual(
			Array.from({ length: pages }, (_, index) => ({ page: index + 1, per })),
		);
	},
);

const SEEDS = [1, 2, 3, 4, 5, 6, 7, 8];

const metadataOf = {
	honest: (page: number, per: number, total: number) => ({ page, per, total }),
	none: noMetadata,
	'without a total': noTotal,
	'of a total too low': () => ({ total: 7 }),
	'of a total too high': (_page: number, _per: number, total: number) => ({ total: total + 250 }),
};

/** Contacts that are added, or taken away, after some of the requests; pages of the service's own size. */
const changingService = (
	seed: number,
	kind: keyof typeof metadataOf,
	change?: 'add' | 'remove',
) => {
	const random = randomFrom(seed);
	const held = contacts(Math.floor(random() * 600));
	const all = new Set<IDataObject>(held);
	const maxPer = random() < 0.5 ? 100 : 10 + Math.floor(random() * 60);
	const answer = (page: number, asked: number) => {
		const per = Math.min(asked, maxPer);
		const data = held.slice((page - 1) * per, page * per);
		const metadata = metadataOf[kind](page, per, held.length);
		const place = Math.floor(random() * held.length);
		if (change === 'add' && random() < 0.3) {
			const added = { email: `new${all.size}@example.com` };
			held.splice(place, 0, added);
			all.add(added);
		}
		if (change === 'remove' && random() < 0.3) held.splice(place, 1);
		return { success: true, data, metadata };
	};
	return { answer, before: [...held], held, all };
};

describe.each(Object.keys(metadataOf) as Array<keyof typeof metadataOf>)('metadata %s', (kind) => {
	test.each(SEEDS)('every record comes out once, in its order: service %i', async (seed) => {
		const { answer, before } = changingService(seed, kind);
		const { records, asked } = await fetchFrom(answer);
		expect(records).toEqual(before);

		const limit = 1 + Math.floor((seed * 499) / 8);
		const some = await fetchFrom(answer, { limit });
		expect(some.records).toEqual(before.slice(0, limit));
		expect(some.asked.length).toBeLessThanOrEqual(asked.length + 1);
	});

	test.each(SEEDS)('no record that stays is lost while others come: service %i', async (seed) => {
		const { answer, before, all } = changingService(seed, kind, 'add');
		const { records } = await fetchFrom(answer);
		const found = new Set(records.map(({ email }) => email));
		expect(found.size).toBe(records.length);
		expect(before.filter(({ email }) => !found.has(email))).toEqual([]);
		expect(records.filter((record) => !all.has(record))).toEqual([]);
	});

	test.each(SEEDS)('none comes out twice while others go: service %i', async (seed) => {
		const { answer, before, held, all } = changingService(seed, kind, 'remove');
		const { records } = await fetchFrom(answer);
		expect(new Set(records.map(({ email }) => email)).size).toBe(records.length);
		expect(records.filter((record) => !all.has(record))).toEqual([]);
		// A removed record moves each later record by at most one place.
		expect(records.length).toBeGreaterThanOrEqual(held.length - (before.length - held.length));
	});
});

test.each<[claim: string, service: ReturnType<typeof holding>, atOnce: number, pages: number]>([
	// As many pages ahead as it has read: 6 to 10 after the fifth.
	['up to the total', holding(1000), 5, 11],
	[
		'past the total, the more of them there are',
		holding(5_000, { metadata: withTotal(100) }),
		5,
		55,
	],
	['not where nothing tells how many there are', holding(1000, { metadata: noTotal }), 1, 11],
])('fetches pages side by side %s', async (_claim, service, atOnce, pages) => {
	const fetched = await fetchFrom(service);
	expect(fetched.mostAtOnce).toBe(atOnce);
	expect(fetched.pages.length).toBeLessThanOrEqual(pages);
});

test.each<
	[claim: string, pages: IDataObject[][], total: number, limit: number | undefined, count: number]
>([
	[
		'goes on after a page of which nothing is new',
		[contacts(100), contacts(100), contacts(250).slice(100, 200), contacts(250).slice(200)],
		350,
		undefined,
		250,
	],
	[
		'goes on after an empty page',
		[contacts(100), [], contacts(150).slice(100)],
		250,
		undefined,
		150,
	],
	[
		'goes on after an empty first page',
		[[], contacts(100), contacts(150).slice(100)],
		250,
		undefined,
		150,
	],
	[
		'returns as many as the limit asks for when some came twice',
		[contacts(100), contacts(190).slice(90), contacts(290).slice(190)],
		1010,
		200,
		200,
	],
])(
	'%s, as long as the total says that there are more',
	async (_claim, pages, total, limit, count) => {
		const fetched = await fetchFrom((page) => ({ data: pages[page - 1], metadata: { total } }), {
			limit,
		});
		expect(fetched.records).toEqual(contacts(count));
		expect(fetched.pages).toEqual(pages.map((_, index) => index + 1));
	},
);

test.each<[claim: string, data: IDataObject[], metadata: ServiceResponse['metadata']]>([
	['no total', contacts(100), undefined],
	['a total out of reach', contacts(100), { total: 1000 }],
	['a record without identity', [{ email: 'a' }, { name: 'b' }], undefined],
	['no readable identity', [{ email: { address: 'a' } }, { email: ['b'] }], undefined],
])('ends when every page is the same one, with %s', async (_claim, data, metadata) => {
	expect((await fetchFrom(() => ({ data, metadata }))).records).toEqual(data);
});

test.each([undefined, 1000])('a page rejected before the total %s is an error', async (total) => {
	const fetched = fetchFrom((page) => {
		if (page === 1) return { success: true, data: contacts(100), metadata: { total } };
		return failed({ status: 422, scope: 'units' });
	});
	await expect(fetched).rejects.toThrow('No');
});

test('a page rejected after a short one is the end, as the total may be too high', async () => {
	const fetched = await fetchFrom((page, per) => {
		if (page <= 2) return holding(150, { metadata: withTotal(1000) })(page, per);
		return failed({ status: 404, scope: 'units' });
	});
	expect(fetched.records).toEqual(contacts(150));
});

describe('without metadata, after a first page with fewer records than asked for', () => {
	const answerFrom =
		(failedPage: number, failure: Partial<Failed>) => (page: number, per: number) =>
			page === failedPage
				? failed(failure)
				: holding(60, { maxPer: 30, metadata: noMetadata })(page, per);

	test.each<[Partial<Failed>, mayBeIncomplete: boolean]>([
		[{ scope: 'units', status: 404 }, false],
		[{ kind: 'notSent', status: 500 }, true],
	])('the second may fail: %j', async (failure, mayBeIncomplete) => {
		const fetched = await fetchFrom(answerFrom(2, failure));
		expect(fetched).toMatchObject({ records: contacts(30), pages: [1, 2], mayBeIncomplete });
	});

	test.each<[page: number, Partial<Failed>]>([
		[2, { scope: 'run', status: 401 }],
		[3, { kind: 'notSent', status: 500 }],
	])('page %i must not fail: %j', async (page, failure) => {
		await expect(fetchFrom(answerFrom(page, failure))).rejects.toThrow('No');
	});
});

describe('a page past the total', () => {
	const LAST = 2;

	test.each([
		['the last one again', LAST],
		['the first one again', 1],
	])('that is %s brings nothing, and is the end', async (_claim, repeated) => {
		const { records, pages, mayBeIncomplete } = await fetchFrom((page, per) =>
			holding(200)(page > LAST ? repeated : page, per),
		);
		expect(records).toEqual(contacts(200));
		expect(pages).toEqual([1, 2, 3]);
		expect(mayBeIncomplete).toBe(false);
	});

	test.each<[Failed['kind'], Failed['scope'], outcome: 'end' | 'unread end' | 'error']>([
		['rejected', 'units', 'end'],
		['rejected', 'request', 'unread end'],
		['rejected', 'run', 'error'],
		['notSent', 'request', 'unread end'],
	])('that is %s, which concerns the %s, is the %s', async (kind, scope, outcome) => {
		for (const total of [200, 100]) {
			const fetched = fetchFrom((page, per) => {
				if (page <= LAST) return holding(200, { metadata: withTotal(total) })(page, per);
				return failed({ kind, scope });
			});
			if (outcome === 'error') await expect(fetched).rejects.toThrow('No');
			else
				expect(await fetched).toMatchObject({
					records: contacts(200),
					pages: [1, 2, 3],
					mayBeIncomplete: outcome === 'unread end',
				});
		}
	});

	test('is tried as often as any other once the total has proved too low', async () => {
		const { asked, maxRetries } = await fetchFrom(holding(450, { metadata: withTotal(200) }));
		expect(asked).toHaveLength(5);
		expect(maxRetries).toEqual([undefined, undefined, 1, undefined, undefined]);
	});
});

test.each([
	[250, 260, undefined, true],
	[250, 260, 200, false],
	[100, 200_000_000, undefined, true],
])(
	'of %i records, counted as %i, with the limit %s, some may be missing: %s',
	async (held, total, limit, mayBeIncomplete) => {
		const fetched = await fetchFrom(holding(held, { metadata: withTotal(total) }), { limit });
		expect(fetched.mayBeIncomplete).toBe(mayBeIncomplete);
		// No more than twenty are asked for ahead.
		expect(fetched.pages.length).toBeLessThanOrEqual(21);
	},
);

test('asks no sibling of a page that failed any more', async () => {
	const signals: Array<AbortSignal | undefined> = [];
	const client: Client = {
		async send({ qs, signal }: ServiceRequest) {
			signals.push(signal);
			const page = Number(qs?.page);
			if (page > 3) await new Promise(() => {});
			const gone = failed({ kind: 'notSent', problem: 'Gone', status: 500 });
			return await Promise.resolve(outcomeOf(page === 3 ? gone : holding(1000)(page, 100)));
		},
	};
	await expect(fetch(client)).rejects.toThrow('Gone');
	expect(signals).toHaveLength(4);
	expect(signals.every((signal) => signal?.aborted)).toBe(true);
});

test('reads a page of more records than a function takes arguments', async () => {
	const data = Array.from({ length: 200_000 }, (_, index) => ({ email: `a${index}@example.com` }));
	const pages = [data, []];
	const send = async () => await Promise.resolve(outcomeOf({ data: pages.shift() ?? [] }));
	const fetched = await fetch({ send });
	expect(fetched.records).toHaveLength(data.length);
});
