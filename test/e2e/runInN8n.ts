const { randomUUID } = require('node:crypto');
const axios = require('axios');

const MAILROOM = { type: 'n8n-nodes-mailroom.mailroom', typeVersion: 1 };
const INPUT_ITEM = '$("Input").item.json';

/**
 * @typedef {object} Run
 * @property {object} parameters of the Mailroom node
 * @property {{ type: string, typeVersion: number, retryOnFail?: boolean, maxTries?: number, waitBetweenTries?: number }} [node] another node in its place, with the same credential
 * @property {object[]} [items] what comes into the node
 * @property {'stopWorkflow' | 'continueRegularOutput'} [onError]
 * @property {import('../../demo/n8nClient').CredentialReference} [credential] instead of the good one
 * @property {string} [from] an expression, instead of the one for the input item that n8n takes an item to be made from
 *
 * @typedef {object} RunResult
 * @property {number} status of the webhook's answer
 * @property {Array<{ out: object, from: object }>} items each item that came out of the node, and where it came from
 * @property {import('../../demo/n8nClient').ExecutionSummary & { data: string }} execution as n8n saved it
 */

/**
 * Runs the node as users do: in a published workflow that is called from outside.
 *
 * @param {Pick<import('../../demo/startDemo').Demo, 'client' | 'credential'> & { n8n: { url: string } }} demo
 * @param {Run} run
 * @returns {Promise<RunResult>}
 */
async function runInN8n({ n8n, client, ...demo }, { items = [{}], ...run }) {
	const path = randomUUID();
	const workflow = await client.createWorkflow({
		name: `Test ${path}`,
		nodes: nodesOf(path, { credential: demo.credential, ...run }),
		connections: {
			Webhook: { main: [[{ node: 'Input', type: 'main', index: 0 }]] },
			Input: { main: [[{ node: 'Mailroom', type: 'main', index: 0 }]] },
			Mailroom: { main: [[{ node: 'Seen', type: 'main', index: 0 }]] },
		},
		settings: { executionOrder: 'v1', timezone: 'America/New_York' },
	});
	await client.activate(workflow);
	const answer = await axios.post(
		`${n8n.url}/webhook/${path}`,
		{ items },
		{ validateStatus: () => true, proxy: false },
	);
	const [{ id }] = await client.executions(workflow.id);
	return { status: answer.status, items: answer.data, execution: await client.execution(id) };
}

/**
 * @param {string} path of the webhook
 * @param {Omit<Run, 'items'>} run
 * @returns {import('../../demo/n8nClient').NodeInput[]}
 */
function nodesOf(
	path,
	{ parameters, node = MAILROOM, credential, onError = 'stopWorkflow', from = INPUT_ITEM },
) {
	return [
		{
			...placed('Webhook', 0),
			type: 'n8n-nodes-base.webhook',
			typeVersion: 2,
			webhookId: path,
			parameters: {
				path,
				httpMethod: 'POST',
				responseMode: 'lastNode',
				responseData: 'allEntries',
			},
		},
		{
			...placed('Input', 1),
			type: 'n8n-nodes-base.splitOut',
			typeVersion: 1,
			parameters: { fieldToSplitOut: 'body.items' },
		},
		{
			...placed('Mailroom', 2),
			...node,
			parameters,
			onError,
			credentials: { mailroomApi: credential },
		},
		{
			...placed('Seen', 3),
			type: 'n8n-nodes-base.set',
			typeVersion: 3.4,
			parameters: {
				mode: 'raw',
				jsonOutput: `={{ { out: $json, from: ${from} } }}`,
			},
		},
	];
}

/**
 * @param {string} name
 * @param {number} column
 */
function placed(name, column) {
	return { id: randomUUID(), name, position: [200 * column, 0] };
}

module.exports = { runInN8n };
