import assert from 'node:assert/strict';
import axios from 'axios';
import { publishInN8n } from '../../tools/runInN8n';
import { linksIn } from '../support/linksIn';
import { nodeOutput } from '../../tools/nodeOutput';
import type { Bench } from './Bench';

const QUESTION = {
	resource: 'email',
	operation: 'sendAndWait',
	to: 'ada@example.com',
	subject: 'Refund?',
	message: '={{ $now.toMillis() }}',
};

/** A worker asks by email; the main process shows the page and takes the reply; a worker goes on with it. */
export async function checkQuestion({ checks, sandbox, n8n: { access } }: Bench) {
	const { client, n8n } = access;
	const { workflow, call } = await publishInN8n(access, { parameters: QUESTION });
	await call([{}]);
	const [{ id, status }] = await client.executions(workflow.id);
	const mail = sandbox.store.mails.at(-1);
	const [link] = linksIn(mail?.body ?? '');
	// Here each process has an address of its own, and no WEBHOOK_URL: the link names the worker's.
	const { pathname, search } = new URL(link.url);
	const url = `${n8n.url}${pathname}${search}`;

	await checks.check('a question that a worker asks lets the execution wait', () =>
		assert.equal(status, 'waiting'),
	);
	await checks.check('the main process shows the page with what the worker asked', async () => {
		const { data } = await axios.get(url, { proxy: false });
		const [asked] = /<p>\d+<\/p>/.exec(mail?.body ?? '') ?? [];
		assert.ok(asked && data.includes(asked));
	});
	await checks.check('its button answers, and the execution goes on', async () => {
		await axios.post(url, '', { proxy: false });
		const execution = await client.finished(id);
		assert.equal(execution.status, 'success');
		const [output] = nodeOutput(execution, 'Mailroom');
		assert.deepEqual(Object.keys(output), ['data']);
	});
}
