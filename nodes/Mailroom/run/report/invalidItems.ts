import { firstOf, joinSentences } from '../../wording';
import type { Item } from '../Item';
import type { NodeError } from './itemError';

const MAX_NUMBERS = 10;

const ADVICE =
	'To process the others, in the Settings tab, set On Error to Continue (using error output). Failed items keep their columns.';

/**
 * Adds how many items are invalid, and which, to the error of the first.
 *
 * @param total number of items, valid or not
 */
export function explainInvalidItems(error: NodeError, invalid: Item[], total: number): void {
	const numbers = invalid.map(({ index }) => `${index + 1}`);
	const count = numbers.length.toLocaleString('en-US');
	const which = firstOf(numbers, MAX_NUMBERS);
	error.message = `${count} items are invalid (${which}). Item ${numbers[0]}: ${error.message}`;
	if (numbers.length < total) error.description = joinSentences(error.description, ADVICE);
}
