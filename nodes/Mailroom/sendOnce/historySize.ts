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

/** Entries of all rounds of a loop, by the data of the memory. The count alone outlives a restart of n8n. */
const countedIn = new WeakMap<object, Set<string>>();

/** @throws InvalidParameter if the execution has more recipients than the history remembers */
export function assertHistoryHolds(
	{ context, memory, itemIndexes }: NodeCall,
	{ names, size, noun }: HistoryNeeds,
): void {
	const round = Number(context.evaluateExpression('{{ $runIndex }}', itemIndexes[0]));
	const counted = countedIn.get(memory.data) ?? new Set<string>();
	const added = names.filter((name) => !counted.has(name));
	const last = memory.get('sendOnceRecipients') ?? { round: -1, ofRound: 0, earlier: 0 };
	// "Retry On Fail" and n8n's Retry repeat a round, with the recipients that are left.
	const isRepeated = last.round === round;
	const earlier = isRepeated ? last.earlier : last.earlier + last.ofRound;
	const ofRound = isRepeated ? Math.max(last.ofRound, added.length) : added.length;
	if (earlier + ofRound > size) {
		const problem = `is ${size}, too small for the ${earlier + ofRound} ${noun} of this execution`;
		throw new InvalidParameter(HISTORY_SIZE, problem, 'Enter a larger number');
	}
	for (const name of added) counted.add(name);
	countedIn.set(memory.data, counted);
	memory.set('sendOnceRecipients', { round, ofRound, earlier });
}
