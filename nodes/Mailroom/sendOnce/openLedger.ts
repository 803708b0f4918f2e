import { systemClock, type Clock } from '../transport/clock';
import type { HistoryStore } from './HistoryStore';
import { Ledger } from './Ledger';
import { SendOnceHistory } from './SendOnceHistory';

const histories = new Map<string, SendOnceHistory>();

/** A ledger for one run of a node. Runs of the same node in this process know of each other until they finish. */
export function openLedger(run: {
	workflowId: string;
	nodeId: string;
	store: HistoryStore;
	clock?: Clock;
}): Ledger {
	const { workflowId, nodeId, store, clock = systemClock } = run;
	const name = JSON.stringify([workflowId, nodeId]);
	let history = histories.get(name);
	if (!history) {
		history = new SendOnceHistory(clock, () => histories.delete(name));
		histories.set(name, history);
	}
	return new Ledger(history, store);
}
