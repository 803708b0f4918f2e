import assert from 'node:assert/strict';
import type { Cluster } from '../../tools/queue/startCluster';
import { waitUntil } from '../../tools/waitUntil';
import { nodeOutput } from '../../tools/nodeOutput';
import { triggerWorkflow } from '../support/triggerWorkflow';
import type { Bench } from './Bench';

/** The main process scans the contacts; a worker runs the workflow that the trigger starts. */
export async function checkTrigger(
	{ checks, sandbox: { store }, n8n }: Bench,
	{ workers }: Cluster,
) {
	const { client, credential } = n8n.access;
	store.addContacts(3, { subscribedToLists: ['newsletter'] });
	const parameters = { events: ['contactAdded'] };
	const workflow = await client.createWorkflow(triggerWorkflow(parameters, credential));
	await client.activate(workflow);
	store.addContact({ email: 'new@example.com' });
	await client.deactivate(workflow);
	await client.activate(workflow);

	await checks.check('a worker runs what the trigger has found', async () => {
		const isThere = async () => (await client.executions(workflow.id)).length > 0;
		await waitUntil(isThere, { limitMs: 30_000, what: 'an execution' });
		const [{ id }, ...others] = await client.executions(workflow.id);
		assert.deepEqual(others, []);
		const execution = await client.finished(id);
		const found = nodeOutput(execution, 'Next').map(({ event, contact }) => [event, contact]);
		assert.equal(found.length, 1);
		assert.match(JSON.stringify(found), /new@example\.com/);
		const ran = await Promise.all(workers.map(async (worker) => await worker.executions()));
		assert.ok(ran.flat().includes(id), `No worker ran execution ${id}`);
	});
	await client.deactivate(workflow);
}
