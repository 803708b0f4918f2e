import type { IDataObject, IExecuteFunctions, INodeExecutionData, INodeType } from 'n8n-workflow';
import type { PlainItems } from '../parameters/evaluator';
import { QUESTION } from '../sendAndWait/Question';
import type { Deduplication } from '../sendOnce/DedupStore';
import { failureOf } from './Item';
import type { Operation } from './Operation';
import { isTool, Run, type NodeCall } from './Run';
import { runOperation } from './runOperation';

type CustomOperations = NonNullable<INodeType['customOperations']>;

/** The operations, by resource and value, in the form in which n8n calls them with all items at once. */
export function customOperations(
	operations: Record<string, Record<string, Operation>>,
): CustomOperations {
	return mapped(operations, (ofResource) => mapped(ofResource, customOperation));
}

function mapped<From, To>(all: Record<string, From>, map: (one: From) => To): Record<string, To> {
	return Object.fromEntries(Object.entries(all).map(([name, one]) => [name, map(one)]));
}

function customOperation(operation: Operation) {
	return async function (this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const run = new Run(operation, callWithAllItems(this));
		return [await waitForReply(run, this, await runOperation(run))];
	};
}

/**
 * Lets the execution wait for the reply to an email that asks for one, unless it was not accepted.
 *
 * @returns the output; of an execution that waits, what goes on if nobody replies in time: the input
 */
async function waitForReply(
	{ operation, items }: Run,
	context: IExecuteFunctions,
	output: INodeExecutionData[],
): Promise<INodeExecutionData[]> {
	const { wait } = operation;
	const [item] = items;
	if (!wait || item.isInvalid || failureOf(item)) return output;
	// As text, since n8n's expressions hand out objects in a shape of their own.
	context.getContext('node')[QUESTION] = JSON.stringify(wait.question(item.values));
	await context.putExecutionToWait(wait.until(item.values));
	return context.getInputData();
}

function callWithAllItems(context: IExecuteFunctions): NodeCall {
	const items = context.getInputData();
	const isToolCall = isTool(context.getNode());
	const raw = oncePerName((name) =>
		context.getNodeParameter(name, 0, null, { rawExpressions: true }),
	);
	return {
		context,
		itemIndexes: [...items.keys()],
		retryKey: context.getExecuteData(),
		setting: (name) => context.getNodeParameter(name, 0, null),
		plain: (itemIndex) => ({
			json: items[itemIndex].json,
			itemOf: itemOfNode(context, itemIndex),
		}),
		raw,
		json: (itemIndex) => (isToolCall ? argumentsIn(items[itemIndex].json) : items[itemIndex].json),
		// Not the helpers themselves, which hold all data of the execution.
		deduplication: deduplicationOf(context),
		nodeContext: context.getContext('node'),
		// Older versions of n8n sign no links.
		resumeUrl: context.getSignedResumeUrl?.bind(context),
		addHint: (message) => context.addExecutionHints({ message, location: 'outputPane' }),
	};
}

function deduplicationOf({ helpers }: IExecuteFunctions): Deduplication {
	const { checkProcessedAndRecord, removeProcessed, getProcessedDataCount } = helpers;
	return { checkProcessedAndRecord, removeProcessed, getProcessedDataCount };
}

/** The result of n8n's `$('Node')`, as far as it is used here. */
interface OfNode {
	item?: INodeExecutionData;
	first(): INodeExecutionData | undefined;
	last(): INodeExecutionData | undefined;
}

/** Looks for items where n8n has them, without its evaluation. */
function itemOfNode(context: IExecuteFunctions, itemIndex: number): PlainItems['itemOf'] {
	return (node, which) => {
		try {
			const ofNode: OfNode = context.getWorkflowDataProxy(itemIndex).$(node);
			return (which === 'item' ? ofNode.item : ofNode[which]())?.json;
		} catch {
			// Its own evaluation says what is wrong.
			return undefined;
		}
	};
}

/** Newer agents add these to the arguments of the model: how they know the call, and what n8n's chat gave them. */
const OF_THE_AGENT = ['toolCallId', 'sessionId', 'action', 'chatInput', 'files'];

/** Keeps what the model wrote: the rest are no columns. */
function argumentsIn(json: IDataObject): IDataObject {
	return Object.fromEntries(Object.entries(json).filter(([name]) => !OF_THE_AGENT.includes(name)));
}

/** A value that is entered in the form is the same for all items. */
function oncePerName<T>(read: (name: string) => T): (name: string) => T {
	const known = new Map<string, T>();
	return (name) => {
		if (!known.has(name)) known.set(name, read(name));
		return known.get(name) as T;
	};
}
