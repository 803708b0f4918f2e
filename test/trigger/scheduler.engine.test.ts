import { setTimeout as wait } from 'node:timers/promises';
import type { IDataObject } from 'n8n-workflow';
import { useSandbox } from '../support/useSandbox';
import { ScheduledTrigger } from './ScheduledTrigger';

const service = useSandbox();

const add = (name: string, ...subscribedToLists: string[]) =>
	service.sandbox.store.addContact({ email: `${name}@example.com`, name, subscribedToLists });

/** e.g. `contactAdded ada`. */
const told = (items: IDataObject[]) =>
	items.map(
		({ event, contact }) =>
			`${String(event)} ${String((contact as IDataObject).email).split('@')[0]}`,
	);

const pages = () => service.received.filter(({ path }) => path === '/contacts').length;

describe.each([
	['without durable cursors', false],
	['with durable cursors', true],
])("under n8n's newer scheduler %s", (_, hasDurableCursors) => {
	const triggerOn = (
		events: string[],
		settings: Partial<ConstructorParameters<typeof ScheduledTrigger>[1]> = {},
	) =>
		new ScheduledTrigger(events, {
			...{ credential: service.credential, hasDurableCursors },
			...settings,
		});

	test('publishing stores the first scan and starts nothing; a poll that finds nothing new starts nothing', async () => {
		add('ada', 'newsletter');
		const trigger = triggerOn(['contactAdded']);
		expect(await trigger.publish()).toEqual([]);
		expect(await trigger.poll()).toEqual([]);
		expect(trigger.emptyExecutions).toBe(0);
		add('grace');
		expect(told(await trigger.poll())).toEqual(['contactAdded grace']);
		expect(await trigger.poll()).toEqual([]);
		expect(trigger.emptyExecutions).toBe(0);
	});

	test('a contact that two scans lack is removed', async () => {
		add('ada');
		add('grace');
		const trigger = triggerOn(['contactRemoved']);
		await trigger.publish();
		service.sandbox.store.deleteContact('grace@example.com');
		expect(await trigger.poll()).toEqual([]);
		expect(told(await trigger.poll())).toEqual(['contactRemoved grace']);
		expect(await trigger.poll()).toEqual([]);
	});

	test('a contact that has joined a list without an event leaves it with one', async () => {
		add('ada');
		const trigger = triggerOn(['unsubscribed']);
		await trigger.publish();
		const ada = service.sandbox.store.findContact('ada@example.com');
		if (!ada) throw new Error('There is no ada');
		ada.subscribedToLists = ['important', 'newsletter'];
		add('grace', 'newsletter');
		expect(await trigger.poll()).toEqual([]);
		ada.subscribedToLists = ['important'];
		expect(told(await trigger.poll())).toEqual(['unsubscribed ada']);
	});

	test('a scan that takes several polls goes on where it was, also the first one', async () => {
		service.sandbox.store.addContacts(4_990);
		const trigger = triggerOn(['contactAdded'], { budgetMs: 2_500 });
		let polls = 0;
		for (; pages() < 50; polls++) expect(await trigger.poll()).toEqual([]);
		expect(polls).toBeGreaterThan(1);
		expect(pages()).toBeLessThan(50 + 2 * polls);
		add('new');
		const found: IDataObject[] = [];
		for (let poll = 0; poll < 2 * polls + 1; poll++) found.push(...(await trigger.poll()));
		expect(told(found)).toEqual(['contactAdded new']);
	});

	test('a poll with a long budget is a scheduled one, too', async () => {
		service.sandbox.store.addContacts(2_000);
		service.sandbox.settings.answerDelayMs = 15_000;
		const trigger = triggerOn(['contactRemoved'], { budgetMs: 240_000 });
		expect(await trigger.poll()).toEqual([]);
		expect([pages(), trigger.emptyExecutions]).toEqual([21, 1]);
		service.sandbox.settings.answerDelayMs = 0;
		service.sandbox.store.deleteContact('contact7@example.com');
		expect(await trigger.poll()).toEqual([]);
		expect(told(await trigger.poll())).toEqual(['contactRemoved contact7']);
	});

	test('a long first scan goes on after publishing, while scheduled polls leave at once', async () => {
		service.sandbox.store.addContacts(2_000);
		service.sandbox.settings.answerDelayMs = 15_000;
		const trigger = triggerOn(['contactAdded']);
		expect(await trigger.publish()).toEqual([]);
		const polled = trigger.poll();
		service.sandbox.settings.answerDelayMs = 0;
		expect(await polled).toEqual([]);
		expect(pages()).toBeLessThan(20);
		await wait(60_000);
		expect(pages()).toBeGreaterThan(20);
		expect(trigger.emptyExecutions).toBe(1);
		add('new');
		expect(told(await trigger.poll())).toEqual(['contactAdded new']);
	});

	test('a poll that begins while another runs tells nothing twice', async () => {
		add('ada');
		const trigger = triggerOn(['contactAdded']);
		await trigger.publish();
		add('grace');
		service.sandbox.settings.answerDelayMs = 1_000;
		const found = await Promise.all([trigger.poll(), trigger.poll()]);
		expect(told(found.flat())).toEqual(['contactAdded grace']);
		expect(await trigger.poll()).toEqual([]);
	});

	test('a scan that fails is not stored, and what it would have found is told later', async () => {
		service.sandbox.store.addContacts(250);
		const trigger = triggerOn(['contactAdded']);
		await trigger.publish();
		add('new');
		service.sandbox.faults.add({ endpoint: 'GET /contacts', skip: 2, status: 400 });
		await expect(trigger.poll()).rejects.toThrow(/status 400/);
		expect(told(await trigger.poll())).toEqual(['contactAdded new']);
	});

	test('"Always Output Data" would let n8n pass on an empty item: the log says what it costs', async () => {
		add('ada');
		const node = { alwaysOutputData: true };
		const trigger = triggerOn(['contactRemoved'], { node });
		await trigger.publish();
		service.sandbox.store.deleteContact('ada@example.com');
		add('grace');
		expect(await trigger.poll()).toEqual([]);
		expect(trigger.emptyExecutions).toBe(0);
		expect(trigger.warnings).toEqual([expect.stringMatching(/has "Always Output Data" on/)]);
	});
});
