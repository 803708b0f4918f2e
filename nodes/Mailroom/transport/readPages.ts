import type { IDataObject } from 'n8n-workflow';
import { RECORDS_PER_PAGE, type ServiceResponse } from '../service';
import { Cancellation } from './Cancellation';
import { responseRecords } from './responseData';
import type { Requester, ServiceRequest } from './ServiceClient';
import { ServiceError } from './ServiceError';

/** A later reading can continue from here. */
export interface PageCursor {
	nextPage: number;
	/** Records on a full page; 0 before the first page. */
	pageSize: number;
	total?: number;
	/** The page past the total failed, so there may be more records. */
	isEndUnread?: boolean;
}

export interface Page extends PageCursor {
	/** Records that no earlier page had. */
	records: IDataObject[];
	/** The data moved between the pages. */
	hasShifted: boolean;
}

export interface PageQuery {
	identity: string;
	limit?: number;
	from?: PageCursor;
	signal?: AbortSignal;
}

const MAX_PAGES_AHEAD = 20;

/** Stops at a service that always returns the same page. */
const MAX_PAGES_WITHOUT_NEW_RECORDS = 10;

/** Statuses that reject the reader or the rate, whatever the page. */
const READER_REJECTED = [401, 403, 407, 429];

/**
 * Requests pages side by side up to `metadata.total`. As totals may be wrong, the last page is the first past it that is not full,
 * has nothing new or fails.
 */
export async function* readPages(
	client: Requester,
	request: ServiceRequest,
	query: PageQuery,
): AsyncGenerator<Page> {
	const end = new AbortController();
	const signals = query.signal ? [query.signal, end.signal] : [end.signal];
	const cancellation = new Cancellation(AbortSignal.any(signals));
	const reading = new Reading(query);
	const requestPage = async (page: number) => {
		const qs = { ...request.qs, page, per: reading.per };
		const maxRetries = reading.maxRetriesOf(page);
		return await client.request({ ...request, qs, cancellation, maxRetries });
	};
	const responses: Array<Promise<ServiceResponse>> = [];
	let lastRequested = reading.cursor.nextPage - 1;
	try {
		while (!reading.isDone) {
			while (lastRequested < reading.lastPageAhead) {
				const response = requestPage(++lastRequested);
				// Without a handler, its failure would end the process.
				response.catch(() => {});
				responses.push(response);
			}
			const [next] = responses.splice(0, 1);
			yield await next
				.then((response) => reading.add(response))
				.catch((error: unknown) => reading.endWith(error));
		}
	} finally {
		end.abort();
	}
}

export function isTotalReached(cursor: PageCursor): boolean {
	return cursor.total !== undefined && isPastTotal(cursor);
}

/** On every page where there is no total. */
function isPastTotal(cursor: PageCursor): boolean {
	return cursor.nextPage > lastPageCounted(cursor);
}

class Reading {
	cursor: PageCursor;

	isDone = false;

	readonly per: number;

	private readonly seen = new Set<unknown>();

	private pagesRead = 0;

	private pagesWithoutNewRecords = 0;

	constructor(private readonly query: PageQuery) {
		this.cursor = query.from ?? { nextPage: 1, pageSize: 0 };
		this.per = Math.min(RECORDS_PER_PAGE, query.limit ?? Infinity);
	}

	add(response: ServiceResponse): Page {
		const before = this.cursor;
		const wasTotalReached = isTotalReached(before);
		// Past the total, services may leave the data out or repeat a page.
		const all = wasTotalReached && !response.data ? [] : responseRecords(response);
		const records = all.filter((record) => this.isNew(record));
		const hasRepeats = records.length < all.length && !(wasTotalReached && records.length === 0);
		const total = countIn(response.metadata?.total) ?? before.total;
		// A first page that holds less than is counted shows the maximum of the service.
		const per = all.length >= (total ?? 0) ? countIn(response.metadata?.per) : undefined;
		const pageSize = before.pageSize || Math.min(per ?? all.length, this.per);
		this.cursor = { nextPage: before.nextPage + 1, pageSize, total };
		this.pagesRead++;
		this.pagesWithoutNewRecords = records.length > 0 ? 0 : this.pagesWithoutNewRecords + 1;
		// Before the total, an old page may only mean that the data moved.
		this.isDone = isPastTotal(this.cursor)
			? all.length < pageSize || records.length === 0
			: this.pagesWithoutNewRecords >= MAX_PAGES_WITHOUT_NEW_RECORDS;
		const hasShifted = hasRepeats || (before.nextPage > 1 && total !== before.total);
		return { ...this.cursor, records, hasShifted };
	}

	/** Throws the error unless it means that there is no such page. */
	endWith(error: unknown): Page {
		if (!(error instanceof ServiceError) || !this.isEnd(error)) throw error;
		this.isDone = true;
		return { ...this.cursor, records: [], hasShifted: false, isEndUnread: !error.saysNo };
	}

	/** The first page past the total hardly ever exists. */
	maxRetriesOf(page: number): number | undefined {
		return isTotalReached(this.cursor) && page === lastPageCounted(this.cursor) + 1 ? 1 : undefined;
	}

	/** The reader may soon have enough. Past the total, any page may be the last. */
	get lastPageAhead(): number {
		const { nextPage, pageSize } = this.cursor;
		const counted = lastPageCounted(this.cursor);
		const pastTotal = nextPage - counted;
		const ahead = pastTotal > 0 ? Math.floor(pastTotal / 10) : this.pagesRead;
		const last = nextPage - 1 + Math.min(ahead, MAX_PAGES_AHEAD);
		const lastNeeded = pagesFor(this.query.limit ?? Infinity, pageSize);
		return Math.max(nextPage, Math.min(last, lastNeeded, pastTotal > 0 ? Infinity : counted));
	}

	private isEnd({ status = 0 }: ServiceError): boolean {
		const { nextPage, total } = this.cursor;
		if (total === undefined) return nextPage > 1 && status === 404;
		return isTotalReached(this.cursor) && !READER_REJECTED.includes(status);
	}

	private isNew(record: IDataObject): boolean {
		const { size } = this.seen;
		return this.seen.add(record[this.query.identity] ?? JSON.stringify(record)).size > size;
	}
}

function lastPageCounted({ total = 0, pageSize }: PageCursor): number {
	return pagesFor(total, pageSize);
}

function pagesFor(count: number, pageSize: number): number {
	return pageSize === 0 ? 1 : Math.ceil(count / pageSize);
}

/** A count of 0 may be wrong. */
function countIn(value: unknown): number | undefined {
	return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : undefined;
}
