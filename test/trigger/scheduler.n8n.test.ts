import { readFile } from 'node:fs/promises';
import type { IDataObject } from 'n8n-workflow';
import { databaseOf } from '../../tools/n8n/databaseOf';
import { installN8n } from '../../tools/n8n/installN8n';
import type { SavedWorkflow } from '../../tools/n8n/N8nClient';
import { nodeOutput } from '../../tools/n8n/nodeOutput';
import { waitUntil } from '../../tools/process/waitUntil';
import { TRIGGER, triggerWorkflow } from '../support/triggerWorkflow';
import { useOwnDemo } from '../support/useOwnDemo';

/** For several polls on a busy machine, and another start of n8n. */
const LIMIT_MS = 10 * 60_000;
const WAIT_MS = 60_000;

const SCHEDULER = {
	N8N_SCHEDULER_ENABLED: 'true',
	N8N_SCHEDULER_POLL_TRIGGERS_ENABLED: 'true',
	// How often it looks for polls that are due, in seconds.
	N8N_SCHEDULER_MATERIALIZATION_INTERVAL: '1',
	N8N_SCHEDULER_EXECUTOR_INTERVAL: '1',
};

const POLLS = `FROM scheduled_task WHERE json_extract(payload, '$.workflowId') = ?`;

describe.each([
	['without durable cursors', {}],
	['with durable cursors', { N8N_POLLER_DURABLE_CURSORS_ENABLED: 'true' }],
])("under n8n's newer scheduler %s", (_, cursors) => {
	const demo = useOwnDemo({ only: [], env: { ...SCHEDULER, ...cursors } });

	const sql = async <Row>(statement: string, id: string): Promise<Row[]> => {
		const { n8n } = demo.get();
		const run = databaseOf({ install: await installN8n(), userFolder: n8n.userFolder });
		return await run<Row>(statement, id);
	};

	const polled = async ({ id }: SavedWorkflow) =>
		(await sql(`SELECT id ${POLLS} AND finishedAt IS NOT NULL`, id)).length;

	/** Lets the scheduler poll now, and waits for the end. */
	const poll = async (workflow: SavedWorkflow) => {
		const before = await polled(workflow);
		await sql(
			`UPDATE scheduled_job SET nextRunAt = strftime('%Y-%m-%d %H:%M:%f', 'now') WHERE ownerId = ?`,
			workflow.id,
		);
		const isOver = async () => (await polled(workflow)) > before;
		await waitUntil(isOver, { limitMs: WAIT_MS, what: 'a scheduled poll' });
	};

	const create = async (...events: string[]) => {
		const { client, credential } = demo.get();
		return await client.createWorkflow(triggerWorkflow({ events }, credential));
	};

	/** e.g. `unsubscribed ada newsletter`, of all executions so far. */
	const told = async ({ id }: SavedWorkflow) => {
		const { client } = demo.get();
		const executions = await client.executions(id);
		const items = [];
		for (const { id: executionId } of executions) {
			items.push(...nodeOutput(await client.finished(executionId), TRIGGER));
		}
		return items
			.map(({ event, list, contact }) =>
				[event, String((contact as IDataObject).email).split('@')[0], list]
					.filter(Boolean)
					.join(' '),
			)
			.sort();
	};

	const expectTold = async (workflow: SavedWorkflow, expected: string[]) => {
		const isTold = async () => (await told(workflow)).length >= expected.length;
		await waitUntil(isTold, { limitMs: WAIT_MS, what: `the events ${expected.join()}` });
		expect(await told(workflow)).toEqual(expected);
	};

	test(
		'changes come by themselves, from the first scan on and across a restart, each once',
		async () => {
			const { client, sandbox } = demo.get();
			const { store } = sandbox;
			store.addContacts(250, { subscribedToLists: ['newsletter'] });
			const workflow = await create('contactRemoved', 'unsubscribed');
			await client.activate(workflow);
			expect(await client.executions(workflow.id)).toEqual([]);

			store.addContact({ email: 'contact11@example.com', subscribedToLists: [] });
			await poll(workflow);
			await expectTold(workflow, ['unsubscribed contact11 newsletter']);

			store.addContact({ email: 'new@example.com', subscribedToLists: ['newsletter'] });
			store.deleteContact('contact12@example.com');
			await poll(workflow);
			await expectTold(workflow, ['unsubscribed contact11 newsletter']);

			await demo.get().n8n.kill();
			await demo.restart();
			const { store: same } = demo.get().sandbox;
			same.addContact({ email: 'new@example.com', subscribedToLists: [] });
			await poll(workflow);
			const all = [
				'contactRemoved contact12',
				'unsubscribed contact11 newsletter',
				'unsubscribed new newsletter',
			];
			await expectTold(workflow, all);
			await poll(workflow);
			await expectTold(workflow, all);
		},
		LIMIT_MS,
	);

	test(
		'a poll that comes while n8n still publishes ends before, and n8n abandons none',
		async () => {
			const { client, sandbox, n8n } = demo.get();
			sandbox.store.addContacts(250);
			sandbox.settings.answerDelayMs = 10_000;
			const workflow = await create('contactAdded');
			await client.send('POST', `/workflows/${workflow.id}/activate`, {
				versionId: workflow.versionId,
			});
			const isRegistered = async () =>
				(await sql('SELECT id FROM scheduled_job WHERE ownerId = ?', workflow.id)).length > 0;
			await waitUntil(isRegistered, { limitMs: WAIT_MS, what: 'the scheduled job' });
			await poll(workflow);
			expect(await client.publicationStatus(workflow.id)).toBe('in_progress');

			sandbox.settings.answerDelayMs = 0;
			const isPublished = async () => (await client.publicationStatus(workflow.id)) === 'published';
			await waitUntil(isPublished, { limitMs: WAIT_MS, what: 'publishing ends' });
			sandbox.store.addContact({ email: 'late@example.com' });
			await poll(workflow);
			await expectTold(workflow, ['contactAdded late']);
			expect(await readFile(n8n.logFile, 'utf8')).not.toMatch(/abandoned/);
		},
		LIMIT_MS,
	);
});
