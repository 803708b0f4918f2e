import { InvalidParameter } from '../parameters/InvalidParameter';
import { dedupStore } from '../sendOnce/DedupStore';
import { Ledger } from '../sendOnce/Ledger';
import { SEND_ONCE_KEY } from '../sendOnce/optionLabels';
import { systemClock } from '../transport/clock';
import type { NodeCall } from './NodeCall';

/** By workflow and node. */
const ledgers = new Map<string, Ledger>();

/** @throws InvalidParameter if n8n keeps no history: for a tool, an unsaved workflow, or a node without an ID */
export function openLedger({ context, deduplication }: NodeCall, historySize: number): Ledger {
	const { id: workflowId } = context.getWorkflow();
	const { id: nodeId } = context.getNode();
	if (!deduplication) {
		throw new InvalidParameter(
			SEND_ONCE_KEY,
			'cannot be used here: n8n keeps no history for this kind of AI tool',
			'Use an AI Agent of version 3 or later, or remove the option',
		);
	}
	if (workflowId === undefined) {
		throw new InvalidParameter(
			SEND_ONCE_KEY,
			'needs a saved workflow, because n8n stores the history with it',
			'Save the workflow first',
		);
	}
	// Nodes of a sub-workflow given as JSON may have none.
	if (!nodeId) {
		throw new InvalidParameter(
			SEND_ONCE_KEY,
			'needs a node with an ID, because n8n stores the history under it',
			'Save the sub-workflow and select it from the database, or give each node in its JSON a different "id"',
		);
	}
	const name = JSON.stringify([workflowId, nodeId]);
	const store = dedupStore(deduplication);
	const ledger = ledgers.get(name) ?? new Ledger(systemClock, store);
	ledgers.set(name, ledger);
	ledger.use(store, historySize);
	return ledger;
}
