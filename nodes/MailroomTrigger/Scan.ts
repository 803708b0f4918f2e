import type { PageCursor } from '../Mailroom/transport/readPages';

/** One pass over all pages, which may take several polls. */
export interface Scan {
	cursor: PageCursor;
	/** Records on its pages, also those without an address. */
	records: number;
	/** IDs of the contacts that it has read. */
	readonly seen: Set<string>;
	/** It has read contacts that no earlier scan had. */
	hasNewContacts: boolean;
	/** Contacts moved between its pages, so it may have missed some. */
	hasShifted: boolean;
	/**
	 * The part that this poll reads: all pages, or the rest after an earlier poll. The rest begins with the last page that was read, as the
	 * contacts may have moved since.
	 */
	part: 'all' | 'lastPageAgain' | 'rest';
}

export function newScan(): Scan {
	return {
		cursor: { nextPage: 1, pageSize: 0 },
		records: 0,
		seen: new Set(),
		hasNewContacts: false,
		hasShifted: false,
		part: 'all',
	};
}

/** Whether every contact was on its pages, as far as it shows. One empty response proves nothing. */
export function isWhole({ cursor, records, seen, hasShifted }: Scan): boolean {
	return seen.size > 0 && !hasShifted && records >= (cursor.total ?? 0);
}

/** Whether it needs no second scan that agrees, because the total does or because there is only one page. */
export function isConfirmed({ cursor, records }: Scan): boolean {
	return !cursor.mayHaveMore && (records === cursor.total || cursor.nextPage <= 2);
}
