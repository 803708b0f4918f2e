import type { IDataObject } from 'n8n-workflow';
import { RECORDS_PER_PAGE, type ServiceResponse } from '../service';
import { isFailed, type Failed } from './Outcome';
import {
	isPastTotal,
	isTotalReached,
	lastPageAhead,
	lastPageCounted,
	type PageCursor,
} from './PageCursor';
import { responseRecords } from './failure/responseData';
import type { Client, ServiceOutcome } from './ServiceClient';
import type { ServiceRequest } from './ServiceRequest';

export interface Page {
	cursor: PageCursor;
	/** Records that no earlier page had. */
	records: IDataObject[];
	/** The data moved between the pages. */
	hasShifted: boolean;
	isLast: boolean;
}

export interface PageQuery {
	identity: string;
	limit?: number;
	from?: PageCursor;
}

/** Stops at a service that always returns the same page. */
const MAX_PAGES_WITHOUT_NEW_RECORDS = 10;

/**
 * Requests pages in parallel up to `metadata.total`. Totals can be wrong, so it reads on until a page past the total is not
 * full, has nothing new or fails. A failure is the last that it yields. If it ends without a last page, the request was withdrawn.
 */
export async function* readPages(
	client: Client,
	request: ServiceRequest,
	{ identity, limit = Infinity, from = { nextPage: 1, pageSize: 0 } }: PageQuery,
): AsyncGenerator<Page | Failed> {
	const reading = new AbortController();
	const { signal } = reading;
	const per = Math.min(RECORDS_PER_PAGE, limit);
	const isNew = newRecordFilter(identity);
	const responses: Array<Promise<ServiceOutcome>> = [];
	let cursor = from;
	let pagesRead = 0;
	let pagesWithoutNewRecords = 0;
	try {
		for (;;) {
			const lastAhead = lastPageAhead(cursor, pagesRead, limit);
			for (let page = cursor.nextPage + responses.length; page <= lastAhead; page++) {
				const qs = { ...request.qs, page, per };
				// The first page past the total hardly ever exists.
				const maxRetries = page === lastPageCounted(cursor) + 1 ? 1 : undefined;
				responses.push(client.send({ ...request, qs, signal, maxRetries }));
			}
			const [next] = responses.splice(0, 1);
			const response = await next;
			if (!response) return;
			const page = isFailed(response)
				? lastPageAfter(response, cursor, per)
				: pageOf(response.result, cursor, { per, isNew });
			if (isFailed(page)) return yield page;
			pagesWithoutNewRecords = page.records.length > 0 ? 0 : pagesWithoutNewRecords + 1;
			const isLast = page.isLast || pagesWithoutNewRecords === MAX_PAGES_WITHOUT_NEW_RECORDS;
			yield { ...page, isLast };
			if (isLast) return;
			cursor = page.cursor;
			pagesRead++;
		}
	} finally {
		reading.abort();
	}
}

function newRecordFilter(identity: string): (record: IDataObject) => boolean {
	const seen = new Set<string>();
	return (record) => {
		const { size } = seen;
		const id = record[identity];
		// An object would be new on each page.
		return seen.add(typeof id === 'string' ? id : JSON.stringify(record)).size > size;
	};
}

function pageOf(
	{ data, metadata }: ServiceResponse,
	before: PageCursor,
	{ per, isNew }: { per: number; isNew: (record: IDataObject) => boolean },
): Page | Failed {
	const wasTotalReached = isTotalReached(before);
	// Past the total, services may leave the data out or repeat a page.
	const all = wasTotalReached && !data ? [] : responseRecords({ data });
	if (!Array.isArray(all)) return all;
	const records = all.filter(isNew);
	const hasRepeats = records.length < all.length && !(wasTotalReached && records.length === 0);
	const total = countIn(metadata?.total) ?? before.total;
	// A first page with fewer records than the total shows the service's maximum page size.
	const toldSize = all.length >= (total ?? 0) ? countIn(metadata?.per) : undefined;
	const pageSize = before.pageSize || Math.min(toldSize ?? all.length, per);
	const isShort = all.length < pageSize;
	const cursor = { nextPage: before.nextPage + 1, pageSize, total, isAfterShortPage: isShort };
	return {
		cursor,
		records,
		hasShifted: hasRepeats || (before.nextPage > 1 && total !== before.total),
		// Up to the total, a page without new records can mean that the data moved. With a total of 250, pages 1 and 2 are never the
		// last, page 3 is with 50 records, and page 4 is if it is short or repeats.
		isLast: isPastTotal(cursor) && (isShort || records.length === 0),
	};
}

/** The last page, if the pages can end with this failure; else the failure. */
function lastPageAfter(failed: Failed, cursor: PageCursor, per: number): Page | Failed {
	if (failed.scope === 'run') return failed;
	const isRejected = failed.kind === 'rejected' && failed.scope === 'units';
	// A total can be too high.
	const isEnd = isTotalReached(cursor) || (cursor.isAfterShortPage && isRejected);
	if (!isEnd && !isAfterOnlyPage(cursor, per)) return failed;
	const afterLast = { ...cursor, isEndUnknown: !isRejected };
	return { cursor: afterLast, records: [], hasShifted: false, isLast: true };
}

/** Without metadata, a first page with fewer records than asked for is probably the only one. */
function isAfterOnlyPage({ nextPage, pageSize, total }: PageCursor, per: number): boolean {
	return total === undefined && nextPage === 2 && pageSize < per;
}

/** A count of 0 may be wrong. */
function countIn(value: unknown): number | undefined {
	return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : undefined;
}
