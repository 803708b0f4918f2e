import { TRIGGER, triggerWorkflow } from '../support/triggerWorkflow';
import { eventually } from '../support/browser/eventually';
import { useEditor } from '../support/browser/useEditor';

const { demo, keep, openEditor } = useEditor();

test('the node search finds the trigger under "bounce"', async () => {
	const editor = await openEditor();
	await editor.startWorkflow();
	const found = await editor.searchNodes('bounce');
	// n8n leaves "Trigger" out where only triggers are looked for.
	await eventually(async () => expect(await found.allInnerTexts()).toContain('Mailroom'));
	await editor.page.getByText('Starts the workflow when contacts of IndiePitcher change').waitFor();
});

test('the form asks for lists where they count, says what a poll costs, and shows a test event', async () => {
	const { client, credential, sandbox } = demo();
	sandbox.store.addContacts(3, { subscribedToLists: ['newsletter'] });
	const parameters = {
		events: ['unsubscribed'],
		pollTimes: { item: [{ mode: 'everyX', value: 15, unit: 'minutes' }] },
	};
	const workflow = await client.createWorkflow(triggerWorkflow(parameters, credential));
	const editor = await openEditor();
	await editor.page.setViewportSize({ width: 1440, height: 1000 });
	await editor.openWorkflow(workflow);
	await editor.openNode(TRIGGER);
	await editor.field('lists').waitFor();
	expect(await editor.notice().allInnerTexts()).toEqual([
		expect.stringContaining('Every poll reads all contacts'),
	]);
	await editor.execute();
	await editor.output.getByText('Test events are samples').waitFor();
	await editor.output.getByText('unsubscribed').first().click();
	await editor.closeNotifications({ comes: true });
	await keep(editor.page.getByTestId('ndv'), 'trigger');
	expect(sandbox.journal.filter(({ path }) => path === '/contacts')).toHaveLength(1);
});
