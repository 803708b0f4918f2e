import { runInN8n } from '../../../../tools/n8n/runInN8n';
import { PICTURES } from '../../pictures/pictures';
import { formFrame } from './nodeForm';
import type { Studio } from './Studio';

const CUSTOMERS = ['Ada', 'Grace', 'Ben'].map((name) => ({
	email: `${name.toLowerCase()}@example.com`,
	name,
}));

/** The third email is rejected once. */
export async function takeRetry(studio: Studio) {
	const { demo, editor } = studio;
	const { client, sandbox } = demo;
	sandbox.faults.add({ endpoint: '*', status: 400, skip: CUSTOMERS.length - 1 });
	const { form } = PICTURES['retry-continues.png'];
	const { execution } = await runInN8n(demo, { parameters: form, items: CUSTOMERS });
	const { id, workflowId } = await client.retry(execution.id);

	await editor.begin();
	await editor.page.setViewportSize({ width: 1700, height: 900 });
	await editor.openExecution({ workflowId, id });
	await editor.page.screenshot({ path: '/tmp/p-retry0.png' });
	await editor.openNode('Mailroom');
	await editor.output.getByText('alreadySent').waitFor();
	await editor.page.screenshot({ path: '/tmp/p-retry.png' });
	await studio.take('retry-continues.png', formFrame(editor.page, 'body'), { bottom: 12 });
}
