import { systemClock, type Clock } from '../transport/clock';
import { Ledger } from './Ledger';

const ledgers = new Map<string, Ledger>();

/** The one ledger of this process for a node: all of its executions share it. */
export function ledgerOf(
	{ workflowId, nodeId }: { workflowId: string; nodeId: string },
	clock: Clock = systemClock,
): Ledger {
	const name = JSON.stringify([workflowId, nodeId]);
	const ledger = ledgers.get(name) ?? new Ledger(clock);
	ledgers.set(name, ledger);
	return ledger;
}
