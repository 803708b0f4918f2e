import type { IDataObject } from 'n8n-workflow';
import { RECORDS_PER_PAGE, type ServiceResponse } from '../service';
import { Cancellation } from './Cancellation';
import { responseRecords } from './responseData';
import type { Requester, ServiceRequest } from './ServiceClient';
import { ServiceError } from './ServiceError';

/** A position between two pages, from which a later reading can continue. */
export interface PageCursor {
	nextPage: number;
	/** Records on a full page; 0 before the first page. */
	pageSize: number;
	/** The service's count of records, if it gives one. */
	total?: number;
	/** The page past the total failed, which ended the reading. It may hold more records. */
	isEndUnread?: boolean;
}

export interface Page extends PageCursor {
	/** Records that no earlier page had. */
	records: IDataObject[];
	/** Earlier pages had some of its records: the pages shifted meanwhile. */
	hasRepeats: boolean;
}

export interface PageQuery {
	/** The field that identifies a record. */
	identity: string;
	/** Maximum number of records. */
	limit?: number;
	from?: PageCursor;
	/** Ends the reading at once. */
	signal?: AbortSignal;
}

const MAX_PAGES_AHEAD = 20;

/** Keeps a service that always returns the same page from being asked for all that its total promises. */
const MAX_PAGES_WITHOUT_NEW_RECORDS = 10;

/** Statuses that reject the reader or the rate, and tell nothing about the page. */
const READER_REJECTED = [401, 403, 407, 429];

/**
 * The pages of an endpoint in order, requested side by side up to `metadata.total`.
 *
 * Totals may be capped, rounded or missing, so the last page is the first past the total that is not full, has nothing new or fails.
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
				// Without a handler, a page that fails before its turn would end the process.
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

/** Whether all records that the service counts have been read. */
export function isTotalReached(cursor: PageCursor): boolean {
	return cursor.total !== undefined && cursor.nextPage > pagesCounted(cursor);
}

class Reading {
	cursor: PageCursor;

	isDone = false;

	/** Records to request for each page. */
	readonly per: number;

	private readonly firstPage: number;

	private pagesWithoutNewRecords = 0;

	private readonly seen = new Set<unknown>();

	constructor(private readonly query: PageQuery) {
		const { limit = Infinity, from = { nextPage: 1, pageSize: 0 } } = query;
		this.cursor = from;
		this.firstPage = from.nextPage;
		this.per = Math.min(RECORDS_PER_PAGE, limit);
	}

	add(response: ServiceResponse): Page {
		const { cursor } = this;
		// Past the end, some services leave the data out.
		const all = isTotalReached(cursor) && !response.data ? [] : responseRecords(response);
		const records = all.filter((record) => this.isNew(record));
		const pageSize = cursor.pageSize || fullPageSize(response, all.length, this.per);
		const total = totalOf(response) ?? cursor.total;
		this.cursor = { nextPage: cursor.nextPage + 1, pageSize, total };
		this.pagesWithoutNewRecords = records.length > 0 ? 0 : this.pagesWithoutNewRecords + 1;
		const isPastTotal = this.cursor.nextPage > pagesCounted(this.cursor);
		// Before the total, a page without new records may only mean that the pages shifted.
		this.isDone = isPastTotal
			? all.length < pageSize || records.length === 0
			: this.pagesWithoutNewRecords >= MAX_PAGES_WITHOUT_NEW_RECORDS;
		return { ...this.cursor, records, hasRepeats: records.length < all.length };
	}

	/** Throws the error of the next page unless it means that there is none. */
	endWith(error: unknown): Page {
		if (!(error instanceof ServiceError) || !this.isPastEnd(error)) throw error;
		this.isDone = true;
		return { ...this.cursor, records: [], hasRepeats: false, isEndUnread: !error.saysNo };
	}

	/** Few retries where there is hardly ever a page. */
	maxRetriesOf(page: number): number | undefined {
		return isTotalReached(this.cursor) && page === pagesCounted(this.cursor) + 1 ? 1 : undefined;
	}

	/** Looks ahead by the pages read, since the reader may soon have enough; past the total only by a tenth of those read there. */
	get lastPageAhead(): number {
		const { nextPage, pageSize } = this.cursor;
		const counted = pagesCounted(this.cursor);
		const isPastTotal = nextPage > counted;
		const ahead = isPastTotal ? Math.floor((nextPage - counted) / 10) : nextPage - this.firstPage;
		const last = nextPage - 1 + Math.min(ahead, MAX_PAGES_AHEAD);
		const lastNeeded = pagesFor(this.query.limit ?? Infinity, pageSize);
		return Math.max(nextPage, Math.min(last, lastNeeded, isPastTotal ? Infinity : counted));
	}

	private isPastEnd({ status = 0 }: ServiceError): boolean {
		const { nextPage, total } = this.cursor;
		if (total === undefined) return nextPage > 1 && status === 404;
		return isTotalReached(this.cursor) && !READER_REJECTED.includes(status);
	}

	private isNew(record: IDataObject): boolean {
		const { size } = this.seen;
		return this.seen.add(record[this.query.identity] ?? JSON.stringify(record)).size > size;
	}
}

function pagesCounted({ total = 0, pageSize }: PageCursor): number {
	return pagesFor(total, pageSize);
}

function pagesFor(count: number, pageSize: number): number {
	return pageSize === 0 ? 1 : Math.ceil(count / pageSize);
}

/** The first page is full, and may show a smaller maximum of the service, unless it holds all that is counted. */
function fullPageSize(first: ServiceResponse, length: number, asked: number): number {
	const per = first.metadata?.per;
	const holdsAll = length >= (totalOf(first) ?? 0);
	return Math.min(holdsAll && isCount(per) ? per : length, asked);
}

/** A total of 0 is taken for none, as there may be records. */
function totalOf({ metadata }: ServiceResponse): number | undefined {
	return isCount(metadata?.total) ? metadata.total : undefined;
}

function isCount(value: unknown): value is number {
	return typeof value === 'number' && Number.isSafeInteger(value) && value > 0;
}
