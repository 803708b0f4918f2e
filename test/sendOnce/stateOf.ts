import { claimedValue, openValue } from '../../nodes/Mailroom/sendOnce/dedupEntry';
import type { DeduplicationRow } from './DeduplicationRow';

export type StoredState = 'free' | 'sent' | 'claimed' | 'open alone';

/** Values of an entry in the store. */
export function stateOf(row: DeduplicationRow, entry: string): StoredState {
	const isOpen = row.has(openValue(entry));
	if (row.has(claimedValue(entry))) return isOpen ? 'claimed' : 'sent';
	return isOpen ? 'open alone' : 'free';
}
