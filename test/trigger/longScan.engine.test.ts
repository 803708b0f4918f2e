import { setTimeout as wait } from 'node:timers/promises';
import type { IDataObject } from 'n8n-workflow';
import { useSandbox } from '../support/useSandbox';
import { TestTrigger, type TriggerSettings } from './pollTrigger';

/** In pages of 100, of which the last is not full. */
const CONTACTS = 4_990;
const PAGES = Math.ceil(CONTACTS / 100);
/** For half of them, at ten a second. */
const BUDGET_MS = PAGES * 50;

const service = useSandbox();

/** A trigger whose scans take longer than n8n gives a poll. */
const trigger = () => {
	service.sandbox.store.addContacts(CONTACTS);
	const events = ['contactAdded', 'contactRemoved', 'subscribed'];
	return new TestTrigger(events, { credential: service.credential, budgetMs: BUDGET_MS });
};

/** The numbers of the pages of contacts that were asked for. */
const pages = () =>
	service.received
		.filter(({ path }) => path === '/contacts')
		.map(({ query }) => Number((query as { page: string }).page));

test('a scan goes on at the next polls, where it was; n8n stores each part', async () => {
	const watch = trigger();
	let polls = 0;
	for (; pages().length < PAGES; polls++) expect(await watch.poll()).toEqual([]);
	expect(polls).toBeGreaterThanOrEqual(2);
	expect(polls).toBeLessThanOrEqual(5);
	expect(watch.emptyExecutions).toBe(polls);

	service.sandbox.store.addContact({ email: 'new@example.com', name: 'new' });
	const found: IDataObject[] = [];
	const before = watch.emptyExecutions;
	let later = 0;
	for (; pages().length < 2 * PAGES + 2; later++) found.push(...(await watch.poll()));
	expect(found.map(({ event }) => event)).toEqual(['contactAdded']);
	expect(watch.emptyExecutions - before).toBe(later - 1);
});

describe('n8n publishes a workflow with its first poll', () => {
	/** With n8n's five minutes for other polls than those of its newer scheduler. */
	const published = (settings: Partial<TriggerSettings> = {}) =>
		new TestTrigger(['contactAdded'], {
			...{ credential: service.credential, budgetMs: 300_000 },
			...settings,
		});

	const slowly = async (poll: () => Promise<unknown>) => {
		service.sandbox.settings.answerDelayMs = 15_000;
		const start = performance.now();
		await poll();
		service.sandbox.settings.answerDelayMs = 0;
		return performance.now() - start;
	};

	test('which ends within a minute; the rest of the first scan follows at once, and is stored once', async () => {
		service.sandbox.store.addContacts(2_000);
		const watch = published();
		const ms = await slowly(async () => expect(await watch.poll()).toEqual([]));
		expect(ms).toBeLessThan(62_000);
		expect(pages().length).toBeLessThan(20);
		expect(watch.emptyExecutions).toBe(0);
		await wait(60_000);
		expect(pages().length).toBeGreaterThan(20);
		expect(watch.emptyExecutions).toBe(1);

		const { state, workflowId } = watch;
		const again = published({ state: structuredClone(state), workflowId });
		service.sandbox.store.addContact({ email: 'new@example.com' });
		const found = [...(await again.poll()), ...(await again.poll())];
		expect(found).toMatchObject([{ contact: { email: 'new@example.com' } }]);
		expect(watch.emptyExecutions + again.emptyExecutions).toBe(1);
	});

	test('and stores the rest of no first scan that another publishing goes on with', async () => {
		service.sandbox.store.addContacts(2_000);
		const watch = published();
		service.sandbox.settings.answerDelayMs = 15_000;
		expect(await watch.poll()).toEqual([]);
		const read = pages().length;
		await wait(50_000);
		expect(pages().length).toBeGreaterThan(read + 3);
		const { state, workflowId } = watch;
		const again = published({ state: structuredClone(state), workflowId });
		expect(await again.poll()).toEqual([]);
		service.sandbox.settings.answerDelayMs = 0;
		await wait(60_000);
		expect([watch.emptyExecutions, again.emptyExecutions]).toEqual([0, 1]);
	});

	test('and stores the rest of none that another publishing has waited for', async () => {
		service.sandbox.store.addContacts(2_000);
		const watch = published();
		service.sandbox.settings.answerDelayMs = 15_000;
		const first = watch.poll();
		await wait(1_000);
		const { state, workflowId } = watch;
		const again = published({ state: structuredClone(state), workflowId });
		await Promise.allSettled([first, again.poll()]);
		service.sandbox.settings.answerDelayMs = 0;
		await wait(60_000);
		expect(watch.emptyExecutions).toBe(0);
	});

	test('and reads the first scan afterward if its minute passes while another poll runs', async () => {
		const watch = published();
		expect(await watch.poll()).toEqual([]);
		service.sandbox.store.addContacts(2_000);
		service.sandbox.settings.answerDelayMs = 20_000;
		const running = watch.poll();
		await wait(1_000);
		const again = published({ workflowId: watch.workflowId });
		const ending = again.poll();
		// It doesn't wait for the other one any longer.
		expect(await Promise.race([ending, running])).toEqual([]);
		expect(again.emptyExecutions).toBe(0);
		expect(await running).toHaveLength(2_000);
		const read = pages().length;
		service.sandbox.settings.answerDelayMs = 0;
		await wait(60_000);
		expect(pages().length).toBeGreaterThan(read + 20);
		expect(again.emptyExecutions).toBe(1);
		service.sandbox.store.addContact({ email: 'new@example.com' });
		expect(await again.poll()).toMatchObject([{ contact: { email: 'new@example.com' } }]);
	});

	test('and leaves the rest to the next poll if it fails', async () => {
		service.sandbox.store.addContacts(2_000);
		const watch = published();
		await slowly(async () => expect(await watch.poll()).toEqual([]));
		service.sandbox.faults.add({ endpoint: 'GET /contacts', status: 401, times: 50 });
		await wait(60_000);
		expect(watch.emptyExecutions).toBe(0);
		service.sandbox.faults.clear();
		expect(await watch.poll()).toEqual([]);
		expect(watch.emptyExecutions).toBe(1);
	});

	test('and stores a shorter first scan by itself, also after failures', async () => {
		const watch = published();
		service.sandbox.faults.add({ endpoint: 'GET /contacts', status: 400 });
		await expect(watch.poll()).rejects.toThrow(/status 400/);
		expect(await watch.poll()).toEqual([]);
		expect(await watch.poll()).toEqual([]);
		expect(watch.emptyExecutions).toBe(0);
	});

	test('and later polls may take longer', async () => {
		service.sandbox.store.addContacts(2_000);
		const watch = published();
		expect(await watch.poll()).toEqual([]);
		service.sandbox.store.addContact({ email: 'new@example.com' });
		const ms = await slowly(async () => expect(await watch.poll()).toHaveLength(1));
		expect(ms).toBeGreaterThan(62_000);
	});

	test('but not with the poll that finds another Base URL in its credential', async () => {
		service.sandbox.store.addContact({ email: 'ada@example.com' });
		const watch = published();
		expect(await watch.poll()).toEqual([]);
		const credential = { ...service.credential };
		credential.baseUrl = credential.baseUrl.replace('127.0.0.1', 'localhost');
		watch.settings.credential = credential;
		expect(await watch.poll()).toEqual([]);
		expect(watch.emptyExecutions).toBe(1);
	});
});

test('"Always Output Data" would let n8n pass on an empty item, so the first scan is stored later', async () => {
	const events = ['contactAdded'];
	const settings = { credential: service.credential, budgetMs: 5_000 };
	const watch = new TestTrigger(events, { ...settings, node: { alwaysOutputData: true } });
	expect(await watch.poll()).toEqual([]);
	expect(watch.emptyExecutions).toBe(0);
});
