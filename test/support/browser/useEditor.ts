import type { NodeInput } from '../../../tools/n8n/N8nClient';
import { useDemo } from '../useDemo';
import { Editor } from './Editor';
import { nameOfTest, useBrowser } from './useBrowser';
import { isMailroom, workflowOf } from './workflowOf';

/**
 * A demo as `npm start` starts it, and a user who is logged in to the editor, for all tests of a file. They share a page, because n8n's
 * editor takes seconds to load, and a moment to go on to another workflow.
 */
export function useEditor() {
	const demo = useDemo();
	const browser = useBrowser();
	let shared: Editor;
	let isUsed = false;

	beforeAll(async () => {
		const { n8n, client } = demo.get();
		const user = await browser.newVisitor();
		shared = new Editor(await user.newPage(), n8n.url);
		await shared.enter(client.session);
	});

	beforeEach(() => {
		isUsed = false;
	});

	afterEach(async () => {
		if (isUsed) await browser.keep(shared.page, `${nameOfTest()} editor`);
	});

	/** The editor as if it had just been opened. */
	const openEditor = async () => {
		isUsed = true;
		await shared.begin();
		return shared;
	};

	/**
	 * Opens a workflow in which items go into a node of ours, or into several.
	 *
	 * @param workflow.parameters of the node "Mailroom"
	 * @param workflow.nodes the parameters of each node by its name
	 */
	const openWorkflow = async ({
		parameters = {},
		items = [{}],
		...given
	}: {
		parameters?: object;
		nodes?: Record<string, object>;
		items?: object[];
	}) => {
		const { nodes = { Mailroom: parameters } } = given;
		const { client, credential } = demo.get();
		const workflow = await client.createWorkflow(workflowOf({ nodes, items, credential }));
		const editor = await openEditor();
		await editor.openWorkflow(workflow);
		/** The saved node. n8n saves a moment after a change. */
		const savedParameters = async () => {
			const path = `/workflows/${workflow.id}`;
			const saved = await client.request<{ nodes: NodeInput[] }>('GET', path);
			return saved.nodes.find(isMailroom)?.parameters;
		};
		return { editor, savedParameters };
	};

	return { ...browser, demo: demo.get, openEditor, openWorkflow };
}
