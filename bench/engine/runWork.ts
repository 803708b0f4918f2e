import { join } from 'node:path';
import type { INodeParameters, INodeType } from 'n8n-workflow';
import { CredentialsHelper } from '../../tools/engine/CredentialsHelper';
import { respondAtOnce, type InstantOutcome } from './respondAtOnce';
import { watched, type Blockage } from './holdWatch';
import { httpRequestNode, withCredential } from './httpRequestNode';
import { hurry, mailroomNode } from './mailroomNode';
import { loadCompiled } from './loadCompiled';
import { measured, type Cost } from './measured';
import { runWorkflow, type WorkflowResult } from './runWorkflow';
import { startExpressionEngine } from './startExpressionEngine';
import { works, type WorkName } from './workloads';
import { contacts } from './workloads/contacts';
import type { Work } from './workloads/Work';

type Execute = NonNullable<INodeType['execute']>;

export interface WorkTask {
	nodeName: 'mailroom' | 'httpRequest';
	work: WorkName;
	itemCount: number;
	packageFolder: string;
	service: { url: string; apiKey: string };
	/** Replaces the service of the Mailroom node with one that responds at once. */
	respondAtOnce?: InstantOutcome;
	/** Whether to measure how long the event loop is blocked. The measurement costs CPU. */
	watchesEventLoop?: boolean;
	/** Whether the Mailroom node ignores the rate limit. */
	hurries?: boolean;
	/** Of the HTTP Request node. */
	options?: INodeParameters;
	/** Of the node in the workflow. */
	settings?: { onError?: 'continueRegularOutput' };
}

export interface WorkResult extends WorkflowResult {
	/** Of the workflow. */
	seconds: number;
	/** In ms since 1970. */
	endedAt: number;
	/** Of each execution of the node: "Retry On Fail" makes several. */
	tries: Cost[];
	/** The longest block of the event loop in each execution, with `watchesEventLoop`. */
	holds: Blockage[];
	/** The longest block of the event loop in the whole workflow. */
	holdsOfAll: Blockage[];
}

/** Message of the process that does a task. */
export type TaskOutcome = { result: WorkResult } | { failure: string };

/** Runs a work with one of the nodes, and measures the node's execution without the engine around it. */
async function runWork(task: WorkTask): Promise<WorkResult> {
	await startExpressionEngine();
	if (task.hurries) hurry(task.packageFolder);
	const node = task.nodeName === 'mailroom' ? mailroomNode(task.packageFolder) : httpRequestNode();
	const tries: Cost[] = [];
	const holds: Blockage[] = [];
	const holdsOfAll: Blockage[] = [];
	const { items = contacts, text }: Work = works[task.work];
	const start = performance.now();
	const run = {
		node: { ...node, nodeType: withMeasuredExecution(node.nodeType, { task, tries, holds }) },
		settings: {
			...task.settings,
			parameters: parametersOf(task),
			credentials: { mailroomApi: { id: '1', name: 'Mailroom account' } },
		},
		items: items(task.itemCount),
		text,
		credentialsHelper: credentialsHelper(task),
	};
	const work = async () => await runWorkflow(run);
	const result = task.watchesEventLoop ? await watched(work, holdsOfAll) : await work();
	const seconds = (performance.now() - start) / 1000;
	return { ...result, seconds, endedAt: Date.now(), tries, holds, holdsOfAll };
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
	{ task, tries, holds }: { task: WorkTask; tries: Cost[]; holds: Blockage[] },
): INodeType {
	const measuredExecution = (execute: Execute): Execute =>
		async function () {
			if (task.respondAtOnce) {
				respondAtOnce(this, { kind: task.respondAtOnce, service: task.service });
			}
			const run = async () => await execute.call(this);
			const one = task.watchesEventLoop ? async () => await watched(run, holds) : run;
			return await measured(one, tries);
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

/** Does the one task that `inEngine` started this process for, and ends. */
function doTask() {
	process.on('disconnect', () => process.exit(1));
	process.once('message', (task) => {
		const outcome = runWork(task as WorkTask).then(
			(result): TaskOutcome => ({ result }),
			(error): TaskOutcome => ({
				failure: error instanceof Error ? (error.stack ?? error.message) : String(error),
			}),
		);
		void outcome.then((message) => process.send?.(message, () => process.exit(0)));
	});
}

doTask();
