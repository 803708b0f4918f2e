import type {
	IDataObject,
	IExecuteFunctions,
	IExecutePaginationFunctions,
	INode,
	INodeExecutionData,
} from 'n8n-workflow';
import type { PlainItems } from '../parameters/evaluator';
import type { Deduplication } from '../neverTwice/key/DedupStore';
import type { Places } from '../neverTwice/Memory';

/** The differences between n8n's two ways of calling the node. */
export interface NodeCall extends Places {
	/** An object of n8n that all tries of "Retry On Fail" share. */
	retryKey: object;
	/** A parameter that counts for all items. */
	setting(name: string): unknown;
	/** A parameter as typed, with its expressions. */
	raw(name: string): unknown;
	/** Input of an item, or the arguments of a tool. */
	json(itemIndex: number): IDataObject;
	/** Items for expressions that need no evaluation by n8n. Undefined if n8n must evaluate all. */
	plain?(itemIndex: number): PlainItems;
}

export function callWithAllItems(context: IExecuteFunctions): NodeCall {
	const items = context.getInputData();
	const isToolCall = isTool(context.getNode());
	return {
		itemIndexes: [...items.keys()],
		retryKey: context.getExecuteData(),
		setting: (name) => context.getNodeParameter(name, 0, null),
		raw: (name) => context.getNodeParameter(name, 0, null, { rawExpressions: true }),
		plain: (itemIndex) => ({
			json: items[itemIndex].json,
			itemOf: itemOfNode(context, itemIndex),
		}),
		json: (itemIndex) => (isToolCall ? argumentsIn(items[itemIndex].json) : items[itemIndex].json),
		deduplication: deduplicationOf(context),
		...placesIn(context),
		isRetried: !isToolCall,
		addHint: (message) => context.addExecutionHints({ message, location: 'outputPane' }),
	};
}

export function callWithOneItem(context: IExecutePaginationFunctions): NodeCall {
	const isToolCall = isTool(context.getNode());
	const { json } = isToolCall ? context.getInputData(0, 'ai_tool') : context.getInputData();
	return {
		itemIndexes: [context.getItemIndex()],
		// The execute data belongs to the agent, which may call a tool twice.
		retryKey: isToolCall ? json : context.getExecuteData(),
		setting: (name) => context.getNodeParameter(name, null),
		raw: (name) => context.getNodeParameter(name, null, { rawExpressions: true }),
		json: (): IDataObject => json,
		// n8n has no place for hints here.
		addHint: () => {},
		isRetried: false,
		...placesIn(context),
	};
}

/** What is the same in both. */
function placesIn(context: NodeCall['context']) {
	return {
		context,
		cancelSignal: context.getExecutionCancelSignal() ?? new AbortController().signal,
		log: (message: string) => context.logger.warn(message),
	};
}

/** As a tool, a node has its own type in n8n. */
export function isTool({ type }: Pick<INode, 'type'>): boolean {
	return type.endsWith('Tool');
}

/** Fields that newer agents add to the model's arguments. */
const OF_THE_AGENT = ['toolCallId', 'sessionId', 'action', 'chatInput', 'files'];

function argumentsIn(json: IDataObject): IDataObject {
	return Object.fromEntries(Object.entries(json).filter(([name]) => !OF_THE_AGENT.includes(name)));
}

/** Copied, because n8n's `helpers` keep all data of the execution alive. */
function deduplicationOf({ helpers }: IExecuteFunctions): Deduplication {
	const { checkProcessedAndRecord, removeProcessed } = helpers;
	return { checkProcessedAndRecord, removeProcessed };
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
			// n8n's evaluation then reports what is wrong.
			return undefined;
		}
	};
}
