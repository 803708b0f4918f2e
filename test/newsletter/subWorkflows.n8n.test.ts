import { waitUntil } from '../../tools/process/waitUntil';
import { nodeOutput } from '../../tools/n8n/nodeOutput';
import { publishWebhook, chain } from '../../tools/n8n/publishWebhook';
import { INPUT } from '../../tools/n8n/runInN8n';
import { executeWorkflow, MAILROOM_NODE, publishSubWorkflow } from '../support/subWorkflow';
import { useDemo } from '../support/useDemo';

const demo = useDemo();

const parameters = {
	...{ resource: 'email', operation: 'sendToList', subject: '={{ $json.subject }}', body: 'Hello' },
	list: { __rl: true, mode: 'name', value: 'newsletter' },
};

/** How n8n runs the executions of a parent: one after the other, or all at once. */
test.each([
	['waits for each sub-workflow', true],
	['waits for none', false],
])('a parent that %s mails a list once, and never another email', async (_, waitForSubWorkflow) => {
	const { client, sandbox } = demo.get();
	const sub = await publishSubWorkflow(demo.get(), parameters);
	const { call } = await publishWebhook(demo.get(), {
		nodes: [INPUT, executeWorkflow(sub, { waitForSubWorkflow })],
		connections: chain('Webhook', INPUT.name, 'Sub'),
	});
	const subjects = ['News', 'News', 'Other news', 'News'];
	await call({ items: subjects.map((subject) => ({ subject })) });
	const finished = async () => await client.executions(sub.id, { status: 'success' });
	await waitUntil(async () => (await finished()).length === subjects.length, {
		...{ limitMs: 20_000, what: 'all sub-workflows end' },
	});

	expect(sandbox.journal.map(({ body }) => body)).toEqual([
		expect.objectContaining({ subject: 'News', list: 'newsletter' }),
	]);
	const executions = await Promise.all((await finished()).map(({ id }) => client.execution(id)));
	const outputs = executions.flatMap((execution) => nodeOutput(execution, MAILROOM_NODE));
	expect(outputs.filter((output) => output.alreadySent === true)).toHaveLength(2);
	expect(outputs.filter(({ error }) => String(error).includes('2 emails each'))).toHaveLength(1);
});
