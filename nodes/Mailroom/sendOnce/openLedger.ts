import type { NodeCall } from '../execution/NodeCall';
import { InvalidParameter } from '../parameters/InvalidParameter';
import { systemClock } from '../transport/clock';
import { dedupStore } from './DedupStore';
import { Ledger } from './Ledger';
import { HISTORY_SIZE, SEND_ONCE_KEY } from './options';

interface History {
	/** Entries of the run. */
	names: string[];
	/** Of the items; they may differ. */
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

/** Rounds of a loop in which recipients came first, by n8n's context of the node. */
const firstRoundsOf = new WeakMap<object, Map<string, number>>();

/** In n8n's context of the node, which outlives a restart of n8n, unlike the recipients themselves. */
const COUNT = 'sendOnceRecipients';

function assertHistoryHolds(
	{ context, nodeContext, itemIndexes }: NodeCall,
	{ names, sizes, noun }: History,
): void {
	const round = Number(context.evaluateExpression('{{ $runIndex }}', itemIndexes[0]));
	const firstRounds = firstRoundsOf.get(nodeContext) ?? new Map<string, number>();
	const added = names.filter((name) => (firstRounds.get(name) ?? round) === round);
	const last = (nodeContext[COUNT] ?? { earlier: 0, ofRound: 0 }) as Record<string, number>;
	// "Retry On Fail" and n8n's Retry repeat a round, with the recipients that are left.
	const isRepeated = last.round === round;
	const earlier = last.earlier + (isRepeated ? 0 : last.ofRound);
	const ofRound = Math.max(added.length, isRepeated ? last.ofRound : 0);
	const size = Math.min(...sizes);
	if (earlier + ofRound > size) {
		const problem = `is ${size}, too small for the ${earlier + ofRound} ${noun} of this execution`;
		throw new InvalidParameter(HISTORY_SIZE, problem, 'Enter a larger number');
	}
	for (const name of added) firstRounds.set(name, round);
	firstRoundsOf.set(nodeContext, firstRounds);
	nodeContext[COUNT] = { round, ofRound, earlier };
}
