import type { IDataObject } from 'n8n-workflow';
import { useSandbox } from '../support/useSandbox';
import { TestTrigger } from './pollTrigger';

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

test('a scan goes on at the next polls, where it was', async () => {
	const watch = trigger();
	let polls = 0;
	for (; pages().length < PAGES; polls++) expect(await watch.poll()).toEqual([]);
	expect(polls).toBeGreaterThanOrEqual(2);
	expect(polls).toBeLessThanOrEqual(5);

	service.sandbox.store.addContact({ email: 'new@example.com', name: 'new' });
	const found: IDataObject[] = [];
	while (pages().length < 2 * PAGES + 2) found.push(...(await watch.poll()));
	expect(found.map(({ event }) => event)).toEqual(['contactAdded']);
});
