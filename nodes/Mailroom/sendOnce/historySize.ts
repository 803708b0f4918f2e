import type { NodeCall } from '../run/NodeCall';
import { countRecipients } from '../run/memory/recipientCount';
import { InvalidParameter } from '../parameters/InvalidParameter';
import { HISTORY_SIZE } from './options';

export interface HistoryNeeds {
	/** Entries of the run. */
	names: string[];
	/** The largest of the items. */
	size: number;
	noun: string;
}

/** @throws InvalidParameter if the execution has more recipients than the history remembers */
export function assertHistoryHolds(call: NodeCall, { names, size, noun }: HistoryNeeds): void {
	const { count, keep } = countRecipients(call, 'sendOnceRecipients', names);
	if (count > size) {
		const problem = `is ${size}, too small for the ${count} ${noun} of this execution`;
		throw new InvalidParameter(HISTORY_SIZE, problem, 'Enter a larger number');
	}
	keep();
}
