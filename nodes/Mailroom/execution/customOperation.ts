import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import type { PlainItems } from '../parameters/evaluator';
import { QUESTION } from '../sendAndWait/Question';
import type { Deduplication } from '../sendOnce/DedupStore';
import { failureOf } from './Item';
import type { Operation } from './Operation';
import { isTool, Run, type NodeCall } from './Run';
import { runOperation } from './runOperation';

export function customOperation(operation: Operation) {
	return async function (this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const run = new Run(operation, callWithAllItems(this));
		const output = await runOperation(run);
		return [await waitForReply(run, this, output)];
	};
}

async function waitForReply(
	{ operation, items }: Run,
	context: IExecuteFunctions,
	output: INodeExecutionData[],
): Promise<INodeExecutionData[]> {
	const { wait } = operation;
	const [item] = items;
	if (!wait || failureOf(item)) return output;
	// As text, since n8n's expressions hand out objects in a shape of their own.
	context.getContext('node')[QUESTION] = JSON.stringify(wait.question(item.values));
	await context.putExecutionToWait(wait.until(item.values));
	return context.getInputData();
}

function callWithAllItems(context: IExecuteFunctions): NodeCall {
	const items = context.getInputData();
	const isToolCall = isTool(context.getNode());
	const entered = new Map<string, unknown>();
	return {
		context,
		itemIndexes: [...items.keys()],
		retryKey: context.getExecuteData(),
		setting: (name) => context.getNodeParameter(name, 0, null),
		raw: (name) => {
			if (!entered.has(name)) {
				entered.set(name, context.getNodeParameter(name, 0, null, { rawExpressions: true }));
			}
			return entered.get(name);
		},
		plain: (itemIndex) => ({
			json: items[itemIndex].json,
			itemOf: itemOfNode(context, itemIndex),
		}),
		json: (itemIndex) => (isToolCall ? argumentsIn(items[itemIndex].json) : items[itemIndex].json),
		deduplication: deduplicationOf(context),
		nodeContext: context.getContext('node'),
		// Undefined in older versions of n8n.
		resumeUrl: context.getSignedResumeUrl?.bind(context),
		addHint: (message) => context.addExecutionHints({ message, location: 'outputPane' }),
	};
}

/** Copied, because n8n's `helpers` hold all data of the execution. */
function deduplicationOf({ helpers }: IExecuteFunctions): Deduplication {
	const { checkProcessedAndRecord, removeProcessed, getProcessedDataCount } = helpers;
	return { checkProcessedAndRecord, removeProcessed, getProcessedDataCount };
}

interface OfNode {
	item?: INodeExecutionData;
	first(): INodeExecutionData | undefined;
	last(): INodeExecutionData | undefined;
}

function itemOfNode(context: IExecuteFunctions, itemIndex: number): PlainItems['itemOf'] {
	return (node, which) => {
		try {
			const ofNode: OfNode = context.getWorkflowDataProxy(itemIndex).$(node);
			return (which === 'item' ? ofNode.item : ofNode[which]())?.json;
		} catch {
			// n8n's own evaluation says what is wrong.
			return undefined;
		}
	};
}

/** Added to the model's arguments by newer agents. */
const OF_THE_AGENT = ['toolCallId', 'sessionId', 'action', 'chatInput', 'files'];

function argumentsIn(json: IDataObject): IDataObject {
	return Object.fromEntries(Object.entries(json).filter(([name]) => !OF_THE_AGENT.includes(name)));
}
