const { WorkflowExecute } = require('n8n-core');
const { NodeApiError, NodeConnectionTypes, NodeOperationError, Workflow } = require('n8n-workflow');

const { NodeTypes } = require('./NodeTypes');
const { additionalData } = require('./additionalData');
const { underTest } = require('./underTest');

/**
 * @typedef {import('n8n-workflow').INodeExecutionData} Item
 * @typedef {import('n8n-workflow').INode} INode
 *
 * @typedef {object} RunOptions
 * @property {import('n8n-workflow').INodeParameters} parameters
 * @property {Array<Item | import('n8n-workflow').IDataObject>} [items] Input items, or their `json`.
 * @property {import('./underTest').Credential} [credential] Absent: the node has none set.
 * @property {Partial<INode>} [node] Settings of the node: `onError`, `retryOnFail`, `executeOnce` ...
 *   n8n takes a `waitBetweenTries` of 0 milliseconds for its default of 1000: say 1.
 * @property {string} [timezone] Of the workflow.
 * @property {boolean} [declarative] See underTest.js.
 * @property {import('./underTest').Classes} [classes] See underTest.js.
 * @property {string} [after] An expression, evaluated for each item by a node that follows on each output.
 * @property {number} [cancelAfter] Milliseconds after which the execution is cancelled.
 * @property {AbortSignal} [signal] Cancels the execution.
 * @property {import('n8n-workflow').WorkflowExecuteMode} [mode]
 */

/** @param {Item | import('n8n-workflow').IDataObject} value */
const toItem = (value) =>
	typeof value.json === 'object' && value.json !== null
		? /** @type {Item} */ (value)
		: { json: /** @type {import('n8n-workflow').IDataObject} */ (value) };

/**
 * @param {string} displayName
 * @param {(this: import('n8n-workflow').IExecuteFunctions) => Item[]} execute
 * @returns {import('n8n-workflow').INodeType}
 */
const helperNode = (displayName, execute) => ({
	description: {
		displayName,
		name: displayName,
		group: [],
		version: 1,
		description: '',
		defaults: { name: displayName },
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		properties: [{ displayName: 'Value', name: 'value', type: 'string', default: '' }],
	},
	async execute() {
		return [execute.call(this)];
	},
});

/** @this {import('n8n-workflow').IExecuteFunctions} */
function evaluateForEachItem() {
	return this.getInputData().map((_item, index) => {
		try {
			return { json: { value: this.getNodeParameter('value', index) } };
		} catch (error) {
			return { json: { value: /** @type {Error} */ (error) } };
		}
	});
}

/**
 * @param {string} name
 * @param {string} type
 * @param {Partial<INode>} [settings]
 * @returns {INode}
 */
const node = (name, type, settings) => ({
	id: name,
	name,
	type,
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
	...settings,
});

/** @param {string} name */
const to = (name) => [{ node: name, type: NodeConnectionTypes.Main, index: 0 }];

/**
 * @param {RunOptions} options
 * @param {ReturnType<typeof underTest>} tested
 */
const workflowOf = ({ parameters, items = [{}], node: settings, timezone, after }, tested) => {
	const input = helperNode('input', () => items.map(toItem));
	const mailroom = { parameters, credentials: tested.credentials, ...settings };
	return new Workflow({
		id: 'engine-test',
		name: 'Engine test',
		active: false,
		nodes: [
			node('Input', 'test.input'),
			node('Mailroom', 'n8n-nodes-mailroom.mailroom', mailroom),
			node('After', 'test.after', { parameters: { value: after ?? '' } }),
			node('After error', 'test.after', { parameters: { value: after ?? '' } }),
		],
		connections: {
			Input: { main: [to('Mailroom')] },
			Mailroom: { main: [to('After'), to('After error')] },
		},
		settings: { executionOrder: 'v1', ...(timezone && { timezone }) },
		nodeTypes: new NodeTypes({
			'test.input': input,
			'n8n-nodes-mailroom.mailroom': tested.nodeType,
			'test.after': helperNode('after', evaluateForEachItem),
		}),
	});
};

/**
 * Runs the node between a start node named `Input` and a node on each of its outputs, on n8n's own
 * engine.
 *
 * @param {RunOptions} options
 */
const runNode = async (options) => {
	const { mode = 'trigger', cancelAfter, signal } = options;
	const tested = underTest(options);
	const engine = new WorkflowExecute(additionalData(tested.credentialsHelper, { mode }), mode);
	const workflow = workflowOf(options, tested);

	const execution = engine.run({ workflow, startNode: workflow.nodes.Input });
	const cancel = () => execution.cancel();
	const timer = cancelAfter === undefined ? undefined : setTimeout(cancel, cancelAfter);
	signal?.addEventListener('abort', cancel);
	const result = await execution.finally(() => {
		clearTimeout(timer);
		signal?.removeEventListener('abort', cancel);
	});

	const { runData, error: saved } = result.data.resultData;
	/** @param {string} name @param {number} output */
	const output = (name, output) => runData[name]?.[0].data?.main[output] ?? [];
	const last = tested.tries.at(-1);
	return {
		/** What came out of the first output, as n8n saves it. */
		items: output('Mailroom', 0),
		/** What came out of the error output. */
		errorItems: output('Mailroom', 1),
		/** What `after` gave for each item, an Error where it could not be evaluated. */
		after: output('After', 0).map(({ json }) => json.value),
		afterError: output('After error', 0).map(({ json }) => json.value),
		/** The error that stopped the workflow: the node's own, if it threw one. */
		error:
			saved && (last?.error instanceof NodeApiError || last?.error instanceof NodeOperationError)
				? last.error
				: saved,
		hints: runData.Mailroom?.[0].hints ?? [],
		/** What the node returned at its last try, before the engine touched it. */
		raw: last?.raw,
		tries: tested.tries,
		result,
	};
};

module.exports = { runNode };
