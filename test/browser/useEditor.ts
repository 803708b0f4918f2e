const { useDemo } = require('../e2e/useDemo');
const { Editor } = require('./Editor');
const { useBrowser } = require('./useBrowser');
const { isMailroom, workflowOf } = require('./workflowOf');

/** Where the node creator looks up whose package a node is. */
const PACKAGE_REGISTRY = /^registry\./;

/**
 * What `npm start` starts, and somebody who has logged in to the editor, for all tests of a file.
 */
function useEditor() {
	const demo = useDemo();
	const browser = useBrowser({ inVain: PACKAGE_REGISTRY });
	/** @type {import('./useBrowser').Visitor} */
	let user;

	beforeAll(async () => {
		user = await browser.newVisitor();
		const editor = await openEditor();
		await editor.signIn(demo.get().login);
		await editor.page.close();
	});

	const openEditor = async () => new Editor(await user.newPage(), demo.get().n8n.url);

	/**
	 * Opens a workflow in which items go into a node of ours, or into several.
	 *
	 * @param {object} workflow
	 * @param {object} [workflow.parameters] of the node "Mailroom"
	 * @param {Record<string, object>} [workflow.nodes] the parameters of each node by its name
	 * @param {object[]} [workflow.items]
	 */
	const openWorkflow = async ({ parameters = {}, items = [{}], ...given }) => {
		const { nodes = { Mailroom: parameters } } = given;
		const { client, credential } = demo.get();
		const workflow = await client.createWorkflow(workflowOf({ nodes, items, credential }));
		const editor = await openEditor();
		await editor.openWorkflow(workflow);
		/** What n8n has saved of the node; it saves by itself, a moment after a change. */
		const savedParameters = async () => {
			const saved = await client.request('GET', `/workflows/${workflow.id}`);
			return saved.nodes.find(isMailroom).parameters;
		};
		return { editor, savedParameters };
	};

	return { ...browser, demo: demo.get, openEditor, openWorkflow };
}

module.exports = { useEditor };
