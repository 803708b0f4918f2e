import { runInN8n } from '../../../../tools/n8n/runInN8n';
import { PICTURES } from '../../pictures/pictures';
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
	await editor.page.setViewportSize({ width: 1500, height: 620 });
	await editor.openExecution({ workflowId, id });
	const { page, output } = editor;
	const list = page.getByTestId('current-executions-list');
	await list.getByText(`Retry of execution #${execution.id}`).waitFor();
	const failed = list.getByText('Error in');
	const executions = await studio.shot(
		{ left: list, top: list, right: list, bottom: failed },
		{ bottom: 24 },
	);
	await editor.openNode('Mailroom');
	const table = output.locator('table');
	await table.getByText('alreadySent').waitFor();
	const emails = await studio.shot(
		{ left: output, top: output, right: output, bottom: table },
		{ bottom: 16 },
	);
	await studio.takeBeside('retry-continues.png', [executions, emails]);
}
