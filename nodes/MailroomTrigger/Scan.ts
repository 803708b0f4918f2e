import type { PageCursor } from '../Mailroom/transport/PageCursor';

/** One pass over all pages, which may take several polls. */
export class Scan {
	cursor: PageCursor = { nextPage: 1, pageSize: 0 };
	/** Records on its pages, also those without an address. */
	records = 0;
	/** IDs of the contacts that it has read. */
	readonly seen = new Set<string>();
	/** It has read contacts that no earlier scan had. */
	hasNewContacts = false;
	/** Contacts moved between its pages, so it may have missed some. */
	hasShifted = false;
	/**
	 * The part that this poll reads: all pages, or the rest after an earlier poll. The rest begins with the last page that was read, as the
	 * contacts may have moved since.
	 */
	part: 'all' | 'lastPageAgain' | 'rest' = 'all';

	/** Whether every contact was on its pages, as far as it shows. One empty response proves nothing. */
	get isWhole(): boolean {
		return this.seen.size > 0 && !this.hasShifted && this.records >= (this.cursor.total ?? 0);
	}

	/** Whether it needs no second scan that agrees, because the total does or because there is only one page. */
	get isConfirmed(): boolean {
		const { cursor, records } = this;
		return !cursor.isEndUnknown && (records === cursor.total || cursor.nextPage <= 2);
	}

	/**
	 * Counts a record.
	 *
	 * @param id empty without an address
	 * @returns whether it is a contact that the scan has not read before
	 */
	note(id: string): boolean {
		if (id === '') return this.noteWithoutAddress();
		const isRepeat = this.seen.has(id);
		if (this.hasMoved(isRepeat)) this.hasShifted = true;
		// An earlier poll has counted it.
		if (isRepeat && this.part !== 'all') return false;
		this.records++;
		// The addresses of two records may differ only in case.
		if (isRepeat) return false;
		this.seen.add(id);
		return true;
	}

	/** Whether it has moved doesn't show. On the last page again, an earlier poll has counted it. */
	private noteWithoutAddress(): false {
		if (this.part !== 'lastPageAgain') this.records++;
		return false;
	}

	notePageEnd(): void {
		if (this.part === 'lastPageAgain') this.part = 'rest';
	}

	/** Whether a record stands elsewhere than for an earlier poll: its last page has the same contacts, and the rest has others. */
	private hasMoved(isRepeat: boolean): boolean {
		return this.part !== 'all' && isRepeat !== (this.part === 'lastPageAgain');
	}
}
