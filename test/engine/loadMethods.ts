const { LoadOptionsContext } = require('n8n-core');
const { Workflow } = require('n8n-workflow');

const { NodeTypes } = require('./NodeTypes');
const { additionalData } = require('./additionalData');
const { underTest } = require('./underTest');

/**
 * @typedef {object} LoadOptions
 * @property {import('./underTest').Credential} [credential]
 * @property {import('n8n-workflow').INodeParameters} [parameters] Those of the node in the editor.
 * @property {string} [path] Of the parameter whose values are loaded.
 * @property {import('./underTest').Classes} [classes]
 */

/**
 * The node and the context in which the editor calls its `methods`.
 *
 * @param {LoadOptions} options
 */
const loadContext = ({ credential, parameters = {}, path = '', classes }) => {
	const { nodeType, credentials, credentialsHelper } = underTest({ classes, credential });
	const workflow = new Workflow({
		nodes: [
			{
				parameters,
				id: 'uuid-1234',
				name: 'Temp-Node',
				type: 'n8n-nodes-mailroom.mailroom',
				typeVersion: 1,
				position: [0, 0],
				credentials,
			},
		],
		connections: {},
		active: false,
		nodeTypes: new NodeTypes({ 'n8n-nodes-mailroom.mailroom': nodeType }),
	});
	const data = additionalData(credentialsHelper, {
		mode: 'internal',
		currentNodeParameters: parameters,
	});
	const context = new LoadOptionsContext(workflow, workflow.nodes['Temp-Node'], data, path);
	return { methods: nodeType.methods, context, expression: workflow.expression };
};

/**
 * The options of a drop-down.
 *
 * @param {string} methodName
 * @param {LoadOptions} [options]
 */
const loadOptions = async (methodName, options = {}) => {
	const { methods, context, expression } = loadContext(options);
	const method = methods?.loadOptions?.[methodName];
	if (!method) throw new Error(`No loadOptions method "${methodName}"`);
	return await expression.withIsolate(async () => await method.call(context));
};

/**
 * One page of a searchable list.
 *
 * @param {string} methodName
 * @param {LoadOptions & { filter?: string, paginationToken?: string }} [options]
 */
const listSearch = async (methodName, { filter, paginationToken, ...options } = {}) => {
	const { methods, context, expression } = loadContext(options);
	const method = methods?.listSearch?.[methodName];
	if (!method) throw new Error(`No listSearch method "${methodName}"`);
	return await expression.withIsolate(
		async () => await method.call(context, filter, paginationToken),
	);
};

module.exports = { loadOptions, listSearch };
