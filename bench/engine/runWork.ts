import { join } from 'node:path';
import type { INodeParameters, INodeType } from 'n8n-workflow';
import { CredentialsHelper } from '../../tools/engine/CredentialsHelper';
import { answer } from './answer';
import { httpRequestNode, withCredential } from './httpRequestNode';
import { hurry, mailroomNode } from './mailroomNode';
import { loadCompiled } from './loadCompiled';
import { measured, type Cost } from './measured';
import { runWorkflow } from './runWorkflow';
import { startExpressionEngine } from './startExpressionEngine';
import { works, type WorkName } from './workloads';
import { contacts } from './workloads/contacts';

type Execute = NonNullable<INodeType['execute']>;

export interface WorkTask {
	nodeName: 'mailroom' | 'httpRequest';
	work: WorkName;
	itemCount: number;
	packageFolder: string;
	service: { url: string; apiKey: string };
	/** Between two starts of the Mailroom node, instead of the one it keeps to. */
	intervalMs?: number;
	/** Of the HTTP Request node. */
	options?: INodeParameters;
	/** Of the node in the workflow. */
	settings?: { retryOnFail?: boolean };
}

export interface WorkResult {
	/** How many items came out. */
	itemCount: number;
	/** Why the workflow stopped. */
	error?: string;
	/** Of the workflow. */
	seconds: number;
	/** Of each execution of the node: "Retry On Fail" makes several. */
	tries: Cost[];
}

/** Runs one of the works with one of the nodes, and measures its own execution: the engine around it is not counted. */
async function runWork(task: WorkTask): Promise<WorkResult> {
	await startExpressionEngine();
	if (task.intervalMs) hurry(task.packageFolder, task.intervalMs);
	const node = task.nodeName === 'mailroom' ? mailroomNode(task.packageFolder) : httpRequestNode();
	const tries: Cost[] = [];
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

function parametersOf({ nodeName, work, service, options = {} }: WorkTask) {
	const { mailroom, httpRequest } = works[work];
	if (nodeName === 'mailroom') return mailroom;
	if (!httpRequest) throw new Error(`The HTTP Request node has no ${work}`);
	return { ...withCredential, ...httpRequest(service.url), options };
}

function credentialsHelper({ packageFolder, service }: WorkTask) {
	const { MailroomApi } = loadCompiled(
		join(packageFolder, 'dist/credentials/MailroomApi.credentials.js'),
	);
	const { url: baseUrl, apiKey } = service;
	return new CredentialsHelper([new MailroomApi()], {
		mailroomApi: { baseUrl, apiKey, allowHttp: false },
	});
}

function withMeasuredExecution(nodeType: INodeType, tries: Cost[]): INodeType {
	const watched = (execute: Execute): Execute =>
		async function () {
			return await measured(async () => await execute.call(this), tries);
		};
	const measuredType: INodeType = Object.create(nodeType);
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
