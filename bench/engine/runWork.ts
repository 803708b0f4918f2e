import { join } from 'node:path';
import type { INodeParameters, INodeType } from 'n8n-workflow';
import { CredentialsHelper } from '../../tools/engine/CredentialsHelper';
import { answer } from './answer';
import { answerAtOnce, type AnswerAtOnce } from './answerAtOnce';
import { watched, type Hold } from './holdWatch';
import { httpRequestNode, withCredential } from './httpRequestNode';
import { hurry, mailroomNode } from './mailroomNode';
import { loadCompiled } from './loadCompiled';
import { measured, type Cost } from './measured';
import { runWorkflow } from './runWorkflow';
import { startExpressionEngine } from './startExpressionEngine';
import { works, type Work, type WorkName } from './workloads';
import { contacts } from './workloads/contacts';

type Execute = NonNullable<INodeType['execute']>;

export interface WorkTask {
	nodeName: 'mailroom' | 'httpRequest';
	work: WorkName;
	itemCount: number;
	packageFolder: string;
	service: { url: string; apiKey: string };
	/** What the Mailroom node is answered without a request. */
	answerAtOnce?: AnswerAtOnce;
	/** Between two starts of the Mailroom node, instead of the one it keeps to. */
	intervalMs?: number;
	/** Of the HTTP Request node. */
	options?: INodeParameters;
	/** Of the node in the workflow. */
	settings?: { retryOnFail?: boolean; onError?: 'continueRegularOutput' };
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
	/** For how long each of them held the event loop at the most. */
	holds: Hold[];
	/** The same of the whole workflow. */
	holdOfAll: Hold;
}

/** Runs one of the works with one of the nodes, and measures its own execution: the engine around it is not counted. */
async function runWork(task: WorkTask): Promise<WorkResult> {
	await startExpressionEngine();
	if (task.intervalMs) hurry(task.packageFolder, task.intervalMs);
	const node = task.nodeName === 'mailroom' ? mailroomNode(task.packageFolder) : httpRequestNode();
	const tries: Cost[] = [];
	const holds: Hold[] = [];
	const holdsOfAll: Hold[] = [];
	const { items = contacts }: Work = works[task.work];
	const start = performance.now();
	const run = {
		node: { ...node, nodeType: withMeasuredExecution(node.nodeType, { task, tries, holds }) },
		settings: {
			...task.settings,
			parameters: parametersOf(task),
			credentials: { mailroomApi: { id: '1', name: 'Mailroom account' } },
		},
		items: items(task.itemCount),
		credentialsHelper: credentialsHelper(task),
	};
	const result = await watched(async () => await runWorkflow(run), holdsOfAll);
	const seconds = (performance.now() - start) / 1000;
	return { ...result, seconds, tries, holds, holdOfAll: holdsOfAll[0] };
}

function parametersOf({ nodeName, work, service, options = {} }: WorkTask) {
	const { mailroom, httpRequest }: Work = works[work];
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

function withMeasuredExecution(
	nodeType: INodeType,
	{ task, tries, holds }: { task: WorkTask; tries: Cost[]; holds: Hold[] },
): INodeType {
	const measuredExecution = (execute: Execute): Execute =>
		async function () {
			if (task.answerAtOnce) answerAtOnce(this, task.answerAtOnce);
			return await measured(
				async () => await watched(async () => await execute.call(this), holds),
				tries,
			);
		};
	const measuredType: INodeType = Object.create(nodeType);
	const { customOperations, execute } = nodeType;
	if (!customOperations) {
		measuredType.execute = execute && measuredExecution(execute);
		return measuredType;
	}
	measuredType.customOperations = Object.fromEntries(
		Object.entries(customOperations).map(([resource, operations]) => [
			resource,
			Object.fromEntries(
				Object.entries(operations).map(([name, operation]) => [name, measuredExecution(operation)]),
			),
		]),
	);
	return measuredType;
}

answer(runWork);
