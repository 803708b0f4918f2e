const { randomUUID } = require('node:crypto');
const { useDemo } = require('../e2e/useDemo');
const { Editor } = require('./Editor');
const { useBrowser } = require('./useBrowser');

/** Where the node creator looks up whose package a node is. */
const PACKAGE_REGISTRY = 'https://registry.npmjs.org';
const NODE_TYPE = 'n8n-nodes-mailroom.mailroom';

/**
 * What `npm start` starts, and somebody who has logged in to the editor, for all tests of a file.
 */
function useEditor() {
	const demo = useDemo();
	const browser = useBrowser({ inVain: [PACKAGE_REGISTRY] });
	/** @type {import('./useBrowser').Visitor} */
	let user;

	beforeAll(async () => {
		user = await browser.newVisitor();
		const editor = new Editor(await user.newPage(), demo.get().n8n.url);
		await editor.signIn(demo.get().login);
		await editor.page.close();
	});

	/** @param {import('./useBrowser').PageOptions} [options] where the user's browser is to be another one */
	const openEditor = async (options) => {
		const visitor = options
			? await browser.newVisitor({ ...options, storageState: await user.storageState() })
			: user;
		return new Editor(await visitor.newPage(), demo.get().n8n.url);
	};

	/**
	 * Opens a workflow in which items go into the node.
	 *
	 * @param {{ parameters: object, items?: object[], editor?: Editor }} workflow
	 */
	const openWorkflow = async ({ parameters, items = [{}], ...opened }) => {
		const { client, credential } = demo.get();
		const workflow = await client.createWorkflow(workflowOf({ parameters, items, credential }));
		const editor = opened.editor ?? (await openEditor());
		await editor.openWorkflow(workflow);
		/** What n8n has saved of the node; it saves by itself, a moment after a change. */
		const savedParameters = async () => {
			const { nodes } = await client.request('GET', `/workflows/${workflow.id}`);
			return nodes.find((/** @type {{ type: string }} */ { type }) => type === NODE_TYPE)
				.parameters;
		};
		return { editor, savedParameters };
	};

	return { ...browser, demo: demo.get, openEditor, openWorkflow };
}

/** @param {{ parameters: object, items: object[], credential: import('../../demo/n8nClient').CredentialReference }} options */
function workflowOf({ parameters, items, credential }) {
	return {
		name: 'Browser test',
		nodes: [
			{
				id: randomUUID(),
				name: 'Items',
				type: 'n8n-nodes-base.manualTrigger',
				typeVersion: 1,
				position: [0, 0],
				parameters: {},
			},
			{
				id: randomUUID(),
				name: 'Mailroom',
				type: NODE_TYPE,
				typeVersion: 1,
				position: [220, 0],
				parameters,
				credentials: { mailroomApi: credential },
			},
		],
		connections: { Items: { main: [[{ node: 'Mailroom', type: 'main', index: 0 }]] } },
		pinData: { Items: items.map((json) => ({ json })) },
	};
}

module.exports = { useEditor };
