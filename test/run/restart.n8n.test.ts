import axios from 'axios';
import { waitUntil } from '../../tools/process/waitUntil';
import { askInN8n } from '../support/askInN8n';
import { nodeOutput } from '../../tools/n8n/nodeOutput';
import { useOwnDemo } from '../support/useOwnDemo';

const CRM = 'Unsubscribed or bounced: tell your CRM';
const ada = { email: 'ada@example.com', subscribedToLists: ['newsletter'] };
/** For what n8n is to do before, and for its start. */
const LIMIT_MS = 20 * 60_000;

const demo = useOwnDemo({ only: [CRM] });

const pageAt = async (url: string) =>
	(await axios.get<string>(url, { responseType: 'text', proxy: false })).data;

/** The trigger of the example has seen a contact, who unsubscribes when it does not look. */
async function unsubscribe() {
	const { client, sandbox } = demo.get();
	const workflow = (await client.workflows()).find(({ name }) => name === CRM);
	if (!workflow) throw new Error(`There is no workflow "${CRM}"`);
	sandbox.store.addContact(ada);
	await client.deactivate(workflow);
	await client.activate(workflow);
	expect(await client.executions(workflow.id)).toEqual([]);
	sandbox.store.addContact({ ...ada, subscribedToLists: [] });
	return workflow;
}

describe('after a restart of n8n', () => {
	let question: { id: string; url: string; page: string };
	let trigger: Awaited<ReturnType<typeof unsubscribe>>;

	beforeAll(async () => {
		const { id, links } = await askInN8n(demo.get());
		const [{ url }] = links;
		question = { id, url, page: await pageAt(url) };
		trigger = await unsubscribe();
		await demo.restart();
	}, LIMIT_MS);

	test('the links of a question still lead to their page, and are answered', async () => {
		const { id, url, page } = question;
		expect(await pageAt(url)).toBe(page);
		await axios.post(url, '', { proxy: false });
		const execution = await demo.get().client.finished(id);
		expect(execution.status).toBe('success');
		expect(nodeOutput(execution, 'Mailroom')).toEqual([
			{
				data: {
					approved: true,
					respondedAt: expect.any(String),
					respondedBy: 'ada@example.com',
				},
			},
		]);
	});

	test('what has changed while n8n was down comes out, once', async () => {
		const { client } = demo.get();
		const isTold = async () => (await client.executions(trigger.id)).length > 0;
		await waitUntil(isTold, { limitMs: 60_000, what: 'the change comes out' });
		await client.deactivate(trigger);
		await client.activate(trigger);
		const executions = await client.executions(trigger.id);
		expect(executions).toHaveLength(1);
		const execution = await client.finished(executions[0].id);
		expect(nodeOutput(execution, 'Your CRM')).toMatchObject([
			{ email: ada.email, reason: 'unsubscribed', list: 'newsletter' },
		]);
	});
});
