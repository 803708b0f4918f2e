import type { INode } from 'n8n-workflow';
import type { Form } from '../parameters/Form';
import type { Ledger } from '../sendOnce/Ledger';
import type { RunQueue } from '../transport/RunQueue';
import type { ServiceClient } from '../transport/ServiceClient';
import type { Item } from './Item';
import type { Operation } from './Operation';
import type { RunMemory } from './RunMemory';
import type { SentInExecution } from './SentInExecution';

/** One run of the node, whichever way n8n called it, within an execution of the workflow. */
export interface Run {
	operation: Operation;
	/** By their index in the input: all of them, or the one that a tool is called with. */
	itemIndexes: number[];
	/** The items, as far as they have been read. */
	items: Item[];
	form(itemIndex: number): Form;
	/** "On Error: Continue", in either of its kinds. */
	continueOnFail: boolean;
	node: INode;
	memory: RunMemory;
	executionId: string;
	sent: SentInExecution;
	/** Aborts when the execution is cancelled. */
	signal: AbortSignal | undefined;
	/** Shows a note to the user beside the output, where n8n has a place for it. */
	addHint(message: string): void;
	/** Writes into n8n's own log. */
	log(message: string): void;
	/** Shows a text in the list of executions, also of one that was cancelled, where n8n has a place for it. */
	highlight(name: string, text: string): void;
	/**
	 * Knows what was claimed and sent with a Send Once Key, by all runs of the node. Throws InvalidParameter where n8n keeps no
	 * history: for a tool, in a workflow that was never saved, and for a node without an id.
	 */
	openLedger(historySize: number): Ledger;
	/** Throws when there is no usable credential. */
	connect(lane: RunQueue): Promise<ServiceClient>;
}
