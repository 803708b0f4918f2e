import type {
	DeduplicationHelperFunctions,
	IDataObject,
	IExecuteFunctions,
	IExecutePaginationFunctions,
	INode,
	INodeExecutionData,
} from 'n8n-workflow';
import type { PlainItems } from '../parameters/evaluator';
import type { FormRun } from '../parameters/Form';
import { ExecutionMemory } from './memory/ExecutionMemory';
import { memoryOfParent } from './memory/parentMemory';
import { executionRetryMarksIn, type ExecutionRetryMarks } from './memory/executionRetryMarks';

export type Deduplication = Pick<
	DeduplicationHelperFunctions,
	'checkProcessedAndRecord' | 'removeProcessed'
>;

/** The differences between n8n's two ways of calling the node. */
export interface NodeCall {
	context: FormRun['context'];
	itemIndexes: number[];
	/** An object of n8n that all tries of "Retry On Fail" share. */
	retryKey: object;
	/** A parameter that counts for all items. */
	setting(name: string): unknown;
	/** A parameter as typed, with its expressions. */
	raw(name: string): unknown;
	/** Input of an item, or the arguments of a tool. */
	json(itemIndex: number): IDataObject;
	addHint(message: string): void;
	/** Undefined if n8n keeps no history for the call. */
	deduplication?: Deduplication;
	memory: ExecutionMemory;
	/** See `memoryOfParent`. */
	parentMemory?: ExecutionMemory;
	/** Undefined for calls with one item, such as those of tools: a retried agent may make others. */
	retryMarks?: ExecutionRetryMarks;
	/** Items for expressions that need no evaluation by n8n. Undefined if n8n must evaluate all. */
	plain?(itemIndex: number): PlainItems;
}

export function callWithAllItems(context: IExecuteFunctions): NodeCall {
	const items = context.getInputData();
	const isToolCall = isTool(context.getNode());
	return {
		context,
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
		memory: new ExecutionMemory(context.getContext('node')),
		parentMemory: memoryOfParent(context),
		retryMarks: isToolCall ? undefined : executionRetryMarksIn(context),
		addHint: (message) => context.addExecutionHints({ message, location: 'outputPane' }),
	};
}

export function callWithOneItem(context: IExecutePaginationFunctions): NodeCall {
	const isToolCall = isTool(context.getNode());
	const { json } = isToolCall ? context.getInputData(0, 'ai_tool') : context.getInputData();
	return {
		context,
		itemIndexes: [context.getItemIndex()],
		// The execute data belongs to the agent, which may call a tool twice.
		retryKey: isToolCall ? json : context.getExecuteData(),
		setting: (name) => context.getNodeParameter(name, null),
		raw: (name) => context.getNodeParameter(name, null, { rawExpressions: true }),
		json: (): IDataObject => json,
		// n8n has no place for hints here.
		addHint: () => {},
		memory: new ExecutionMemory(context.getContext('node')),
		parentMemory: memoryOfParent(context),
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
