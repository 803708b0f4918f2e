import { claimedValue, openValue } from '../../../nodes/Mailroom/neverTwice/key/Entry';
import type { DeduplicationRow } from '../../support/DeduplicationRow';

export type StoredState = 'free' | 'sent' | 'claimed' | 'open alone';

/** The state of an entry by its values in the store. */
export function stateOf(row: DeduplicationRow, entry: string): StoredState {
	const isOpen = row.has(openValue(entry));
	if (row.has(claimedValue(entry))) return isOpen ? 'claimed' : 'sent';
	return isOpen ? 'open alone' : 'free';
}
