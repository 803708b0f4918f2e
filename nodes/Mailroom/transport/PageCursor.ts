// How far a reading of pages has come, and what the service's total says about the pages that follow.

/** Where a later reading can continue. */
export interface PageCursor {
	nextPage: number;
	/** Records on a full page; 0 before the first page. */
	pageSize: number;
	total?: number;
	/** The page past the total could not be read, so there may be more records. */
	isEndUnknown?: boolean;
	/** The page before had fewer records than the others. */
	isAfterShortPage?: boolean;
}

const MAX_PAGES_AHEAD = 20;

export function isTotalReached(cursor: PageCursor): boolean {
	return cursor.total !== undefined && isPastTotal(cursor);
}

/** With a total of 250 and pages of 100: from page 4 on. Without a total, true after the first page. */
export function isPastTotal(cursor: PageCursor): boolean {
	return cursor.nextPage > lastPageCounted(cursor);
}

/**
 * The last page to ask for now. It grows slowly, as the reader may stop soon. With a total of 2,500 and pages of 100, which are 25 pages:
 *
 * - `nextPage` 1, 2, 3, 4 → 1, 2, 4, 6
 * - `nextPage` 20 → 25, as any page past the total may be the last
 * - `nextPage` 26 to 44 → itself; 45 to 54 → one more, as the total was much too low
 */
export function lastPageAhead(cursor: PageCursor, pagesRead: number, limit: number): number {
	const { nextPage, pageSize } = cursor;
	const counted = lastPageCounted(cursor);
	const pastTotal = nextPage - counted;
	const ahead = pastTotal > 0 ? Math.floor(pastTotal / 10) : pagesRead;
	const last = nextPage - 1 + Math.min(ahead, MAX_PAGES_AHEAD);
	const lastNeeded = pagesFor(limit, pageSize);
	return Math.max(nextPage, Math.min(last, lastNeeded, pastTotal > 0 ? Infinity : counted));
}

/** Infinity if the first pages were empty despite the total. */
export function lastPageCounted({ total = 0, pageSize }: PageCursor): number {
	return total > 0 && pageSize === 0 ? Infinity : pagesFor(total, pageSize);
}

function pagesFor(count: number, pageSize: number): number {
	return pageSize === 0 ? 1 : Math.ceil(count / pageSize);
}
