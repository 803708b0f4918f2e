import { InvalidParameter } from '../parameters/InvalidParameter';
import { dedupStore } from '../sendOnce/DedupStore';
import type { Ledger } from '../sendOnce/Ledger';
import { ledgerOf } from '../sendOnce/ledgerOf';
import { SEND_ONCE_KEY } from '../sendOnce/optionLabels';
import type { NodeCall } from './Run';

/**
 * The ledger of the node, which knows what all of its runs claimed and sent with a Send Once Key.
 *
 * @throws InvalidParameter where n8n keeps no history: for a tool, in a workflow that was never saved, and for a node without an id
 */
export function openLedger({ context, deduplication }: NodeCall, historySize: number): Ledger {
	const { id: workflowId } = context.getWorkflow();
	if (!deduplication || workflowId === undefined) {
		throw deduplication
			? new InvalidParameter(
					SEND_ONCE_KEY,
					'needs a saved workflow, whose history n8n keeps',
					'Save the workflow first',
				)
			: new InvalidParameter(
					SEND_ONCE_KEY,
					'cannot be used here: n8n keeps no history for this kind of AI tool',
					'Use an AI Agent of version 3 or later, or remove the option',
				);
	}
	const { id: nodeId } = context.getNode();
	// Nodes of a sub-workflow that is given as JSON run under the id of its parent, and may have none of their own.
	if (!nodeId) {
		throw new InvalidParameter(
			SEND_ONCE_KEY,
			'needs a node with an ID, by which n8n keeps its history',
			'Save the sub-workflow as a workflow of its own and select it from the database, or give each node of its JSON an "id" of its own',
		);
	}
	const ledger = ledgerOf({ workflowId, nodeId });
	ledger.use(dedupStore(deduplication), historySize);
	return ledger;
}
