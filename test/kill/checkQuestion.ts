import assert from 'node:assert/strict';
import axios from 'axios';
import { askInN8n } from '../support/askInN8n';
import { nodeOutput } from '../../tools/nodeOutput';
import type { Bench } from './Bench';

/** A worker asks by email; the main process shows the page and takes the reply; a worker goes on with it. */
export async function checkQuestion({ checks, sandbox, n8n: { access } }: Bench) {
	const { client, n8n } = access;
	const { id, status, body, links } = await askInN8n({ ...access, sandbox });
	// Here each process has an address of its own, and no WEBHOOK_URL: the link names the worker's.
	const { pathname, search } = new URL(links[0].url);
	const url = `${n8n.url}${pathname}${search}`;

	await checks.check('a question that a worker asks lets the execution wait', () =>
		assert.equal(status, 'waiting'),
	);
	await checks.check('the main process shows the page with what the worker asked', async () => {
		const { data } = await axios.get(url, { proxy: false });
		const [asked] = /<p>\d+<\/p>/.exec(body) ?? [];
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
