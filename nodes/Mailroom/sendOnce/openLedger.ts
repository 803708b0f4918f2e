import type { NodeCall } from '../execution/NodeCall';
import { InvalidParameter } from '../parameters/InvalidParameter';
import { systemClock } from '../transport/clock';
import { dedupStore } from './DedupStore';
import { assertHistoryHolds, type HistoryNeeds } from './historySize';
import { Ledger } from './Ledger';
import { SEND_ONCE_KEY } from './options';

interface History extends HistoryNeeds {
	/** Stored for an email that was sent. */
	valuesEach: number;
}

/** Room for open entries and marks. */
const OTHER_VALUES = 1_000;

/** By workflow and node. */
const ledgers = new Map<string, Ledger>();

/** @throws InvalidParameter if n8n keeps no history, such as for an unsaved workflow, or if it's too small */
export function openLedger(call: NodeCall, history: History): Ledger {
	const { context, deduplication } = call;
	const { id: workflowId } = context.getWorkflow();
	const { id: nodeId } = context.getNode();
	if (!deduplication) {
		throw unusable(
			"can't be used here: n8n keeps no history for this kind of AI tool",
			'Use an AI Agent of version 3 or later, or remove the option',
		);
	}
	if (workflowId === undefined) {
		throw unusable(
			'needs a saved workflow, because n8n stores the history with it',
			'Save the workflow first',
		);
	}
	// Nodes of a sub-workflow given as JSON may have none.
	if (!nodeId) {
		throw unusable(
			'needs a node with an ID, because n8n stores the history under it',
			'Save the sub-workflow and select it from the database, or give each node in its JSON a different "id"',
		);
	}
	assertHistoryHolds(call, history);
	const name = JSON.stringify([workflowId, nodeId]);
	const store = dedupStore(deduplication);
	const ledger = ledgers.get(name) ?? new Ledger(systemClock, store);
	ledgers.set(name, ledger);
	// A run may add as many as must be remembered from before.
	ledger.use(store, 2 * Math.max(...history.sizes) * history.valuesEach + OTHER_VALUES);
	return ledger;
}

function unusable(problem: string, advice: string): InvalidParameter {
	return new InvalidParameter(SEND_ONCE_KEY, problem, advice);
}
