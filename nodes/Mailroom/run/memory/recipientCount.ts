import type { NodeCall } from '../NodeCall';

/** Kept with the execution. */
export interface CountOfRounds {
	round: number;
	ofRound: number;
	/** In all rounds before. */
	earlier: number;
}

/** Recipients of all rounds of a loop, by the data of the memory. Only their number outlives a restart of n8n. */
const countedIn = new WeakMap<object, Set<string>>();

/**
 * Counts the recipients of a run together with those of earlier rounds of its loop.
 *
 * @param names of recipients, each once
 */
export function countRecipients({ context, memory, itemIndexes }: NodeCall, names: string[]) {
	const round = Number(context.evaluateExpression('{{ $runIndex }}', itemIndexes[0]));
	const counted = countedIn.get(memory.data) ?? new Set<string>();
	const added = names.filter((name) => !counted.has(name));
	const last = memory.get('recipients') ?? { round: -1, ofRound: 0, earlier: 0 };
	// "Retry On Fail" and n8n's Retry repeat a round, with the recipients that are left.
	const isRepeated = last.round === round;
	const earlier = isRepeated ? last.earlier : last.earlier + last.ofRound;
	const ofRound = isRepeated ? Math.max(last.ofRound, added.length) : added.length;
	return {
		count: earlier + ofRound,
		/** Must be called if the run may send. */
		keep: () => {
			for (const name of added) counted.add(name);
			countedIn.set(memory.data, counted);
			memory.set('recipients', { round, ofRound, earlier });
		},
	};
}
