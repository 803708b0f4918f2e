const { join } = require('node:path');
const { CredentialsHelper } = require('../../test/engine/CredentialsHelper');
const { answer } = require('./answer');
const { httpRequestNode, withCredential } = require('./httpRequestNode');
const { hurry, mailroomNode } = require('./mailroomNode');
const { measured } = require('./measured');
const { runWorkflow } = require('./runWorkflow');
const { startExpressionEngine } = require('./startExpressionEngine');
const { works } = require('./workloads');
const { contacts } = require('./workloads/contacts');

/**
 * @typedef {import('n8n-workflow').INodeType} INodeType
 * @typedef {NonNullable<INodeType['execute']>} Execute
 * @typedef {import('./measured').Cost} Cost
 *
 * @typedef {object} WorkTask
 * @property {'mailroom' | 'httpRequest'} nodeName
 * @property {import('./workloads').WorkName} work
 * @property {number} itemCount
 * @property {string} packageFolder
 * @property {{ url: string, apiKey: string }} service
 * @property {number} [intervalMs] between two starts of the Mailroom node, instead of the one it keeps to
 * @property {import('n8n-workflow').INodeParameters} [options] of the HTTP Request node
 * @property {{ retryOnFail?: boolean }} [settings] of the node in the workflow
 *
 * @typedef {object} WorkResult
 * @property {number} itemCount how many items came out
 * @property {string} [error] why the workflow stopped
 * @property {number} seconds of the workflow
 * @property {Cost[]} tries of each execution of the node: "Retry On Fail" makes several
 */

/**
 * Runs one of the works with one of the nodes, and measures its own execution: the engine around it is not counted.
 *
 * @param {WorkTask} task
 * @returns {Promise<WorkResult>}
 */
async function runWork(task) {
	await startExpressionEngine();
	if (task.intervalMs) hurry(task.packageFolder, task.intervalMs);
	const node = task.nodeName === 'mailroom' ? mailroomNode(task.packageFolder) : httpRequestNode();
	/** @type {Cost[]} */
	const tries = [];
	const start = performance.now();
	const result = await runWorkflow({
		node: { ...node, nodeType: withMeasuredExecution(node.nodeType, tries) },
		settings: {
			...task.settings,
			parameters: parametersOf(task),
			credentials: { mailroomApi: { id: '1', name: 'Mailroom account' } },
		},
		items: contacts(task.itemCount),
		credentialsHelper: credentialsHelper(task),
	});
	return { ...result, seconds: (performance.now() - start) / 1000, tries };
}

/** @param {WorkTask} task */
function parametersOf({ nodeName, work, service, options = {} }) {
	const { mailroom, httpRequest } = works[work];
	if (nodeName === 'mailroom') return mailroom;
	if (!httpRequest) throw new Error(`The HTTP Request node has no ${work}`);
	return { ...withCredential, ...httpRequest(service.url), options };
}

/** @param {WorkTask} task */
function credentialsHelper({ packageFolder, service }) {
	const { MailroomApi } = require(
		join(packageFolder, 'dist/credentials/MailroomApi.credentials.js'),
	);
	const { url: baseUrl, apiKey } = service;
	return new CredentialsHelper([new MailroomApi()], {
		mailroomApi: { baseUrl, apiKey, allowHttp: false },
	});
}

/**
 * @param {INodeType} nodeType
 * @param {Cost[]} tries
 * @returns {INodeType}
 */
function withMeasuredExecution(nodeType, tries) {
	/** @param {Execute} execute @returns {Execute} */
	const watched = (execute) =>
		async function () {
			return await measured(async () => await execute.call(this), tries);
		};
	/** @type {INodeType} */
	const measuredType = Object.create(nodeType);
	const { customOperations, execute } = nodeType;
	if (!customOperations) {
		measuredType.execute = execute && watched(execute);
		return measuredType;
	}
	measuredType.customOperations = Object.fromEntries(
		Object.entries(customOperations).map(([resource, operations]) => [
			resource,
			Object.fromEntries(
				Object.entries(operations).map(([name, operation]) => [name, watched(operation)]),
			),
		]),
	);
	return measuredType;
}

answer(runWork);
