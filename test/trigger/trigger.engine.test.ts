import { Ajv } from 'ajv';
import type { IDataObject } from 'n8n-workflow';
import schema from '../../nodes/MailroomTrigger/__schema__/v1.0.0.json';
import { contactFields } from '../../sandbox/endpoints/contacts/contactFields';
import { useSandbox } from '../support/useSandbox';
import { TestTrigger, type TriggerSettings } from './pollTrigger';

const service = useSandbox();

const ALL = [
	'contactAdded',
	'contactUpdated',
	'contactRemoved',
	'subscribed',
	'unsubscribed',
	'bounced',
];

const triggerOn = (events: string[], settings: Partial<TriggerSettings> = {}) =>
	new TestTrigger(events, { credential: service.credential, ...settings });

/** A trigger whose baseline is taken. */
const watching = async (events = ALL, settings: Partial<TriggerSettings> = {}) => {
	const trigger = triggerOn(events, settings);
	expect(await trigger.poll()).toEqual([]);
	return trigger;
};

const add = (name: string, ...subscribedToLists: string[]) =>
	service.sandbox.store.addContact({ email: `${name}@example.com`, name, subscribedToLists });

const contact = (name: string) => {
	const found = service.sandbox.store.findContact(`${name}@example.com`);
	if (!found) throw new Error(`There is no ${name}`);
	return found;
};

/** e.g. `subscribed ada newsletter`. */
const told = (items: IDataObject[]) =>
	items.map(({ event, contact, list }) =>
		[event, String((contact as IDataObject).email).split('@')[0], list].filter(Boolean).join(' '),
	);

/** Lets the next page be this one, whatever the service has. */
const answerWith = (data: object[], { total = data.length, times = 1, skip = 0 } = {}) => {
	const body = { success: true, data, metadata: { page: 1, per: 100, total } };
	service.sandbox.faults.add({ endpoint: 'GET /contacts', status: 200, body, times, skip });
};

/** Lets the next page be of Ada, Grace and Joan, with these custom properties. */
const answerWithProperties = (...properties: Array<IDataObject | undefined>) =>
	answerWith(
		properties.map((customProperties, index) => ({
			email: `${['ada', 'grace', 'joan'][index]}@example.com`,
			customProperties,
		})),
	);

/** Lets the next scan see such a field of every contact. */
const answerAllWith = (field: string, value: unknown) =>
	answerWith(
		[...service.sandbox.store.contacts.values()].map((one) => ({ ...one, [field]: value })),
	);

// `version` is n8n's own word: it counts the changes of a schema.
const fits = new Ajv({ allowUnionTypes: true }).addKeyword('version').compile({
	...schema,
	additionalProperties: false,
	properties: {
		...schema.properties,
		contact: { ...schema.properties.contact, additionalProperties: false },
	},
});

/** Fields missing in n8n's preview of the output. */
const misfits = (items: IDataObject[]) => items.filter((item) => !fits(item));

describe('a scan', () => {
	test('tells each change once', async () => {
		for (const name of ['ada', 'grace', 'joan', 'mary', 'rosa']) add(name, 'newsletter');
		const trigger = await watching();
		add('new', 'newsletter', 'product-updates');
		contact('ada').name = 'Ada Example';
		contact('grace').subscribedToLists = ['important', 'product-updates'];
		contact('joan').hardBouncedAt = '2026-05-01T10:00:00.000Z';
		contact('mary').customProperties.plan = 'pro';
		service.sandbox.store.deleteContact('rosa@example.com');

		const items = await trigger.poll();
		expect(misfits(items)).toEqual([]);
		expect(told(items).sort()).toEqual([
			'bounced joan',
			'contactAdded new',
			'contactUpdated ada',
			'contactUpdated mary',
			'subscribed grace product-updates',
			'subscribed new newsletter',
			'subscribed new product-updates',
			'unsubscribed grace newsletter',
		]);
		const removed = await trigger.poll();
		expect(misfits(removed)).toEqual([]);
		expect(removed).toMatchObject([{ event: 'contactRemoved' }]);
		expect(removed[0].contact).toEqual({ email: 'rosa@example.com' });
		expect(await trigger.poll()).toEqual([]);
	});

	test('gives the event, its identity, the time, the list and the contact as Get gives it', async () => {
		const trigger = await watching();
		add('ada', 'newsletter');
		const [item] = await trigger.poll();

		expect(item).toEqual({
			event: 'contactAdded',
			eventId: expect.stringMatching(/^[0-9a-f]{32}$/),
			detectedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
			contact: contactFields(contact('ada')),
		});
	});

	test.each([
		[['newsletter'], ['subscribed ada newsletter']],
		['newsletter, important', ['subscribed ada important', 'subscribed ada newsletter']],
		[[], ['subscribed ada newsletter', 'subscribed ada product-updates']],
	])('tells of the lists %j', async (lists, expected) => {
		const trigger = await watching(['subscribed'], { parameters: { lists } });
		add('ada', 'newsletter', 'product-updates');
		expect(told(await trigger.poll())).toEqual(expected);
	});

	test('has no event for contacts that existed before the first scan', async () => {
		add('ada', 'newsletter');
		const trigger = await watching(['bounced']);
		add('grace', 'newsletter');
		expect(await trigger.poll()).toEqual([]);
		const other = triggerOn(ALL, { state: trigger.state });
		expect(await other.poll()).toEqual([]);
		service.sandbox.store.deleteContact('grace@example.com');
		expect(await other.poll()).toEqual([]);
		expect(told(await other.poll())).toEqual(['contactRemoved grace']);
	});
});

describe('the identity of an event', () => {
	test('is the same when a poll that was lost is repeated', async () => {
		add('ada', 'newsletter');
		const trigger = await watching();
		const state = structuredClone(trigger.state);
		contact('ada').subscribedToLists = ['important'];
		const ids = async (one: TestTrigger) => (await one.poll()).map(({ eventId }) => eventId);

		const [first] = await ids(trigger);
		expect(await ids(triggerOn(ALL, { state }))).toEqual([first]);
	});

	test('is the same when the values of a repeated poll are written differently, and another one for other values', async () => {
		const answer = (name: string, customProperties?: IDataObject) =>
			answerWith([{ email: 'ada@example.com', name, customProperties }]);
		answer('Ada', { seats: 30 });
		const { state } = await watching();
		const idOfNext = async () => {
			const [item] = await triggerOn(ALL, { state: structuredClone(state) }).poll();
			expect(item.event).toBe('contactUpdated');
			return item.eventId;
		};
		const renamed = { seats: 30 };
		answer('Ada Example', renamed);
		const id = await idOfNext();
		for (const properties of [{ seats: '30' }, undefined]) {
			answer('Ada Example ', properties);
			expect(await idOfNext()).toBe(id);
		}
		answer('Ada Sample', renamed);
		expect(await idOfNext()).not.toBe(id);
	});

	test('is another one where all was forgotten, and of a test event', async () => {
		const trigger = await watching(['contactAdded']);
		add('ada');
		const found = await trigger.poll();
		service.sandbox.store.deleteContact('ada@example.com');
		const anew = triggerOn(['contactAdded'], { state: { contacts: 'lost' } });
		expect(await anew.poll()).toEqual([]);
		add('ada');
		found.push(...(await anew.poll()), ...(await anew.poll('manual')));
		expect(told(found)).toEqual(['contactAdded ada', 'contactAdded ada', 'contactAdded sample']);
		expect(new Set(found.map(({ eventId }) => eventId)).size).toBe(3);
	});

	test('is another one when the same happens again', async () => {
		add('grace');
		const trigger = await watching(['contactAdded', 'contactRemoved', 'unsubscribed']);
		const ids = [];
		for (let round = 0; round < 3; round++) {
			add('ada', 'newsletter');
			ids.push(...(await trigger.poll()));
			contact('ada').subscribedToLists = ['important'];
			ids.push(...(await trigger.poll()));
			service.sandbox.store.deleteContact('ada@example.com');
			for (let scan = 0; scan < 2; scan++) ids.push(...(await trigger.poll()));
		}
		expect(ids).toHaveLength(9);
		expect(new Set(ids.map(({ eventId }) => eventId)).size).toBe(9);
	});
});

describe('no event that never was', () => {
	test('when a scan fails in the middle: it has not been, and says why', async () => {
		service.sandbox.store.addContacts(350);
		const trigger = await watching();
		const before = structuredClone(trigger.state);
		add('new');
		service.sandbox.faults.add({ endpoint: 'GET /contacts', skip: 2, status: 400 });

		await expect(trigger.poll()).rejects.toThrow(/status 400/);
		expect(trigger.state).toEqual(before);
		expect(told(await trigger.poll())).toEqual(['contactAdded new']);
	});

	test.each([
		['200 three times, and then right', [200, 200, 200, 205, 205]],
		['100 for good', [100, 100, 100, 100, 100]],
		['0, once', [205, 0, 205, 205, 205]],
		['too high, once', [205, 300, 205, 205, 205]],
		['too high, for good', [206, 206, 206, 206, 206]],
	])('when the service has 205 contacts, and counts %s', async (_, totals) => {
		service.sandbox.store.addContacts(205, { subscribedToLists: ['newsletter'] });
		const all = [...service.sandbox.store.contacts.values()];
		const trigger = triggerOn(ALL);
		for (const total of totals) {
			for (let page = 0; page < 3; page++) {
				answerWith(all.slice(100 * page, 100 * (page + 1)), { total });
			}
			expect(await trigger.poll()).toEqual([]);
			service.sandbox.faults.clear();
		}
		add('new');
		expect(told(await trigger.poll())).toEqual(['contactAdded new']);
	});

	test.each([
		['one too high', 1],
		['pages too high', 300],
		['one too low', -1],
	])('nor is one missed after the first poll because the total is %s', async (_, error) => {
		service.sandbox.store.addContacts(205);
		const trigger = triggerOn(ALL);
		const poll = async () => {
			const all = [...service.sandbox.store.contacts.values()];
			service.sandbox.faults.clear();
			for (let scan = 0; scan < 2; scan++) {
				for (let page = 0; page < Math.ceil((all.length + Math.max(error, 0)) / 100); page++) {
					answerWith(all.slice(100 * page, 100 * (page + 1)), { total: all.length + error });
				}
			}
			return told(await trigger.poll());
		};
		expect(await poll()).toEqual([]);
		add('new');
		expect(await poll()).toEqual(['contactAdded new']);
		expect(await poll()).toEqual([]);
	});

	test.each([undefined, [null], [{ name: 'newsletter' }], ['newsletter', 1]])(
		'when the lists of contacts are %j for one scan, the first or a later one',
		async (...lists) => {
			const value = lists[0] === undefined ? undefined : lists;
			add('ada', 'newsletter');
			answerAllWith('subscribedToLists', value);
			const trigger = await watching();
			expect(await trigger.poll()).toEqual([]);
			contact('ada').subscribedToLists = ['important'];
			answerAllWith('subscribedToLists', value);
			expect(await trigger.poll()).toEqual([]);
			expect(told(await trigger.poll())).toEqual(['unsubscribed ada newsletter']);
		},
	);

	const spellings: Array<[before: IDataObject, after: IDataObject]> = [
		[{ seats: 30 }, { seats: '30' }],
		[{ isOwner: true }, { isOwner: 'true' }],
		[{ plan: 'pro' }, { plan: ' pro\n', note: '', phone: null, address: ' ' }],
		[
			{ first: 1, second: 2 },
			{ second: 2, first: 1 },
		],
		[{ renewsAt: '2026-12-01T15:00:00Z' }, { renewsAt: '2026-12-01T15:00:00.000Z' }],
		[{ renewsAt: '2026-12-01T15:00:00Z' }, { renewsAt: '2026-12-01T16:00:00+01:00' }],
		[{ renewsAt: '2026-12-01T15:00:00.750Z' }, { renewsAt: '2026-12-01T15:00:00Z' }],
		[{ renewsAt: '2026-99-01T15:00:00Z' }, { renewsAt: ' 2026-99-01T15:00:00Z' }],
		[{ shop: { floor: 1, open: true } }, { shop: { open: 'true', floor: '1', owner: null } }],
		[
			{ tags: [1, 'a'], orders: [] },
			{ tags: ['1', 'a'], history: {} },
		],
	];

	test.each(spellings)('when %j is written as %j', async (before, after) => {
		answerWithProperties(before);
		const trigger = await watching();
		answerWithProperties(after);
		expect(await trigger.poll()).toEqual([]);
		answerWithProperties(before);
		expect(await trigger.poll()).toEqual([]);
	});

	test('when fields are written in another way', async () => {
		const ada = { email: 'ada@example.com', customProperties: {} };
		answerWith([{ ...ada, userId: 42, languageCode: 'en_US', name: '', avatarUrl: null }]);
		const trigger = await watching();
		answerWith([{ ...ada, userId: '42', languageCode: 'en-us', name: null, avatarUrl: ' ' }]);
		expect(await trigger.poll()).toEqual([]);
		answerWith([{ ...ada, userId: 42, languageCode: 'en-US' }]);
		expect(await trigger.poll()).toEqual([]);
	});

	test.each([undefined, null, '', ['plan']])(
		'when the custom properties of contacts are %j for one scan, the first or a later one',
		async (value) => {
			add('ada').customProperties = { plan: 'pro' };
			add('grace').customProperties = { plan: 'pro' };
			answerAllWith('customProperties', value);
			const trigger = await watching();
			expect(await trigger.poll()).toEqual([]);
			contact('ada').name = 'Ada Example';
			contact('grace').customProperties = { plan: 'free' };
			answerAllWith('customProperties', value);
			expect(told(await trigger.poll())).toEqual(['contactUpdated ada']);
			expect(told(await trigger.poll())).toEqual(['contactUpdated grace']);
			expect(await trigger.poll()).toEqual([]);
		},
	);

	test('nor is one missed where the service leaves out what is empty', async () => {
		const plan = { plan: 'pro' };
		answerWithProperties(undefined, undefined);
		const trigger = await watching(['contactAdded', 'contactUpdated']);
		answerWithProperties(plan, undefined);
		expect(told(await trigger.poll())).toEqual(['contactUpdated ada']);
		answerWithProperties(plan, undefined, undefined);
		expect(told(await trigger.poll())).toEqual(['contactAdded joan']);
		answerWithProperties(plan, plan, plan);
		expect(told(await trigger.poll())).toEqual(['contactUpdated grace', 'contactUpdated joan']);
	});

	test.each([
		[{ plan: 'pro' }, { plan: 'free' }],
		[{ plan: 'pro' }, { plan: null }],
		[{ plan: 'pro' }, {}],
		[{}, { plan: 'pro' }],
		[{ seats: 30 }, { seats: 30.5 }],
		[{ seats: 0 }, { seats: null }],
		[{ zip: '01234' }, { zip: '1234' }],
		[{ release: '1.10' }, { release: '1.1' }],
		[{ code: 'a' }, { code: 'A' }],
		[{ plan: 'pro' }, { Plan: 'pro' }],
		[
			{ first: 'a', last: 'b' },
			{ first: 'b', last: 'a' },
		],
		[{ renewsAt: '2026-12-01T15:00:00Z' }, { renewsAt: '2026-12-01T15:00:01Z' }],
		[{ tags: ['a', 'b'] }, { tags: ['b', 'a'] }],
		[{ tags: ['a', null] }, { tags: [null, 'a'] }],
		[{ shop: { floor: 1 } }, { shop: { floor: 2 } }],
	])('nor is one missed when %j becomes %j', async (before, after) => {
		answerWithProperties(before);
		const trigger = await watching();
		answerWithProperties(after);
		expect(told(await trigger.poll())).toEqual(['contactUpdated ada']);
	});

	test.each([{ name: 'nobody' }, { email: '', name: 'nobody' }, { email: 'CONTACT2@example.com' }])(
		'nor is one missed because of a record like %j',
		async (odd) => {
			service.sandbox.store.addContacts(3);
			const all = [...service.sandbox.store.contacts.values()];
			const there = (...contacts: object[]) => answerWith([...contacts, odd]);
			const trigger = triggerOn(ALL);
			there(...all);
			expect(await trigger.poll()).toEqual([]);
			there(...all.slice(1));
			expect(await trigger.poll()).toEqual([]);
			there(...all.slice(1));
			expect(told(await trigger.poll())).toEqual(['contactRemoved contact1']);
			there(...all);
			expect(told(await trigger.poll())).toEqual(['contactAdded contact1']);
			expect(service.received.filter(({ path }) => path === '/contacts')).toHaveLength(4);
		},
	);

	test('nor is one missed where a page past the end is the last one again', async () => {
		service.sandbox.store.addContacts(100);
		const all = [...service.sandbox.store.contacts.values()];
		const trigger = await watching(['contactAdded']);
		const withoutFirst = [...all.slice(1), { email: 'new@example.com' }];
		for (let scan = 0; scan < 2; scan++) {
			answerWith(withoutFirst, { total: 100, times: 2 });
			expect(told(await trigger.poll())).toEqual(scan === 0 ? ['contactAdded new'] : []);
		}
		answerWith(all, { total: 100, times: 2 });
		expect(told(await trigger.poll())).toEqual(['contactAdded contact1']);
	});
});

describe('a page after the last that cannot be read', () => {
	const failAfter = (pages: number, times = 2) =>
		service.sandbox.faults.add({ endpoint: 'GET /contacts', skip: pages, status: 500, times });

	test('removes nobody', async () => {
		service.sandbox.store.addContacts(101);
		const trigger = await watching(['contactRemoved']);
		service.sandbox.store.deleteContact('contact1@example.com');
		for (let scan = 0; scan < 3; scan++) {
			failAfter(1);
			expect(await trigger.poll()).toEqual([]);
		}
		expect(await trigger.poll()).toEqual([]);
		expect(told(await trigger.poll())).toEqual(['contactRemoved contact1']);
	});

	test('invents no contact if more contacts can be read than the total', async () => {
		service.sandbox.store.addContacts(205);
		const all = [...service.sandbox.store.contacts.values()];
		const answerPages = (pages: number) => {
			service.sandbox.faults.clear();
			for (let page = 0; page < pages; page++) {
				answerWith(all.slice(100 * page, 100 * (page + 1)), { total: 100 });
			}
		};
		const trigger = triggerOn(ALL);
		answerPages(1);
		service.sandbox.faults.add({ endpoint: 'GET /contacts', status: 500, times: 2 });
		answerWith(all.slice(0, 100), { total: 100 });
		service.sandbox.faults.add({ endpoint: 'GET /contacts', status: 500, times: 2 });
		expect(await trigger.poll()).toEqual([]);
		for (let scan = 0; scan < 3; scan++) {
			answerPages(3);
			expect(await trigger.poll()).toEqual([]);
		}
		answerPages(3);
		answerWith([], { total: 100 });
		service.sandbox.faults.clear();
		add('new');
		expect(told(await trigger.poll())).toEqual(['contactAdded new']);
	});

	test('and never answers is the end when a whole poll has waited for it', async () => {
		service.sandbox.store.addContacts(100);
		const trigger = await watching(ALL, { budgetMs: 400 });
		contact('contact1').name = 'Changed';
		service.sandbox.faults.add({ endpoint: 'GET /contacts', skip: 1, silent: true, times: 9 });
		expect(told(await trigger.poll())).toEqual(['contactUpdated contact1']);
		expect(await trigger.poll()).toEqual([]);
		service.sandbox.faults.clear();
		contact('contact1').name = 'Changed again';
		expect(told(await trigger.poll())).toEqual(['contactUpdated contact1']);
	});
});

describe('what is known of the contacts', () => {
	test('contains no list without contacts', async () => {
		const ada = add('ada', 'newsletter');
		const trigger = await watching();
		expect(JSON.stringify(trigger.state)).toContain('newsletter');
		ada.subscribedToLists = ['important', 'product-updates'];
		await trigger.poll();
		expect(JSON.stringify(trigger.state)).not.toContain('newsletter');
		ada.subscribedToLists = ['important'];
		expect(told(await trigger.poll())).toEqual(['unsubscribed ada product-updates']);
	});

	test('belongs to a Base URL and a credential, but not to a key', async () => {
		add('ada');
		const { state } = await watching();
		add('grace');
		service.sandbox.keys.push('new-key');
		const credential = {
			...service.credential,
			apiKey: 'new-key',
			baseUrl: `${service.credential.baseUrl}/`,
		};
		const sameProject = triggerOn(ALL, { state: structuredClone(state), credential });
		expect(told(await sameProject.poll())).toEqual(['contactAdded grace']);

		const elsewhere = service.credential.baseUrl.replace('127.0.0.1', 'localhost');
		for (const other of [
			{ credentialId: '2' },
			{ credential: { ...service.credential, baseUrl: elsewhere } },
		]) {
			const trigger = triggerOn(ALL, { state: structuredClone(state), ...other });
			expect(await trigger.poll()).toEqual([]);
			add('joan');
			expect(told(await trigger.poll())).toEqual(['contactAdded joan']);
			service.sandbox.store.deleteContact('joan@example.com');
		}
	});

	test.each<[lists: number, perContact: number, maxBytes: number]>([
		[4, 4, 21],
		[40, 40, 64],
		[200, 100, 64],
		[2_000, 2, 64],
	])('of %i lists, %i a contact, takes %i bytes a contact at most', async (count, each, most) => {
		const { store } = service.sandbox;
		const lists = Array.from({ length: count }, (_, index) => `l-${index}`);
		for (const name of lists) store.addList({ name, title: name });
		for (let number = 0; number < 2000; number++) {
			const place = (index: number) => (7 * number + 31 * index) % count;
			const subscribedToLists = lists.slice(0, each).map((_, index) => lists[place(index)]);
			const customProperties = { plan: 'pro', number };
			store.addContact({
				email: `contact${number}@example.com`,
				subscribedToLists,
				customProperties,
			});
		}
		const trigger = await watching(ALL.filter((event) => event !== 'contactRemoved'));
		const text = JSON.stringify(trigger.state);
		expect(Buffer.byteLength(text) / 2000).toBeLessThanOrEqual(most);
		expect(text).not.toMatch(/example|contact1/);
		expect(await trigger.poll()).toEqual([]);
	});

	test('holds addresses while removals are watched', async () => {
		add('ada');
		const { state } = await watching(['contactRemoved']);
		expect(JSON.stringify(state)).toContain('ada@example.com');
		await watching(['contactAdded'], { state });
		expect(JSON.stringify(state)).not.toContain('example.com');
	});

	test("is a first scan where it cannot be read, and n8n's log says so", async () => {
		service.sandbox.store.addContacts(30);
		const { state } = await watching();
		const { contacts } = state.contacts as IDataObject;
		Object.assign(state.contacts as IDataObject, { contacts: String(contacts).slice(1) });
		const trigger = triggerOn(ALL, { state });
		expect(await trigger.poll()).toEqual([]);
		expect(trigger.warnings).toEqual([expect.stringMatching(/can't read its stored state/)]);
		expect(await trigger.poll()).toEqual([]);
	});
});

test('two polls of one trigger do not overlap', async () => {
	service.sandbox.store.addContacts(250);
	const trigger = await watching();
	add('new');
	service.sandbox.settings.answerDelayMs = 100;
	const [one, other] = await Promise.all([trigger.poll(), trigger.poll()]);
	expect(told([...one, ...other])).toEqual(['contactAdded new']);
});

test('nor do those of a workflow that is switched off and on: n8n drops what the first finds, and the next finds the same', async () => {
	service.sandbox.store.addContacts(250);
	const before = await watching();
	add('new');
	const { state, workflowId } = before;
	const after = triggerOn(ALL, { state: structuredClone(state), workflowId });
	service.sandbox.settings.answerDelayMs = 100;
	const [[dropped], found] = await Promise.all([before.poll(), after.poll()]);
	expect(found).toMatchObject([{ event: 'contactAdded', eventId: dropped.eventId }]);
	const pages = service.received.slice(3).map(({ query }) => (query as { page: string }).page);
	expect(pages.slice(0, 3).sort()).toEqual(['1', '2', '3']);
});

test('a poll that fails says what is wrong', async () => {
	const credential = { ...service.credential, apiKey: 'wrong' };
	const trigger = triggerOn(ALL, { credential });
	const failure = await trigger.poll().catch((error: unknown) => error);

	expect(failure).toMatchObject({
		message: expect.stringMatching(/refused the API key/),
		description: 'Check the API key of the credential.',
	});
	expect(trigger.state).toEqual({});
	await expect(triggerOn([]).poll()).rejects.toThrow(/"Trigger On" is empty/);
});

describe('Fetch Test Event', () => {
	const sampled = async (events = ALL, lists: string[] = []) =>
		await triggerOn(events, { parameters: { lists } }).poll('manual');

	const sampleOf = async (event: string, ...lists: string[]) => {
		const [item] = await sampled([event], lists);
		return { list: item.list, contact: item.contact as IDataObject };
	};

	test('gives one sample for each chosen event with one request, marks it first, and stores nothing', async () => {
		service.sandbox.store.addContacts(150, { subscribedToLists: ['newsletter'] });
		const trigger = triggerOn([...ALL].reverse());
		const items = await trigger.poll('manual');

		expect(items.map(({ event }) => event)).toEqual([...ALL].reverse());
		expect(items.map((item) => Object.entries(item)[0])).toEqual(ALL.map(() => ['sample', true]));
		expect(items.filter((item) => 'list' in item).map(({ event }) => event)).toEqual([
			'unsubscribed',
			'subscribed',
		]);
		expect(misfits(items)).toEqual([]);
		expect(service.received).toHaveLength(1);
		expect(trigger.state).toEqual({});
	});

	test('shows no value of a real contact', async () => {
		const ada = add('ada', 'newsletter');
		Object.assign(ada, {
			userId: 'u-ada',
			languageCode: 'sv_SE',
			avatarUrl: 'https://ada.example',
		});
		ada.customProperties = { plan: 'pro', seats: 4711 };
		ada.hardBouncedAt = '2026-05-01T10:00:00.000Z';

		const items = await sampled(ALL);
		expect(told(items)).toEqual([
			'contactAdded sample',
			'contactUpdated sample',
			'contactRemoved sample',
			'subscribed sample newsletter',
			'unsubscribed sample newsletter',
			'bounced sample',
		]);
		const contacts = JSON.stringify(items.map(({ contact }) => contact));
		expect(contacts).not.toMatch(/ada|sv_|pro"|4711|2026-05-01/);
	});

	test('makes up a contact to which the event has happened, on a list of the project', async () => {
		add('ada', 'product-updates');
		expect(await sampleOf('unsubscribed')).toMatchObject({
			list: 'product-updates',
			contact: { subscribedToLists: ['important'], hardBouncedAt: null },
		});
		expect(await sampleOf('subscribed', 'newsletter')).toMatchObject({
			list: 'newsletter',
			contact: { subscribedToLists: ['important', 'newsletter'] },
		});
		expect(await sampleOf('bounced')).toMatchObject({
			list: undefined,
			contact: { hardBouncedAt: expect.stringMatching(/^\d{4}-/) },
		});
		expect((await sampleOf('contactRemoved')).contact).toEqual({ email: 'sample@example.com' });
	});

	test("has the project's custom properties with values of its own", async () => {
		add('ada').customProperties = { plan: 'pro', seats: null as unknown as number };
		add('grace').customProperties = { seats: 30, ['__proto__']: 'x' };
		const odd = { email: 'odd@example.com', customProperties: ['x'] };
		answerWith([...service.sandbox.store.contacts.values(), odd]);
		const { contact } = await sampleOf('contactUpdated');
		expect(contact.customProperties).toEqual({ plan: 'sample', seats: 1, ['__proto__']: 'sample' });
	});

	test.each([
		['the service has no contacts', []],
		['no record has an address', [{ email: null }, { email: ' ' }, {}]],
	])('makes up every sample if %s', async (_, records) => {
		answerWith(records);
		const items = await sampled();
		expect(misfits(items)).toEqual([]);
		expect(told(items)).toEqual([
			'contactAdded sample',
			'contactUpdated sample',
			'contactRemoved sample',
			'subscribed sample newsletter',
			'unsubscribed sample newsletter',
			'bounced sample',
		]);
	});

	test.each([429, 500])('asks twice at the most, of a service that answers %i', async (status) => {
		add('ada');
		service.sandbox.faults.add({ endpoint: 'GET /contacts', status, times: 9 });
		await expect(triggerOn(ALL).poll('manual')).rejects.toThrow(String(status));
		expect(service.received).toHaveLength(2);
	});

	test('asks again after one 429', async () => {
		add('ada');
		service.sandbox.faults.add({ endpoint: 'GET /contacts', status: 429 });
		expect(told(await sampled(['contactAdded']))).toEqual(['contactAdded sample']);
		expect(service.received).toHaveLength(2);
	});
});
