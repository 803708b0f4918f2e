import { randomUUID } from 'node:crypto';
import { eventually } from './eventually';
import { useEditor } from './useEditor';

const { demo, keep, openEditor } = useEditor();

const VIEWPORT = { width: 1440, height: 1000 };
const NAME = 'Mailroom Trigger';

const openTrigger = async (parameters: object) => {
	const { client, credential } = demo();
	const workflow = await client.createWorkflow({
		name: 'Browser test of the trigger',
		nodes: [
			{
				id: randomUUID(),
				name: NAME,
				type: 'n8n-nodes-mailroom.mailroomTrigger',
				typeVersion: 1,
				position: [0, 0],
				parameters,
				credentials: { mailroomApi: credential },
			},
			{
				id: randomUUID(),
				name: 'Next',
				type: 'n8n-nodes-base.noOp',
				typeVersion: 1,
				position: [224, 0],
				parameters: {},
			},
		],
		connections: { [NAME]: { main: [[{ node: 'Next', type: 'main', index: 0 }]] } },
	});
	const editor = await openEditor();
	await editor.page.setViewportSize(VIEWPORT);
	await editor.openWorkflow(workflow);
	return editor;
};

test.each(['unsubscribe', 'new subscriber', 'bounce'])(
	'the node search finds the trigger under "%s"',
	async (wish) => {
		const editor = await openEditor();
		await editor.startWorkflow();
		const found = await editor.searchNodes(wish);
		await eventually(async () => expect(await found.allInnerTexts()).toContain(NAME));
		await editor.page.close();
	},
);

test('the form asks for lists where they count, says what a look costs, and shows a test event', async () => {
	demo().sandbox.store.addContacts(3, { subscribedToLists: ['newsletter'] });
	const editor = await openTrigger({ events: ['unsubscribed'] });
	await editor.openNode(NAME);
	await eventually(async () =>
		expect((await editor.labels()).slice(-2)).toEqual(['Trigger On', 'Lists']),
	);
	expect(await editor.notice().allInnerTexts()).toEqual([
		expect.stringContaining('each poll reads all contacts'),
	]);
	await editor.execute();
	await editor.output.getByText('unsubscribed').first().waitFor();
	await keep(editor.page, 'docs trigger');
	expect(demo().sandbox.journal.filter(({ path }) => path === '/contacts')).toHaveLength(1);
});

test('the next node knows the fields of an event before anything was run', async () => {
	const editor = await openTrigger({ events: ['subscribed'] });
	await editor.openNode('Next');
	const expected = ['contact', 'detectedAt', 'event', 'eventId', 'list'];
	expect(await editor.previewedFields(NAME)).toEqual(expected);
});
