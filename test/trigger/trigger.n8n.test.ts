import { readFile } from 'node:fs/promises';
import type { IDataObject } from 'n8n-workflow';
import type { SavedWorkflow } from '../../tools/n8n/N8nClient';
import { waitUntil } from '../../tools/process/waitUntil';
import { useDemo } from '../support/useDemo';
import { nodeOutput } from '../../tools/n8n/nodeOutput';
import { TRIGGER, triggerWorkflow } from '../support/triggerWorkflow';

jest.setTimeout(120_000);

const demo = useDemo();

/** Longer than any execution of these tests takes to start. */
const START_LIMIT_MS = 30_000;

const workflowWith = (parameters: object) => triggerWorkflow(parameters, demo.get().credential);

/** How many pages of contacts the service was asked for. */
const pages = () => demo.get().sandbox.journal.filter(({ path }) => path === '/contacts').length;

/** Lets the trigger poll: n8n does whenever the workflow is switched on. */
const pollAgain = async (workflow: SavedWorkflow) => {
	const { client } = demo.get();
	await client.deactivate(workflow);
	const before = pages();
	await client.activate(workflow);
	await waitUntil(async () => pages() > before, { limitMs: START_LIMIT_MS, what: 'a scan' });
};

test('publishing polls once and starts nothing; what changes afterwards starts one execution', async () => {
	const { client, sandbox } = demo.get();
	const { store } = sandbox;
	store.addContacts(250, { subscribedToLists: ['newsletter'] });
	const workflow = await client.createWorkflow(
		workflowWith({ events: ['unsubscribed', 'contactAdded'] }),
	);
	const poll = async () => await pollAgain(workflow);
	await client.activate(workflow);
	await waitUntil(async () => pages() > 0, { limitMs: START_LIMIT_MS, what: 'the first scan' });
	await poll();

	store.addContact({
		...store.contacts.get('contact1@example.com'),
		email: 'contact1@example.com',
		subscribedToLists: [],
	});
	store.addContact({ email: 'new@example.com' });
	await poll();
	const isThere = async () => (await client.executions(workflow.id)).length > 0;
	await waitUntil(isThere, { limitMs: START_LIMIT_MS, what: 'an execution' });
	const executions = await client.executions(workflow.id);

	expect(executions).toHaveLength(1);
	expect(nodeOutput(await client.finished(executions[0].id), 'Next')).toMatchObject([
		{ event: 'unsubscribed', list: 'newsletter', contact: { email: 'contact1@example.com' } },
		{ event: 'contactAdded', contact: { email: 'new@example.com' } },
	]);
	const saved = await client.request<{ staticData: unknown }>('GET', `/workflows/${workflow.id}`);
	expect(JSON.stringify(saved.staticData)).not.toContain('example.com');
});

test('what happens after publishing starts an execution, though the service counts a contact too many', async () => {
	const { client, sandbox } = demo.get();
	const answerWith = (...names: string[]) => {
		const data = names.map((name) => ({ email: `${name}@example.com`, subscribedToLists: [] }));
		const metadata = { per: 100, total: data.length + 1 };
		sandbox.faults.clear();
		for (let scan = 0; scan < 4; scan++) {
			for (const page of [data, []]) {
				const body = { success: true, data: page, metadata };
				sandbox.faults.add({ endpoint: 'GET /contacts', status: 200, body });
			}
		}
	};
	answerWith('ada');
	const workflow = await client.createWorkflow(workflowWith({ events: ['contactAdded'] }));
	await client.activate(workflow);
	answerWith('ada', 'grace');
	await pollAgain(workflow);
	const isThere = async () => (await client.executions(workflow.id)).length > 0;
	await waitUntil(isThere, { limitMs: START_LIMIT_MS, what: 'an execution' });
	const [{ id }] = await client.executions(workflow.id);
	expect(nodeOutput(await client.finished(id), 'Next')).toMatchObject([
		{ event: 'contactAdded', contact: { email: 'grace@example.com' } },
	]);
});

describe('in the editor', () => {
	const events = ['contactAdded', 'contactRemoved', 'subscribed', 'unsubscribed', 'bounced'];

	test.each([
		['Execute workflow', events.length, {}],
		['Fetch Test Event', 0, { destinationNode: { nodeName: TRIGGER, mode: 'inclusive' } }],
	])('%s gives a made-up sample for each event, and no real contact', async (_, passedOn, run) => {
		const { client, sandbox } = demo.get();
		sandbox.store.addContact({
			email: 'ada@example.com',
			name: 'Ada',
			subscribedToLists: ['newsletter'],
			customProperties: { plan: 'pro' },
		});
		const workflow = await client.createWorkflow(workflowWith({ events }));
		const { executionId } = await client.request<{ executionId: string }>(
			'POST',
			`/workflows/${workflow.id}/run`,
			{ triggerToStartFrom: { name: TRIGGER }, ...run },
		);
		const execution = await client.finished(executionId);

		const items = nodeOutput(execution, TRIGGER);
		expect(items.map((item) => Object.keys(item)[0])).toEqual(events.map(() => 'sample'));
		expect(items.map(({ event, contact }) => [event, (contact as IDataObject).email])).toEqual(
			events.map((event) => [event, 'sample@example.com']),
		);
		expect(JSON.stringify(items)).not.toMatch(/Ada|ada@|"pro"/);
		expect(items[4]).toMatchObject({ contact: { customProperties: { plan: 'sample' } } });
		expect(nodeOutput(execution, 'Next')).toHaveLength(passedOn);
		expect(pages()).toBe(1);
		const saved = await client.request<{ staticData: unknown }>('GET', `/workflows/${workflow.id}`);
		expect(saved.staticData).toBeNull();
	});
});

test("an error of the first scan has the node's words, and no API key", async () => {
	const { client, sandbox, n8n } = demo.get();
	sandbox.faults.add({ endpoint: 'GET /contacts', times: 50, status: 401 });
	const workflow = await client.createWorkflow(workflowWith({ events: ['subscribed'] }));
	await expect(client.activate(workflow)).rejects.toThrow();

	const log = await readFile(n8n.logFile, 'utf8');
	expect(log).toContain('The service refused the API key (status 401)');
	expect(log).not.toContain(sandbox.apiKey);
});
