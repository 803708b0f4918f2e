import { createHash } from 'node:crypto';
import type { PageCursor } from '../../Mailroom/transport/PageCursor';

/** One pass over all pages, which may take several polls. */
export class Scan {
	cursor: PageCursor = { nextPage: 1, pageSize: 0 };
	/** Records on its pages, also those without an address. */
	records = 0;
	/** IDs of the contacts that it has read. */
	readonly seen = new Set<string>();
	/** Contacts moved between its pages, so it may have missed some. */
	hasShifted = false;
	/** The part that this poll reads. After an earlier poll, it begins with the last page again, as contacts may have moved since. */
	part: 'all' | 'lastPageAgain' | 'rest' = 'all';

	/** Whether every contact was on its pages, as far as it shows. One empty response proves nothing. */
	get isWhole(): boolean {
		return this.seen.size > 0 && !this.hasShifted && this.records >= (this.cursor.total ?? 0);
	}

	/** Whether it is whole and needs no second scan that agrees, because the total does or because there is only one page. */
	get isConfirmed(): boolean {
		const { cursor, records, isWhole } = this;
		return isWhole && !cursor.isEndUnknown && (records === cursor.total || cursor.nextPage <= 2);
	}

	/**
	 * Counts a record, unless an earlier poll has:
	 *
	 * | `part`          | contact read before    | other contact     | without address |
	 * | --------------- | ---------------------- | ----------------- | --------------- |
	 * | `all`           | counts                 | counts            | counts          |
	 * | `lastPageAgain` | was counted            | counts, has moved | was counted     |
	 * | `rest`          | was counted, has moved | counts            | counts          |
	 *
	 * @param id empty without an address
	 * @returns whether it is a contact that the scan has not read before
	 */
	note(id: string): boolean {
		const { part, seen } = this;
		if (id === '') {
			if (part !== 'lastPageAgain') this.records++;
			return false;
		}
		const isRepeat = seen.has(id);
		const hasMovedToOldPage = part === 'lastPageAgain' && !isRepeat;
		const hasMovedToNewPage = part === 'rest' && isRepeat;
		if (hasMovedToOldPage || hasMovedToNewPage) this.hasShifted = true;
		// With all pages, the addresses of two records may differ only in case.
		if (!isRepeat || part === 'all') this.records++;
		seen.add(id);
		return !isRepeat;
	}

	notePageEnd(): void {
		if (this.part === 'lastPageAgain') this.part = 'rest';
	}
}

/** Equal for the same contacts, in whatever order. */
export function digestOf(ids: ReadonlySet<string>): string {
	const sorted = [...ids].sort().join();
	return createHash('sha256').update(sorted).digest('base64').slice(0, 12);
}
