const { randomUUID } = require('node:crypto');

const MAILROOM = { type: 'n8n-nodes-mailroom.mailroom', typeVersion: 1 };
const START = { name: 'Items', type: 'n8n-nodes-base.manualTrigger', typeVersion: 1 };
const END = { name: 'Next', type: 'n8n-nodes-base.noOp', typeVersion: 1 };
const NODES_IN_A_ROW = 4;

/**
 * A workflow of Mailroom nodes one after the other, with "Items" before them and "Next" behind.
 *
 * @param {object} options
 * @param {Record<string, object>} options.nodes the parameters of each node by its name
 * @param {object[]} options.items that go into the first
 * @param {import('../../demo/n8nClient').CredentialReference} options.credential
 */
function workflowOf({ nodes, items, credential }) {
	const credentials = { mailroomApi: credential };
	const ours = Object.entries(nodes).map(([name, parameters]) => ({
		name,
		...MAILROOM,
		parameters,
		credentials,
	}));
	const chain = [{ ...START, parameters: {} }, ...ours, { ...END, parameters: {} }].map(placed);
	return {
		name: 'Browser test',
		nodes: chain,
		connections: Object.fromEntries(
			chain.slice(1).map(({ name }, index) => [chain[index].name, connectionTo(name)]),
		),
		pinData: { [START.name]: items.map((json) => ({ json })) },
	};
}

/**
 * @template T
 * @param {T} node
 * @param {number} index
 */
function placed(node, index) {
	const [column, row] = [index % NODES_IN_A_ROW, Math.floor(index / NODES_IN_A_ROW)];
	return { ...node, id: randomUUID(), position: [224 * column, 192 * row] };
}

/** @param {string} node */
function connectionTo(node) {
	return { main: [[{ node, type: 'main', index: 0 }]] };
}

/** @param {{ type: string }} node */
function isMailroom({ type }) {
	return type === MAILROOM.type;
}

module.exports = { isMailroom, workflowOf };
