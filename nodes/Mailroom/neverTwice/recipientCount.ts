import { ExecutionEntries } from '../ExecutionEntries';
import type { Places } from './Memory';

/** Recipients of all rounds of a loop, by the data of n8n's context. Only their number outlives a restart of n8n. */
const countedIn = {
	recipients: new WeakMap<object, Set<string>>(),
	sendOnceRecipients: new WeakMap<object, Set<string>>(),
};

/**
 * Counts the recipients of a run together with those of earlier rounds of its loop.
 *
 * @param entry of the execution, which keeps the count
 * @param names of recipients, each once
 */
export function countRecipients(
	{ context, itemIndexes }: Pick<Places, 'context' | 'itemIndexes'>,
	entry: keyof typeof countedIn,
	names: string[],
) {
	const entries = ExecutionEntries.in(context);
	const round = Number(context.evaluateExpression('{{ $runIndex }}', itemIndexes[0]));
	const counted = countedIn[entry].get(entries.data) ?? new Set<string>();
	const added = names.filter((name) => !counted.has(name));
	const last = entries.get(entry) ?? { round: -1, ofRound: 0, earlier: 0 };
	// "Retry On Fail" and n8n's Retry repeat a round, with the recipients that are left.
	const isRepeated = last.round === round;
	const earlier = isRepeated ? last.earlier : last.earlier + last.ofRound;
	const ofRound = isRepeated ? Math.max(last.ofRound, added.length) : added.length;
	return {
		count: earlier + ofRound,
		/** Must be called if the run may send. */
		keep: () => {
			for (const name of added) counted.add(name);
			countedIn[entry].set(entries.data, counted);
			entries.set(entry, { round, ofRound, earlier });
		},
	};
}
