import type { NodeCall } from '../run/NodeCall';
import { InvalidParameter } from '../parameters/InvalidParameter';
import { HISTORY_SIZE } from './options';

export interface HistoryNeeds {
	/** Entries of the run. */
	names: string[];
	/** The largest of the items. */
	size: number;
	noun: string;
}

/** Entries of all rounds of a loop, by n8n's context of the node. */
const countedIn = new WeakMap<object, Set<string>>();

/** In n8n's context of the node, which outlives a restart of n8n, unlike the recipients themselves. */
const COUNT = 'sendOnceRecipients';

/** @throws InvalidParameter if the execution has more recipients than the history remembers */
export function assertHistoryHolds(
	{ context, nodeContext, itemIndexes }: NodeCall,
	{ names, size, noun }: HistoryNeeds,
): void {
	const round = Number(context.evaluateExpression('{{ $runIndex }}', itemIndexes[0]));
	const counted = countedIn.get(nodeContext) ?? new Set<string>();
	const added = names.filter((name) => !counted.has(name));
	const last = (nodeContext[COUNT] ?? { earlier: 0, ofRound: 0 }) as Record<string, number>;
	// "Retry On Fail" and n8n's Retry repeat a round, with the recipients that are left.
	const isRepeated = last.round === round;
	const earlier = last.earlier + (isRepeated ? 0 : last.ofRound);
	const ofRound = Math.max(added.length, isRepeated ? last.ofRound : 0);
	if (earlier + ofRound > size) {
		const problem = `is ${size}, too small for the ${earlier + ofRound} ${noun} of this execution`;
		throw new InvalidParameter(HISTORY_SIZE, problem, 'Enter a larger number');
	}
	for (const name of added) counted.add(name);
	countedIn.set(nodeContext, counted);
	nodeContext[COUNT] = { round, ofRound, earlier };
}
