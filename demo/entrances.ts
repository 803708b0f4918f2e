/**
 * @typedef {{ name: string, url: string, hasLogin: boolean }} Form
 * @typedef {{ forms: Form[], assistant?: string }} Entrances where people and AI applications reach the workflows
 */

/**
 * @param {import('./n8nClient').WorkflowInput[]} workflows
 * @param {string} n8nUrl
 * @returns {Entrances}
 */
function entrances(workflows, n8nUrl) {
	const forms = workflows.flatMap(({ name, nodes }) =>
		nodes.filter(isType('n8n-nodes-base.formTrigger')).map(({ parameters }) => {
			const { options, authentication } = /** @type {FormParameters} */ (parameters);
			const hasLogin = authentication === 'basicAuth';
			return { name, url: `${n8nUrl}/form/${options.path}`, hasLogin };
		}),
	);
	const [mcp] = workflows
		.flatMap(({ nodes }) => nodes)
		.filter(isType('@n8n/n8n-nodes-langchain.mcpTrigger'));
	const { path } = /** @type {{ path?: string }} */ (mcp?.parameters ?? {});
	return { forms, assistant: path && `${n8nUrl}/mcp/${path}` };
}

/** @typedef {{ options: { path: string }, authentication?: string }} FormParameters */

/** @param {string} type */
function isType(type) {
	return (/** @type {import('./n8nClient').NodeInput} */ node) => node.type === type;
}

module.exports = { entrances };
