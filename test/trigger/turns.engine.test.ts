import { setTimeout as wait } from 'node:timers/promises';
import { runNode } from '../support/engine/runNode';
import { useSandbox } from '../support/useSandbox';
import { TestTrigger } from './pollTrigger';

const service = useSandbox();

const MINUTE_MS = 60_000;

/** Lets other requests have every turn: each 429 keeps the whole queue back for a minute. */
const block = async () => {
	const { credential } = service;
	service.sandbox.faults.add({
		...{ endpoint: 'GET /lists', status: 429, retryAfter: '60', times: 9 },
	});
	await runNode({
		...{ credential, node: { onError: 'continueRegularOutput' } },
		parameters: { resource: 'mailingList', operation: 'getAll' },
	});
};

const contactPages = () => service.received.filter(({ path }) => path === '/contacts').length;

/** Polls again and again for so long, while nothing else gets through. */
const pollWithoutTurns = async (watch: TestTrigger, minutes: number) => {
	const start = performance.now();
	const pages = contactPages();
	while (performance.now() - start < minutes * MINUTE_MS) {
		const blocked = block();
		await wait(100);
		expect(await watch.poll()).toEqual([]);
		await blocked;
	}
	expect(contactPages()).toBe(pages);
};

test("a trigger without a turn for an hour says so in n8n's log, once an hour, and finds the changes later", async () => {
	const { credential } = service;
	const watch = new TestTrigger(['contactAdded'], { credential, budgetMs: 0.6 * MINUTE_MS });
	expect(await watch.poll()).toEqual([]);
	service.sandbox.store.addContact({ email: 'new@example.com' });

	await pollWithoutTurns(watch, 57);
	expect(watch.warnings).toEqual([]);
	await pollWithoutTurns(watch, 10);
	const [warning] = watch.warnings;
	expect(warning).toMatch(/"Mailroom Trigger" has waited 6\d minutes for its turn/);
	await pollWithoutTurns(watch, 40);
	expect(watch.warnings).toEqual([warning]);
	await pollWithoutTurns(watch, 20);
	expect(watch.warnings).toEqual([warning, expect.stringMatching(/has waited 1[23]\d minutes/)]);

	service.sandbox.faults.clear();
	await wait(MINUTE_MS);
	expect(await watch.poll()).toHaveLength(1);
	await pollWithoutTurns(watch, 57);
	expect(watch.warnings).toHaveLength(2);
});

test('a workflow that is published without a turn reads its first scan afterward', async () => {
	const { credential } = service;
	service.sandbox.store.addContacts(250);
	const watch = new TestTrigger(['contactAdded'], { credential, budgetMs: 5 * MINUTE_MS });
	const blocked = block();
	await wait(100);
	expect(await watch.poll()).toEqual([]);
	expect([contactPages(), watch.emptyExecutions]).toEqual([0, 0]);

	service.sandbox.faults.clear();
	await blocked;
	await wait(2 * MINUTE_MS);
	expect(watch.emptyExecutions).toBe(1);
	service.sandbox.store.addContact({ email: 'new@example.com' });
	expect(await watch.poll()).toMatchObject([{ contact: { email: 'new@example.com' } }]);
});
