const { ExecuteContext, RoutingNode } = require('n8n-core');
const { NodeConnectionTypes, Workflow, createEmptyRunExecutionData } = require('n8n-workflow');

const { NodeTypes } = require('./NodeTypes');
const { additionalData } = require('./additionalData');
const { underTest } = require('./underTest');

/**
 * @typedef {{ status: 'OK' | 'Error', message: string }} TestResult What the credential's dialog shows.
 */

/** @param {import('n8n-workflow').ICredentialTestRequest} test @param {string} credentialName */
const nodeTypeFor = ({ request }, credentialName) =>
	/** @type {import('n8n-workflow').INodeType} */ ({
		description: {
			displayName: 'No Operation, do nothing',
			name: 'noOp',
			group: ['organization'],
			version: 1,
			description: '',
			defaults: { name: 'No Operation, do nothing' },
			inputs: [NodeConnectionTypes.Main],
			outputs: [NodeConnectionTypes.Main],
			credentials: [{ name: credentialName, required: true }],
			properties: [
				{
					displayName: 'Temp',
					name: 'temp',
					type: 'string',
					routing: { request },
					default: '',
				},
			],
		},
	});

/**
 * What n8n makes of a failed test request.
 *
 * @param {{ message: string, cause?: { code?: string, response?: { status: number, statusText: string } } }} error
 * @param {import('n8n-workflow').ICredentialTestRequest} test
 * @returns {TestResult}
 */
const failureOf = ({ message, cause }, { rules = [] }) => {
	const response = cause?.response;
	if (!response) return { status: 'Error', message: cause?.code ?? message };
	for (const rule of rules) {
		if (rule.type === 'responseCode' && rule.properties.value === response.status) {
			return { status: 'Error', message: rule.properties.message };
		}
	}
	if (response.status >= 199 && response.status <= 299) return { status: 'Error', message };
	return {
		status: 'Error',
		message: response.statusText || `Received HTTP status code: ${response.status}`,
	};
};

/**
 * Tests a credential as its dialog in n8n does, with the request of the credential's `test`.
 *
 * @param {import('./underTest').Credential} credential
 * @param {{ classes?: import('./underTest').Classes }} [options]
 * @returns {Promise<TestResult>}
 */
const testCredential = async (credential, options) => {
	const { credentialType, credentialsHelper } = underTest(options);
	const { name, test } = credentialType;
	if (!test) throw new Error(`Credential "${name}" has no test`);

	const data = additionalData(credentialsHelper, { mode: 'internal', currentNodeParameters: {} });
	const decrypted = {
		id: '1',
		name,
		type: name,
		data: await credentialsHelper.withDefaults(data, credential, name, 'internal'),
	};
	const nodeType = nodeTypeFor(test, name);
	const node = {
		id: 'temp',
		parameters: {},
		name: 'Temp-Node',
		type: 'noOp',
		typeVersion: 1,
		position: /** @type {[number, number]} */ ([0, 0]),
		credentials: { [name]: { id: '1', name } },
	};
	const workflow = new Workflow({
		nodes: [node],
		connections: {},
		active: false,
		nodeTypes: new NodeTypes({ noOp: nodeType }),
	});
	const context = new ExecuteContext(
		workflow,
		node,
		data,
		'internal',
		createEmptyRunExecutionData(),
		0,
		[],
		{ main: [[{ json: {} }]] },
		{ node, data: {}, source: null },
		[],
	);
	try {
		const routing = new RoutingNode(context, nodeType, decrypted);
		await workflow.expression.withIsolate(async () => await routing.runNode());
	} catch (error) {
		return failureOf(/** @type {Parameters<typeof failureOf>[0]} */ (error), test);
	}
	return { status: 'OK', message: 'Connection successful!' };
};

module.exports = { testCredential };
