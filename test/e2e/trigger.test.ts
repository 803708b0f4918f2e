import { readFile } from 'node:fs/promises';
import { waitUntil } from '../../tools/waitUntil';
import { useDemo } from '../support/useDemo';
import { nodeOutput } from '../../tools/nodeOutput';
import { triggerWorkflow } from '../support/triggerWorkflow';

jest.setTimeout(120_000);

const demo = useDemo();

/** Longer than any execution of these tests takes to start. */
const START_LIMIT_MS = 30_000;

const workflowWith = (parameters: object) => triggerWorkflow(parameters, demo.get().credential);

/** How many pages of contacts the service was asked for. */
const pages = () => demo.get().sandbox.journal.filter(({ path }) => path === '/contacts').length;

/** A published workflow with a trigger, which polls whenever it is switched off and on. */
const publish = async (parameters: object) => {
	const { client } = demo.get();
	const workflow = await client.createWorkflow(workflowWith(parameters));
	const before = pages();
	await client.activate(workflow);
	await waitUntil(async () => pages() > before, {
		limitMs: START_LIMIT_MS,
		what: 'the first scan',
	});
	const state = async () =>
		JSON.stringify(
			(await client.request<{ staticData: unknown }>('GET', `/workflows/${workflow.id}`))
				.staticData,
		);
	return {
		workflow,
		state,
		async pollAgain() {
			await client.deactivate(workflow);
			const already = pages();
			await client.activate(workflow);
			await waitUntil(async () => pages() > already, { limitMs: START_LIMIT_MS, what: 'a scan' });
		},
		/** What came out, by execution, oldest first. */
		async executions(count: number) {
			const isThere = async () => (await client.executions(workflow.id)).length >= count;
			await waitUntil(isThere, { limitMs: START_LIMIT_MS, what: `${count} executions` });
			const all = await client.executions(workflow.id);
			const saved = await Promise.all(all.map(async ({ id }) => await client.finished(id)));
			return saved.reverse().map((execution) => nodeOutput(execution, 'Next'));
		},
	};
};

test('publishing polls once and starts nothing; what changes afterwards starts one execution', async () => {
	const { store } = demo.get().sandbox;
	store.addContacts(250, { subscribedToLists: ['newsletter'] });
	const trigger = await publish({ events: ['unsubscribed', 'contactAdded'] });
	await trigger.pollAgain();

	store.addContact({
		...store.contacts.get('contact1@example.com'),
		email: 'contact1@example.com',
		subscribedToLists: [],
	});
	store.addContact({ email: 'new@example.com' });
	await trigger.pollAgain();
	const [items, ...others] = await trigger.executions(1);

	expect(others).toEqual([]);
	expect(items).toMatchObject([
		{ event: 'unsubscribed', list: 'newsletter', contact: { email: 'contact1@example.com' } },
		{ event: 'contactAdded', contact: { email: 'new@example.com' } },
	]);
	expect(await trigger.state()).not.toContain('example.com');
});

test("a failure of the first scan is told in the node's words, and without the key", async () => {
	const { client, sandbox, n8n } = demo.get();
	sandbox.faults.add({ endpoint: 'GET /contacts', times: 50, status: 401 });
	const workflow = await client.createWorkflow(workflowWith({ events: ['subscribed'] }));
	await expect(client.activate(workflow)).rejects.toThrow();

	const log = await readFile(n8n.logFile, 'utf8');
	expect(log).toContain('The service refused the API key (status 401)');
	expect(log).not.toContain(sandbox.apiKey);
});
