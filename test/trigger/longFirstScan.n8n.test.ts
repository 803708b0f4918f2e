import type { IDataObject } from 'n8n-workflow';
import { lastRun, nodeOutput } from '../../tools/n8n/nodeOutput';
import { waitUntil } from '../../tools/process/waitUntil';
import { TRIGGER, triggerWorkflow } from '../support/triggerWorkflow';
import { useOwnDemo } from '../support/useOwnDemo';

/** For a minute of publishing, and two starts of n8n. */
const LIMIT_MS = 20 * 60_000;

const demo = useOwnDemo({ only: [] });

/** In 13 pages. */
const CONTACTS = 1_250;
/** Within a minute, the trigger reads fewer pages, of which it requests few at a time in the beginning. */
const SLOW_MS = 15_000;

const publish = async (settings: object = {}) => {
	const { client, credential } = demo.get();
	const input = triggerWorkflow({ events: ['contactAdded', 'unsubscribed'] }, credential);
	Object.assign(input.nodes[0], settings);
	const workflow = await client.createWorkflow(input);
	await client.send('POST', `/workflows/${workflow.id}/activate`, {
		versionId: workflow.versionId,
	});
	return workflow;
};

const isPublished = async ({ id }: { id: string }) => {
	const status = await demo.get().client.publicationStatus(id);
	expect(status).not.toBe('failed');
	return status === 'published';
};

/** How far the state is that n8n has stored. */
const storedScans = async ({ id }: { id: string }) => {
	const saved = await demo
		.get()
		.client.request<{ staticData: IDataObject | null }>('GET', `/workflows/${id}`);
	const state = saved.staticData?.[`node:${TRIGGER}`] as { contacts?: { header: IDataObject } };
	return state?.contacts?.header.baselineScans;
};

test(
	'a first scan that takes longer than publishing is stored by an execution without items, and survives a crash',
	async () => {
		const { client, sandbox } = demo.get();
		sandbox.store.addContacts(CONTACTS, { subscribedToLists: ['newsletter'] });
		sandbox.settings.answerDelayMs = SLOW_MS;
		const workflow = await publish();
		const withEmptyItem = await publish({ alwaysOutputData: true });
		const arePublished = async () =>
			(await isPublished(workflow)) && (await isPublished(withEmptyItem));
		await waitUntil(arePublished, { limitMs: 100_000, what: 'publishing ends' });
		expect(await storedScans(workflow)).toBe(0);
		expect(await client.executions(workflow.id)).toEqual([]);

		sandbox.settings.answerDelayMs = 0;
		const isStored = async () => (await storedScans(workflow)) === undefined;
		await waitUntil(isStored, { limitMs: 100_000, what: 'the first scan is stored' });
		const [{ id }, ...others] = await client.executions(workflow.id);
		expect(others).toEqual([]);
		const stored = await client.finished(id);
		expect(stored.status).toBe('success');
		expect(nodeOutput(stored, TRIGGER)).toEqual([]);
		expect(lastRun(stored, 'Next')).toBeUndefined();
		expect(await client.executions(withEmptyItem.id)).toEqual([]);

		await demo.get().n8n.kill();
		sandbox.store.addContact({ email: 'new@example.com' });
		await demo.restart();
		const { client: again } = demo.get();
		const isTold = async () => (await again.executions(workflow.id)).length > 1;
		await waitUntil(isTold, { limitMs: 100_000, what: 'the change comes out' });
		const [told] = await again.executions(workflow.id);
		expect(nodeOutput(await again.finished(told.id), 'Next')).toMatchObject([
			{ event: 'contactAdded', contact: { email: 'new@example.com' } },
		]);
	},
	LIMIT_MS,
);
