import { DateTime } from 'luxon';
import type {
	IDataObject as Data,
	INodeExecutionData,
	INodeParameters as Parameters,
} from 'n8n-workflow';
import { listSearch, loadOptions } from '../support/engine/loadMethods';
import { runOn } from '../support/engine/runNode';
import { always, type Answer, useAnswers } from '../support/useAnswers';
import { contactFields } from '../../sandbox/endpoints/contacts/contactFields';
import { useSandbox } from '../support/useSandbox';

const service = useSandbox();

const contacts = { resource: 'contact', operation: 'getAll' };

const run = async (parameters: Parameters, items: Data[] = [{}]) =>
	await runOn(service)(parameters, items, { after: '={{ $("Input").item.json.name }}' });

/** `page/per` of each request, in the order of the pages. */
const pages = () =>
	service.received
		.map(({ method, path, query }) => {
			const { page, per, ...rest } = query as Record<string, string>;
			return { method, path, page: Number(page), per: Number(per), rest };
		})
		.sort((one, other) => one.page - other.page)
		.map(({ method, path, page, per, rest }) => {
			expect({ method, rest }).toEqual({ method: 'GET', rest: {} });
			return `${path} ${page}/${per}`;
		});

const numbered = (count: number) =>
	Array.from({ length: count }, (_, index) => `contact${index + 1}@example.com`);

const emailsOf = (items: INodeExecutionData[]) => items.map(({ json }) => json.email);

describe('contact getAll', () => {
	test('returns the first 50 contacts as the service has them when nothing is filled in', async () => {
		service.sandbox.store.addContacts(60, { userId: '5', subscribedToLists: ['newsletter'] });
		const { error, items, raw } = await run(contacts);

		expect(error).toBeUndefined();
		expect(pages()).toEqual(['/contacts 1/50']);
		expect(emailsOf(items)).toEqual(numbered(50));
		const [first] = service.sandbox.store.contacts.values();
		expect(items[0].json).toEqual(contactFields(first));
		expect(raw?.[0].map(({ pairedItem }) => pairedItem)).toEqual(Array(50).fill({ item: 0 }));
	});

	test('returns the records that each of several items asks for, paired with it', async () => {
		service.sandbox.store.addContacts(4);
		const { items, raw, after } = await run(
			{ ...contacts, returnAll: '={{ $json.all }}', limit: '={{ $json.limit }}' },
			[
				{ name: 'three', all: false, limit: 3 },
				{ name: 'all', all: true },
				{ name: 'one', all: false, limit: 1 },
			],
		);

		expect(emailsOf(items)).toEqual([...numbered(3), ...numbered(4), ...numbered(1)]);
		const pairs = [0, 0, 0, 1, 1, 1, 1, 2];
		expect(raw?.[0].map(({ pairedItem }) => pairedItem)).toEqual(pairs.map((item) => ({ item })));
		expect(after).toEqual(pairs.map((item) => ['three', 'all', 'one'][item]));
	});
});

describe('a service whose total is not what it has', () => {
	const answers = useAnswers();

	/** Counts `total` on every page. */
	const serve = ({ held, total }: { held: number; total: number }) => {
		const { server } = answers;
		server.answer = ({ url = '' }, response) => {
			const page = Number(new URL(url, server.url).searchParams.get('page'));
			const emails = numbered(held).slice(100 * (page - 1), 100 * page);
			const data = emails.map((email) => ({ email }));
			response.end(JSON.stringify({ success: true, data, metadata: { page, per: 100, total } }));
		};
	};

	const getAll = async () => await runOn(answers)({ ...contacts, returnAll: true });

	const incomplete = expect.stringMatching(/^Records may be missing/);

	test('says that records may be missing if it counts more than it returns', async () => {
		serve({ held: 100, total: 200_000_000 });
		const { items, hints } = await getAll();
		expect(items).toHaveLength(100);
		expect(hints).toEqual([incomplete]);
	});

	test('says that records may be missing if some were deleted between two pages', async () => {
		const { server } = answers;
		server.answer = ({ url = '' }, response) => {
			const page = Number(new URL(url, server.url).searchParams.get('page'));
			const emails = numbered(200).slice(page === 1 ? 0 : 1);
			const data = emails.slice(100 * (page - 1), 100 * page).map((email) => ({ email }));
			const metadata = { page, per: 100, total: emails.length };
			response.end(JSON.stringify({ success: true, data, metadata }));
		};
		const { items, hints } = await getAll();

		expect(items).toHaveLength(199);
		expect(hints).toEqual([incomplete]);
	});

	test.each<[claim: string, answer: Answer, requests: number, hints: number]>([
		['has no data', always(200, '{"success":true,"data":null}'), 3, 0],
		['fails', always(500, '{"success":false,"reason":"no such page"}'), 4, 1],
	])('whose page after the last %s', async (_claim, answer, requests, hintCount) => {
		serve({ held: 200, total: 200 });
		const { server } = answers;
		const { answer: ofPages } = server;
		server.answer = (request, response, body) =>
			(request.url?.includes('page=3&') ? answer : ofPages)(request, response, body);
		const { error, items, hints } = await getAll();
		expect(error).toBeUndefined();
		expect(emailsOf(items)).toEqual(numbered(200));
		expect(server.received).toHaveLength(requests);
		expect(hints).toEqual(Array(hintCount).fill(incomplete));
	});
});

/** In the timezone that n8n has when none is set. */
const today = () => DateTime.now().setZone('America/New_York').toFormat('d LLL', { locale: 'en' });

describe('the drop-downs of lists', () => {
	beforeEach(() => {
		service.sandbox.store.addContact({
			email: 'ada@example.com',
			subscribedToLists: ['newsletter'],
		});
		service.sandbox.store.addContact({ email: 'grace@example.com' });
	});

	test('show titles with names and subscribers', async () => {
		service.sandbox.store.addList({ name: 'news-2', title: 'newsletter ' });
		const { credential } = service;
		const labels = [
			{ name: "Important: all contacts, can't be left (2 subscribers)", value: 'important' },
			{ name: 'Newsletter, newsletter (1 subscriber)', value: 'newsletter' },
			{ name: 'Product updates, product-updates (0 subscribers)', value: 'product-updates' },
			{ name: 'newsletter, news-2 (0 subscribers)', value: 'news-2' },
		];
		expect(await loadOptions('getLists', { credential })).toEqual(labels);
		// n8n keeps this name with the workflow, so it says of which day the number is.
		const results = labels.map(({ name, value }) => ({
			name: name.replace(')', ` on ${today()})`),
			value,
		}));
		expect(await listSearch('searchLists', { credential })).toEqual({ results });
		const found = await listSearch('searchLists', { credential, filter: 'newsletter' });
		expect(found).toEqual({ results: [results[1], results[3]] });
	});

	test.each([
		{ filter: 'NEWS', found: ['newsletter'] },
		{ filter: 'Product up', found: ['product-updates'] },
		{ filter: ' important ', found: ['important'] },
		{ filter: 'none of them', found: [] },
		{ filter: '', found: ['important', 'newsletter', 'product-updates'] },
	])('find "$filter" in titles and names', async ({ filter, found }) => {
		const { results } = await listSearch('searchLists', { credential: service.credential, filter });

		expect(results.map(({ value }) => value)).toEqual(found);
	});

	test('hold the lists of all pages', async () => {
		for (let number = 1; number <= 230; number++) {
			service.sandbox.store.addList({ name: `list-${number}`, title: `Title ${number}` });
		}
		const { credential } = service;
		expect(await loadOptions('getLists', { credential })).toHaveLength(233);
	});

	test.each([
		['the key is wrong', { apiKey: 'wrong-key' }, /API key \(status 401\)/],
		[
			'no server responds',
			{ baseUrl: 'http://127.0.0.1:1/v1' },
			/127\.0\.0\.1:1 refused the connection/,
		],
		['others could read the key', { baseUrl: 'http://mail.example.com/v1' }, /http:\/\//],
	])('show why there are no lists where %s', async (_, wrong, message) => {
		const credential = { ...service.credential, ...wrong };
		await expect(loadOptions('getLists', { credential })).rejects.toThrow(message);
		await expect(listSearch('searchLists', { credential })).rejects.toThrow(message);
	});

	test('need a credential', async () => {
		await expect(loadOptions('getLists')).rejects.toThrow(/credential/);
	});
});

describe('the custom properties to choose from', () => {
	test('are those that contacts have, each once, by name', async () => {
		const { store } = service.sandbox;
		store.addContact({
			email: 'ada@example.com',
			customProperties: { seats: 4, company: 'Engines' },
		});
		store.addContact({ email: 'grace@example.com', customProperties: { plan: 'pro', seats: 1 } });
		store.addContact({ email: 'nobody@example.com' });

		const options = await loadOptions('getCustomProperties', service);

		expect(options).toEqual([
			{ name: 'company', value: 'company' },
			{ name: 'plan', value: 'plan' },
			{ name: 'seats', value: 'seats' },
		]);
	});

	test('are looked for in the first 100 contacts, with one request', async () => {
		for (let number = 0; number < 120; number++) {
			service.sandbox.store.addContact({ email: `contact-${number}@example.com` });
		}
		const options = await loadOptions('getCustomProperties', service);

		expect(options).toEqual([]);
		expect(service.received).toHaveLength(1);
	});
});
