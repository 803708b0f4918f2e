import { InvalidParameter } from '../parameters/InvalidParameter';
import { dedupStore } from '../sendOnce/DedupStore';
import { Ledger } from '../sendOnce/Ledger';
import { HISTORY_SIZE, SEND_ONCE_KEY } from '../sendOnce/optionLabels';
import { systemClock } from '../transport/clock';
import type { NodeCall } from './NodeCall';

export interface History {
	/** Entries of the run. */
	names: string[];
	/** Of all items; they may differ. */
	sizes: Set<number>;
	/** Stored for an email that was sent. */
	valuesEach: number;
	noun: string;
}

/** Room for open entries and marks. */
const OTHER_VALUES = 1_000;

/** By workflow and node. */
const ledgers = new Map<string, Ledger>();

/**
 * @throws InvalidParameter if n8n keeps no history (for a tool, an unsaved workflow, or a node without an ID), or if the execution has
 * more recipients than it remembers
 */
export function openLedger(call: NodeCall, { names, sizes, valuesEach, noun }: History): Ledger {
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
	countInExecution(call, { names, size: Math.min(...sizes), noun });
	const name = JSON.stringify([workflowId, nodeId]);
	const store = dedupStore(deduplication);
	const ledger = ledgers.get(name) ?? new Ledger(systemClock, store);
	ledgers.set(name, ledger);
	// A run may add as many as must be remembered from before.
	ledger.use(store, 2 * Math.max(...sizes) * valuesEach + OTHER_VALUES);
	return ledger;
}

function unusable(problem: string, advice: string): InvalidParameter {
	return new InvalidParameter(SEND_ONCE_KEY, problem, advice);
}

/** Rounds of a loop in which recipients came first, by n8n's context of the node. */
const roundsOf = new WeakMap<object, Map<string, number>>();

/** In n8n's context of the node, which outlives a restart of n8n, unlike the recipients themselves. */
const COUNT = 'sendOnceRecipients';

function countInExecution(
	{ context, nodeContext, itemIndexes }: NodeCall,
	{ names, size, noun }: Pick<History, 'names' | 'noun'> & { size: number },
): void {
	// "Retry On Fail" and n8n's Retry repeat a round.
	const round = Number(context.evaluateExpression('{{ $runIndex }}', itemIndexes[0]));
	const rounds = roundsOf.get(nodeContext) ?? new Map<string, number>();
	const ofRound = names.filter((name) => (rounds.get(name) ?? round) === round);
	const last = (nodeContext[COUNT] ?? { earlier: 0, ofRound: 0 }) as Record<string, number>;
	const isRepeated = last.round === round;
	const earlier = last.earlier + (isRepeated ? 0 : last.ofRound);
	// A repeated round has only the recipients that are left.
	const count = Math.max(ofRound.length, isRepeated ? last.ofRound : 0);
	const total = earlier + count;
	if (total > size) {
		const problem = `is ${size}, too small for the ${total} ${noun} of this execution`;
		throw new InvalidParameter(HISTORY_SIZE, problem, 'Enter a larger number');
	}
	for (const name of ofRound) rounds.set(name, round);
	roundsOf.set(nodeContext, rounds);
	nodeContext[COUNT] = { round, ofRound: count, earlier };
}
