import type { IDataObject } from 'n8n-workflow';
import { RECORDS_PER_PAGE, type ServiceResponse } from '../service';
import { Cancellation } from './Cancellation';
import { responseRecords } from './responseData';
import type { Requester, ServiceRequest } from './ServiceClient';
import { ServiceError } from './ServiceError';

/** The place from which a later reading can go on. */
export interface PageCursor {
	nextPage: number;
	/** How many records a full page holds; 0 before the first page. */
	pageSize: number;
	/** How many records the service counts; absent if it does not count. */
	total?: number;
	/** The reading has ended there, past the total, because that page could not be read: it may hold more records. */
	isEndUnread?: boolean;
}

export interface Page extends PageCursor {
	/** Each record once, with the first page that has it. */
	records: IDataObject[];
	/** Some of its records came on an earlier page, too: the pages shifted meanwhile. */
	hasRepeats: boolean;
}

export interface PageQuery {
	/** The field by which a record is known. */
	identity: string;
	/** How many records are needed at the most. */
	limit?: number;
	/** Where an earlier reading ended. */
	from?: PageCursor;
	/** Ends the reading in the middle. */
	signal?: AbortSignal;
}

const MAX_PAGES_AHEAD = 20;

/** A service that always returns the same page is not asked for all that its total promises. */
const MAX_PAGES_WITHOUT_NEW_RECORDS = 10;

/** Statuses that say nothing of the page: they turn down who asks, or how fast. */
const REFUSES_READER = [401, 403, 407, 429];

/**
 * The pages of an endpoint, in their order.
 *
 * They are asked for side by side as far as `metadata.total` tells how many there are, and end after it with a page that is not
 * full, has nothing new, or cannot be had: totals may be capped, rounded or missing. Before the total, a page with nothing new may
 * only mean that the data moved.
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
	const requested = new Map<number, Promise<ServiceResponse>>();
	const requestPage = (page: number) => {
		const qs = { ...request.qs, page, per: reading.per };
		const maxRetries = reading.maxRetriesOf(page);
		const response = client.request({ ...request, qs, cancellation, maxRetries });
		// A page that nobody waits for yet would end the process when it fails.
		response.catch(() => {});
		requested.set(page, response);
	};
	try {
		while (!reading.isDone) {
			const { nextPage, lastPageAhead } = reading;
			for (let page = nextPage; page <= lastPageAhead; page++) {
				if (!requested.has(page)) requestPage(page);
			}
			const page = await requested
				.get(nextPage)
				?.then((response) => reading.add(response))
				.catch(async (error: unknown) => reading.endWith(error) ?? (await Promise.reject(error)));
			requested.delete(nextPage);
			if (page) yield page;
		}
	} finally {
		// Pages asked for ahead are of no use any more, at the end as after a failure.
		end.abort();
	}
}

/** All pages that the service counts have been read. */
export function isTotalReached({ nextPage, pageSize, total = 0 }: PageCursor): boolean {
	return total > 0 && nextPage > pagesFor(total, pageSize);
}

/** The pages read so far, and what they say of those to come. */
class Reading implements PageCursor {
	nextPage: number;

	pageSize: number;

	total: number | undefined;

	isDone = false;

	/** How many records a page is asked to hold. */
	readonly per: number;

	private readonly firstPage: number;

	private lastLength = Infinity;

	private pagesWithoutNewRecords = 0;

	/** Identities of all records read. */
	private readonly seen = new Set<unknown>();

	constructor(private readonly query: PageQuery) {
		const { limit = Infinity, from = { nextPage: 1, pageSize: 0 } } = query;
		({ nextPage: this.nextPage, pageSize: this.pageSize, total: this.total } = from);
		this.firstPage = from.nextPage;
		this.per = Math.min(RECORDS_PER_PAGE, limit);
	}

	add(response: ServiceResponse): Page {
		if (isTotalReached(this) && (response.data ?? undefined) === undefined) return this.end();
		const all = responseRecords(response);
		const records = this.newOf(all);
		this.total = totalOf(response) ?? this.total;
		this.pageSize ||= sizeOf(response, all.length, this.per);
		this.lastLength = all.length;
		this.nextPage++;
		this.pagesWithoutNewRecords = records.length > 0 ? 0 : this.pagesWithoutNewRecords + 1;
		// A page before the last one is short only because of the service: it allows fewer records than asked for.
		const isLast = all.length < this.pageSize || records.length === 0;
		this.isDone =
			this.pagesWithoutNewRecords >= MAX_PAGES_WITHOUT_NEW_RECORDS || (this.isPastTotal && isLast);
		return this.page(records, { hasRepeats: records.length < all.length });
	}

	/** @returns undefined if the failure of the next page is no end */
	endWith(error: unknown): Page | undefined {
		if (!(error instanceof ServiceError)) return undefined;
		if (isTotalReached(this)) {
			const isRefused = REFUSES_READER.includes(error.status ?? 0);
			return isRefused ? undefined : this.end({ isEndUnread: !error.saysNo });
		}
		if (this.nextPage === 1 || this.total !== undefined || !error.rejectsContent) return undefined;
		return error.status === 404 || this.lastLength < this.per ? this.end() : undefined;
	}

	/** The first page past the total hardly ever exists: a service that fails there is not waited for. */
	maxRetriesOf(page: number): number | undefined {
		return isTotalReached(this) && page === this.lastPageCounted + 1 ? 1 : undefined;
	}

	/**
	 * Before the total, as many pages are asked for ahead as were read: the reader may soon have enough. Past it, where each may be
	 * one too many, a tenth of those read there.
	 */
	get lastPageAhead(): number {
		const { nextPage, firstPage, lastPageCounted, isPastTotal } = this;
		const ahead = isPastTotal
			? Math.floor((nextPage - lastPageCounted) / 10)
			: nextPage - firstPage;
		const last = nextPage - 1 + Math.min(ahead, MAX_PAGES_AHEAD);
		const lastNeeded = pagesFor(this.query.limit ?? Infinity, this.pageSize);
		return Math.max(nextPage, Math.min(last, lastNeeded, isPastTotal ? Infinity : lastPageCounted));
	}

	/** True on every page where there is no total. */
	private get isPastTotal(): boolean {
		return this.nextPage > this.lastPageCounted;
	}

	private get lastPageCounted(): number {
		return pagesFor(this.total ?? 0, this.pageSize);
	}

	private end(how: Pick<Page, 'isEndUnread'> = {}): Page {
		this.isDone = true;
		return this.page([], how);
	}

	private page(records: IDataObject[], facts: Partial<Page>): Page {
		const { nextPage, pageSize, total } = this;
		return { records, hasRepeats: false, nextPage, pageSize, total, ...facts };
	}

	private newOf(records: IDataObject[]): IDataObject[] {
		const identityOf = (record: IDataObject) => record[this.query.identity] ?? undefined;
		const keyOf = (record: IDataObject) => identityOf(record) ?? JSON.stringify(record);
		const unseen = records.filter((record) => !this.seen.has(keyOf(record)));
		for (const record of unseen) this.seen.add(keyOf(record));
		// Records of one page that have no identity are all kept.
		return [...new Map(unseen.map((record) => [identityOf(record) ?? record, record])).values()];
	}
}

function pagesFor(count: number, pageSize: number): number {
	return pageSize === 0 ? 1 : Math.ceil(count / pageSize);
}

/** How many records a full page holds: never more than were asked for, whatever the service says. */
function sizeOf(first: ServiceResponse, length: number, asked: number): number {
	const total = totalOf(first) ?? 0;
	const { per } = first.metadata ?? {};
	if (length >= total && isCount(per)) return Math.min(per, asked);
	// It may be the service's maximum, and so a capped total, only if it is a round number.
	const isShort = length === total && length % 5 > 0;
	return isShort ? asked : Math.min(length, asked);
}

/** A total of 0 is none: there may be records. */
function totalOf({ metadata }: ServiceResponse): number | undefined {
	return isCount(metadata?.total) ? metadata.total : undefined;
}

function isCount(value: unknown): value is number {
	return typeof value === 'number' && Number.isSafeInteger(value) && value > 0;
}
