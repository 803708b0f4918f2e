import { TRIGGER, triggerWorkflow } from '../support/triggerWorkflow';
import { eventually } from './eventually';
import { useEditor } from './useEditor';

const { demo, keep, openEditor } = useEditor();

const VIEWPORT = { width: 1440, height: 1000 };

const openTrigger = async (parameters: object) => {
	const { client, credential } = demo();
	const workflow = await client.createWorkflow(triggerWorkflow(parameters, credential));
	const editor = await openEditor();
	await editor.page.setViewportSize(VIEWPORT);
	await editor.openWorkflow(workflow);
	return editor;
};

test('the node search finds the trigger under "bounce"', async () => {
	const editor = await openEditor();
	await editor.startWorkflow();
	const found = await editor.searchNodes('bounce');
	// n8n leaves "Trigger" out where only triggers are looked for.
	await eventually(async () => expect(await found.allInnerTexts()).toContain('Mailroom'));
	await editor.page.getByText('Send emails and newsletters, manage contacts, and react').waitFor();
});

test('the form asks for lists where they count, says what a poll costs, and shows a test event', async () => {
	demo().sandbox.store.addContacts(3, { subscribedToLists: ['newsletter'] });
	const editor = await openTrigger({
		events: ['unsubscribed'],
		pollTimes: { item: [{ mode: 'everyX', value: 15, unit: 'minutes' }] },
	});
	await editor.openNode(TRIGGER);
	await editor.field('lists').waitFor();
	expect(await editor.notice().allInnerTexts()).toEqual([
		expect.stringContaining('Each poll reads all contacts'),
	]);
	await editor.execute();
	await editor.output.getByText('unsubscribed').first().click();
	await editor.closeNotifications({ comes: true });
	await keep(editor.page.getByTestId('ndv'), 'trigger');
	expect(demo().sandbox.journal.filter(({ path }) => path === '/contacts')).toHaveLength(1);
});
