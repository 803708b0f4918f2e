import type {
	IExecuteFunctions,
	IExecutePaginationFunctions,
	INodeExecutionData,
	INodePropertyRouting,
} from 'n8n-workflow';
import { QUESTION } from '../sendAndWait/Question';
import { abortIfCancelled, abortIfFailed } from './abortRun';
import { checkItems, openUnits } from './checkItems';
import { failureOf, type Batch, type Unit } from './Item';
import { skipSentInExecution } from './newsletterOnce';
import { callWithAllItems, callWithOneItem } from './NodeCall';
import type { Operation } from './Operation';
import { outputItems } from './outputItems';
import { Run } from './Run';
import { sendBatches } from './sendBatches';
import { sendOnceClaims } from './SendOnceClaims';

export function customOperation(operation: Operation) {
	return async function (this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const run = new Run(operation, callWithAllItems(this));
		const output = await runOperation(run);
		return [await waitForReply(run, this, output)];
	};
}

/** For n8n's declarative engine. The paging function replaces its requests. */
export function declarativeRouting(operation: Operation): INodePropertyRouting {
	return {
		request: operation.endpoint,
		send: { paginate: true },
		operations: {
			async pagination(this: IExecutePaginationFunctions): Promise<INodeExecutionData[]> {
				const call = callWithOneItem(this);
				const run = async () => await runOperation(new Run(operation, call));
				return operation.newsletter ? await afterEarlierCalls(call.nodeContext, run) : await run();
			},
		},
	};
}

const lastCalls = new WeakMap<object, Promise<unknown>>();

/** Serializes calls, as parallel calls of an agent could send the same newsletter. */
async function afterEarlierCalls<T>(nodeContext: object, run: () => Promise<T>): Promise<T> {
	const own = Promise.resolve(lastCalls.get(nodeContext)).then(run);
	lastCalls.set(
		nodeContext,
		own.catch(() => {}),
	);
	return await own;
}

/** Throws if an item fails with "Stop", or if the execution is canceled. */
async function runOperation(run: Run): Promise<INodeExecutionData[]> {
	await checkItems(run);
	abortIfCancelled(run);
	const plan = run.operation.bulk?.plan ?? oneBatchEach;
	skipSentInExecution(run, plan(openUnits(run.items)));
	const claims = await sendOnceClaims(run);
	abortIfCancelled(run);
	abortIfFailed(run);

	try {
		await sendBatches(run, plan(openUnits(run.items)), claims);
	} finally {
		await claims?.finish();
	}
	abortIfCancelled(run);
	abortIfFailed(run);

	const output = await outputItems(run);
	abortIfCancelled(run);
	return output;
}

function oneBatchEach(units: Unit[]): Batch[] {
	return units.map((unit) => ({ units: [unit] }));
}

async function waitForReply(
	{ operation, items }: Run,
	context: IExecuteFunctions,
	output: INodeExecutionData[],
): Promise<INodeExecutionData[]> {
	const { wait } = operation;
	const [item] = items;
	if (!wait || failureOf(item)) return output;
	const { question, until } = wait(item.values);
	// As text, because n8n's expressions return proxies of objects.
	context.getContext('node')[QUESTION] = JSON.stringify(question);
	await context.putExecutionToWait(until);
	return context.getInputData();
}
