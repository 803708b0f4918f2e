import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startDemo, type Demo } from '../../demo/startDemo';
import { freePort } from '../../tools/freePort';
import { waitUntil } from '../../tools/waitUntil';
import { savedItems } from '../support/savedItems';

const NAME = 'Unsubscribed or bounced: tell your CRM';
const LIMIT_MS = 20 * 60_000;

test(
	'what changes while n8n is down comes out when it is back, once',
	async () => {
		const folder = await mkdtemp(join(tmpdir(), 'mailroom-restart-'));
		const ports = { n8n: await freePort(), sandbox: await freePort() };
		const start = async () =>
			await startDemo({ folder, ports, say: (line) => process.stderr.write(`${line}\n`) });
		let demo: Demo | undefined;
		try {
			demo = await start();
			const workflow = (await demo.client.workflows()).find(({ name }) => name === NAME);
			if (!workflow) throw new Error(`There is no workflow "${NAME}"`);
			const ada = { email: 'ada@example.com', subscribedToLists: ['newsletter'] };
			demo.sandbox.store.addContact(ada);
			await demo.client.deactivate(workflow);
			await demo.client.activate(workflow);
			expect(await demo.client.executions(workflow.id)).toEqual([]);

			demo.sandbox.store.addContact({ ...ada, subscribedToLists: [] });
			await demo.stop();
			demo = await start();
			const { client } = demo;
			const isTold = async () => (await client.executions(workflow.id)).length > 0;
			await waitUntil(isTold, { limitMs: 60_000, what: 'the change comes out' });
			await client.deactivate(workflow);
			await client.activate(workflow);
			const executions = await client.executions(workflow.id);
			expect(executions).toHaveLength(1);
			const { data } = await client.finished(executions[0].id);
			expect(savedItems(data, 'Your CRM')).toMatchObject([
				{ email: ada.email, reason: 'unsubscribed', list: 'newsletter' },
			]);
		} finally {
			await demo?.stop();
			await rm(folder, { recursive: true, force: true });
		}
	},
	LIMIT_MS,
);
