import type {
	IDataObject,
	IExecuteFunctions,
	IExecutePaginationFunctions,
	INode,
	INodeExecutionData,
} from 'n8n-workflow';
import type { PlainItems } from '../parameters/evaluator';
import type { FormItem } from '../parameters/Form';
import type { Deduplication } from '../sendOnce/DedupStore';

/** The differences between n8n's two ways of calling the node. */
export interface NodeCall {
	context: IExecuteFunctions | IExecutePaginationFunctions;
	itemIndexes: number[];
	/** n8n's object that stays the same through "Retry On Fail". */
	retryKey: object;
	setting(name: string): unknown;
	raw(name: string): unknown;
	json(itemIndex: number): IDataObject;
	addHint(message: string): void;
	deduplication: Deduplication | undefined;
	/** Lives as long as the execution, or as the run of an older agent. */
	nodeContext: IDataObject;
	plain?(itemIndex: number): PlainItems;
	resumeUrl: FormItem['resumeUrl'];
}

/** n8n gives the tool form of a node a type of its own. */
export function isTool({ type }: INode): boolean {
	return type.endsWith('Tool');
}

export function callWithOneItem(context: IExecutePaginationFunctions): NodeCall {
	const isToolCall = isTool(context.getNode());
	const { json } = isToolCall ? context.getInputData(0, 'ai_tool') : context.getInputData();
	return {
		context,
		itemIndexes: [context.getItemIndex()],
		// The execute data belongs to the agent, which may well call the same tool twice.
		retryKey: isToolCall ? json : context.getExecuteData(),
		setting: (name) => context.getNodeParameter(name, null),
		raw: (name) => context.getNodeParameter(name, null, { rawExpressions: true }),
		json: (): IDataObject => json,
		// n8n has no place for hints here.
		addHint: () => {},
		deduplication: undefined,
		nodeContext: isToolCall ? contextInAgent(context) : {},
		resumeUrl: undefined,
	};
}

const agentContexts = new WeakMap<object, Map<string, IDataObject>>();

/** Shared by the calls that one run of an agent makes to the tool. */
function contextInAgent(context: IExecutePaginationFunctions): IDataObject {
	const ofAgent = context.getExecuteData();
	const { id } = context.getNode();
	const contexts = agentContexts.get(ofAgent) ?? new Map<string, IDataObject>();
	const nodeContext = contexts.get(id) ?? {};
	agentContexts.set(ofAgent, contexts.set(id, nodeContext));
	return nodeContext;
}

export function callWithAllItems(context: IExecuteFunctions): NodeCall {
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
