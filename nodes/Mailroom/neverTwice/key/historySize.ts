import { InvalidParameter } from '../../parameters/InvalidParameter';
import type { Places } from '../Memory';
import { countRecipients } from '../recipientCount';
import { HISTORY_SIZE } from './options';

export interface HistoryNeeds {
	/** Entries of the run. */
	names: string[];
	/** The largest of the items. */
	size: number;
	noun: string;
}

/** @throws InvalidParameter if the execution has more recipients than the history remembers */
export function assertHistoryHolds(places: Places, { names, size, noun }: HistoryNeeds): void {
	const { count, keep } = countRecipients(places, 'sendOnceRecipients', names);
	if (count > size) {
		const problem = `is ${size}, too small for the ${count} ${noun} of this execution`;
		throw new InvalidParameter(HISTORY_SIZE, problem, 'Enter a larger number');
	}
	keep();
}
