import type {
	IDataObject,
	IExecuteFunctions,
	IExecutePaginationFunctions,
	INode,
} from 'n8n-workflow';
import type { Entered, ItemParameters } from '../parameters/ItemParameters';
import { InvalidParameter } from '../parameters/InvalidParameter';
import { historyStore, type Deduplication } from '../sendOnce/HistoryStore';
import type { Ledger } from '../sendOnce/Ledger';
import { ledgerOf } from '../sendOnce/ledgerOf';
import { SEND_ONCE_KEY } from '../sendOnce/optionLabels';
import { createClient } from '../transport/createClient';
import type { Operation } from './Operation';
import type { RequestOptionsParameter } from '../transport/requestOptions';
import type { Run } from './Run';
import { runMemory } from './RunMemory';
import { SentInExecution } from './SentInExecution';
import { SharedTexts } from './SharedTexts';

/** A call of the node by n8n, and where the two ways of calling it differ. */
export interface CalledBy {
	context: IExecuteFunctions | IExecutePaginationFunctions;
	itemIndexes: number[];
	/** n8n's own object that stays the same between the tries of one run. */
	tries: object;
	/** The evaluated value of a parameter; null when it is not set. */
	value(name: string, itemIndex: number): unknown;
	/** A parameter as it was entered. */
	raw(name: string): unknown;
	/** The data of an input item; for a tool, the model's arguments. */
	json(itemIndex: number): IDataObject;
	addHint(message: string): void;
	/** n8n's deduplication store; undefined where it cannot be had. */
	deduplication: Deduplication | undefined;
	/** n8n's context of the node; an object of its own where each call of the node stands alone. */
	nodeContext: IDataObject;
	/** See ItemParameters. */
	resumeUrl: ItemParameters['resumeUrl'];
}

/** The run of the node that n8n asks for. */
export function createRun(operation: Operation, call: CalledBy): Run {
	const { context, itemIndexes, raw, addHint } = call;
	const memory = runMemory(call.tries);
	const texts = new SharedTexts();
	const ofAllItems = {
		raw,
		timezone: context.getTimezone(),
		startedAt: memory.startedAt,
		entered: new Map<object, Entered>(),
		itemCount: itemIndexes.length,
		resumeUrl: call.resumeUrl,
	};
	return {
		operation,
		itemIndexes,
		items: [],
		parameters: (itemIndex) => ({
			value: (name) => texts.share(call.value(name, itemIndex)) ?? undefined,
			evaluate: (expression) => texts.share(context.evaluateExpression(expression, itemIndex)),
			json: () => call.json(itemIndex),
			...ofAllItems,
		}),
		continueOnFail: context.continueOnFail(),
		node: context.getNode(),
		memory,
		executionId: context.getExecutionId(),
		sent: new SentInExecution(call.nodeContext),
		signal: context.getExecutionCancelSignal(),
		addHint,
		log: (message) => context.logger.warn(message),
		highlight: (name, text) => highlight(context, name, text),
		openLedger: (historySize) => openLedgerOf(call, historySize),
		connect: async (lane) => {
			const options = call.value('requestOptions', itemIndexes[0]) ?? {};
			return await createClient(context, lane, options as RequestOptionsParameter);
		},
	};
}

/** Says if an AI uses the node: n8n gives the tool form of a node a type of its own. */
export function isTool({ type }: INode): boolean {
	return type.endsWith('Tool');
}

/** n8n complains of longer values, and cuts them off. */
const MAX_HIGHLIGHT_LENGTH = 255;

/**
 * Custom data is all that n8n keeps of an execution that was stopped by hand. It shows it as "Highlighted data".
 * Versions before 2.40 have none here.
 */
function highlight({ customData }: CalledBy['context'], name: string, text: string): void {
	customData?.set(name, text.slice(0, MAX_HIGHLIGHT_LENGTH));
}

function openLedgerOf({ context, deduplication }: CalledBy, historySize: number): Ledger {
	const { id: workflowId } = context.getWorkflow();
	if (!deduplication || workflowId === undefined) {
		throw new InvalidParameter(
			SEND_ONCE_KEY,
			deduplication
				? 'needs a saved workflow, whose history n8n keeps. Save the workflow first'
				: 'cannot be used here: n8n keeps no history for this kind of AI tool. Use an AI Agent of version 3 or later, or remove the option',
		);
	}
	const { id: nodeId } = context.getNode();
	// Nodes of a sub-workflow that is given as JSON run under the id of its parent, and may have none of their own.
	if (!nodeId) {
		throw new InvalidParameter(
			SEND_ONCE_KEY,
			'needs a node with an ID, by which n8n keeps its history. Save the sub-workflow as a workflow of its own and select it from the database, or give each node of its JSON an "id" of its own',
		);
	}
	const ledger = ledgerOf({ workflowId, nodeId });
	ledger.use(historyStore(deduplication), historySize);
	return ledger;
}
