import { InvalidParameter } from '../../parameters/InvalidParameter';
import { systemClock } from '../../clock';
import type { Places } from '../Memory';
import { dedupStore } from './DedupStore';
import { assertHistoryHolds, type HistoryNeeds } from './historySize';
import { Ledger } from './Ledger';
import { SEND_ONCE_KEY } from './options';

/** Room for open entries. */
const OTHER_VALUES = 1_000;

/** By workflow and node. */
const ledgers = new Map<string, Ledger>();

/**
 * @param valuesEach stored for an email that was sent
 * @throws InvalidParameter if n8n keeps no history, such as for an unsaved workflow, or if it's too small
 */
export function openLedger(places: Places, needs: HistoryNeeds, valuesEach: number): Ledger {
	const { context, deduplication } = places;
	const { id: workflowId } = context.getWorkflow();
	const { id: nodeId } = context.getNode();
	if (!deduplication) {
		throw new InvalidParameter(
			SEND_ONCE_KEY,
			"can't be used here: n8n keeps no history for this kind of AI tool",
			'Use an AI Agent of version 3 or later, or remove the option',
		);
	}
	// Nodes of a sub-workflow given as JSON may have no ID.
	if (workflowId === undefined || !nodeId) {
		throw new InvalidParameter(
			SEND_ONCE_KEY,
			'needs a node with an ID in a saved workflow, because n8n stores the history under both',
			'Save the workflow. If it is a sub-workflow given as JSON, select it from the database instead, or give each node a different "id"',
		);
	}
	assertHistoryHolds(places, needs);
	const name = JSON.stringify([workflowId, nodeId]);
	const store = dedupStore(deduplication);
	const ledger = ledgers.get(name) ?? new Ledger(systemClock, store);
	ledgers.set(name, ledger);
	// A run may add as many as must be remembered from before. Runs that overlap can add more, as docs/reliability.md says.
	ledger.use(store, 2 * needs.size * valuesEach + OTHER_VALUES);
	return ledger;
}
