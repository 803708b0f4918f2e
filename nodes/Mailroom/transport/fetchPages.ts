import type { IDataObject } from 'n8n-workflow';
import { responseRecords } from './responseData';
import { Cancellation } from './Cancellation';
import { RECORDS_PER_PAGE, type ServiceResponse } from '../service';
import type { Requester, ServiceRequest } from './ServiceClient';
import { ServiceError } from './ServiceError';

export interface PagesWanted {
	/** The field by which a record is known. */
	identity: string;
	/** How many records at the most; undefined for all. */
	limit?: number;
	/** Which records are wanted, where it is not all of them: the service cannot filter. */
	matches?(record: IDataObject): boolean;
}

export interface Pages {
	/** Each once, in the service's order. */
	records: IDataObject[];
	/** How many more the service says there are, when it brought fewer than that; 0 otherwise. */
	missing: number;
}

/** How many pages are asked for ahead of the one that is read. */
const PAGES_AHEAD = 20;

/** A service that always answers with the same page is not asked for all that its total promises. */
const MAX_PAGES_IN_VAIN = 10;

/** Takes in the records of pages, as they are read. */
export interface PageReader {
	/** How many different records it has been given, of earlier readings too. */
	readonly count: number;
	/** It needs no more. */
	readonly isSatisfied: boolean;
	/** Takes in a page. */
	add(records: IDataObject[], total: number | undefined): { length: number; isNew: boolean };
}

/** Which pages are read, and until when. */
interface Reading {
	per: number;
	/** How many records are read at the most. */
	limit: number;
	/** Where an earlier reading ended, 1 where there was none. */
	firstPage: number;
	/** What the service counted in that reading. */
	totalBefore?: number;
	/** Ends the reading in the middle. */
	deadline?: AbortSignal;
	/** Whether the reader may soon have enough: then as many pages are asked for ahead as were read, not all at once. */
	mayEndSoon?: boolean;
}

/**
 * All records of a paginated endpoint, up to a limit.
 *
 * With a filter the limit counts what matches, and reading ends when there are enough.
 */
export async function fetchPages(
	client: Requester,
	request: ServiceRequest,
	{ identity, limit = Infinity, matches }: PagesWanted,
): Promise<Pages> {
	const mostRead = matches ? Infinity : limit;
	const per = Math.min(RECORDS_PER_PAGE, mostRead);
	const records = new UniqueRecords(identity, limit, matches);
	const reading = { per, limit: mostRead, firstPage: 1, mayEndSoon: limit < mostRead };
	const { total = 0 } = await readPages(client, request, records, reading);
	const missing = records.isSatisfied ? 0 : Math.min(mostRead, total) - records.count;
	return { records: records.wanted.slice(0, limit), missing: Math.max(0, missing) };
}

/**
 * Hands the pages of an endpoint to a reader, in their order.
 *
 * The pages after the first are fetched side by side as far as `metadata.total` tells how many there are. Totals may be capped,
 * rounded or missing. So pages past the total are fetched one after the other, until one is not full or brings nothing new.
 * Before the total is reached, a page with nothing new may only mean that the data moved; ten of them in a row are the end,
 * whatever the total says. How much a full page holds is what the service says or returns, not what was asked for: it may allow
 * fewer records per page, and none of them is to be lost.
 *
 * @returns the service's own count, and whether the deadline came before the end
 */
export async function readPages(
	client: Requester,
	request: ServiceRequest,
	reader: PageReader,
	{ per, limit, firstPage, totalBefore, deadline, mayEndSoon = false }: Reading,
): Promise<{ total: number | undefined; isCutOff: boolean }> {
	const siblings = new AbortController();
	const endSiblings = () => siblings.abort(deadline?.reason);
	deadline?.addEventListener('abort', endSiblings, { once: true });
	const cancellation = new Cancellation(siblings.signal);
	const fetchPage = async (page: number) =>
		await client.request({
			...request,
			qs: { ...request.qs, page, per },
			cancellation,
		});
	let total = totalBefore;
	try {
		const isAllCounted = total !== undefined && reader.count >= total;
		const first = await pageOrEnd(fetchPage(firstPage), () => firstPage > 1 && isAllCounted);
		if (!first) return { total, isCutOff: false };
		// The page that a reading goes on with may be the last, and short. Records that came twice were counted once.
		const sizeBefore = firstPage > 1 ? Math.ceil(reader.count / (firstPage - 1)) : 0;
		const pageSize = Math.max(sizeOf(first, per), Math.min(sizeBefore, per));
		total = totalOf(first) ?? total;
		let lastPage = reader.add(responseRecords(first), total);
		const ahead = new Map<number, Promise<ServiceResponse>>();
		let inVain = lastPage.isNew || firstPage > 1 ? 0 : MAX_PAGES_IN_VAIN;
		for (let page = firstPage + 1; inVain < MAX_PAGES_IN_VAIN; page++) {
			if (reader.isSatisfied || reader.count >= limit) break;
			const lastCounted = pagesFor(total ?? 0, pageSize);
			const isPastTotal = reader.count >= (total ?? 0) || page > lastCounted;
			// A page before the last one is short only because of the service: it allows fewer records than asked for.
			if (isPastTotal && (lastPage.length < pageSize || !lastPage.isNew)) break;
			const pagesAhead = mayEndSoon ? Math.min(page - firstPage, PAGES_AHEAD) : PAGES_AHEAD;
			const lastAhead = isPastTotal
				? page
				: Math.min(lastCounted, pagesFor(limit, pageSize), page + pagesAhead - 1 - inVain);
			for (let next = page; next <= Math.max(page, lastAhead); next++) {
				if (!ahead.has(next)) ahead.set(next, quiet(fetchPage(next)));
			}
			const answer = await pageOrEnd(ahead.get(page), ({ status }) =>
				total === undefined ? status === 404 || lastPage.length < per : isPastTotal,
			);
			ahead.delete(page);
			if (!answer) break;
			total = totalOf(answer) ?? total;
			lastPage = reader.add(responseRecords(answer), total);
			inVain = lastPage.isNew ? 0 : inVain + 1;
		}
		return { total, isCutOff: false };
	} catch (error) {
		return deadline?.aborted ? { total, isCutOff: true } : await Promise.reject(error);
	} finally {
		deadline?.removeEventListener('abort', endSiblings);
		// Pages asked for ahead are of no use any more, at the end as after a failure.
		siblings.abort();
	}
}

/** Keeps a page that nobody waits for yet from ending the process when it fails. */
function quiet<T>(promise: Promise<T>): Promise<T> {
	promise.catch(() => {});
	return promise;
}

/** The page; undefined where the service rejects it, and that shows that it is past the end. */
async function pageOrEnd(
	page: Promise<ServiceResponse> | undefined,
	isEnd: (rejection: ServiceError) => boolean,
): Promise<ServiceResponse | undefined> {
	return await page?.catch(async (error: unknown) =>
		error instanceof ServiceError && error.rejectsContent && isEnd(error)
			? undefined
			: await Promise.reject(error),
	);
}

function pagesFor(count: number, pageSize: number): number {
	return pageSize === 0 ? 1 : Math.ceil(count / pageSize);
}

/** How many records a full page holds: never more than were asked for, whatever the service says. */
function sizeOf(first: ServiceResponse, asked: number): number {
	const { length } = responseRecords(first);
	const total = totalOf(first) ?? 0;
	if (length < total) return length;
	return Math.min(perOf(first) ?? (length === total ? asked : length), asked);
}

function perOf(answer: ServiceResponse): number | undefined {
	const per = answer.metadata?.per;
	return isCount(per) ? per : undefined;
}

/** A total of 0 is none: there may be records. */
function totalOf(answer: ServiceResponse): number | undefined {
	const total = answer.metadata?.total;
	return isCount(total) ? total : undefined;
}

function isCount(value: unknown): value is number {
	return typeof value === 'number' && Number.isSafeInteger(value) && value > 0;
}

/** Records in the order they came, each once: one that moved to a later page while paging is seen twice. */
class UniqueRecords implements PageReader {
	readonly wanted: IDataObject[] = [];

	count = 0;

	private readonly seen = new Set<unknown>();

	constructor(
		private readonly identity: string,
		private readonly limit: number,
		private readonly matches: (record: IDataObject) => boolean = () => true,
	) {}

	get isSatisfied(): boolean {
		return this.wanted.length >= this.limit;
	}

	add(page: IDataObject[]): { length: number; isNew: boolean } {
		// Records without an identity are all kept, but those that came before do not make a page a new one.
		const identityOf = (record: IDataObject) => record[this.identity] ?? undefined;
		const keyOf = (record: IDataObject) => identityOf(record) ?? JSON.stringify(record);
		const isNew = page.some((record) => !this.seen.has(keyOf(record)));
		for (const record of isNew ? page : []) {
			if (identityOf(record) !== undefined && this.seen.has(keyOf(record))) continue;
			this.seen.add(keyOf(record));
			this.count++;
			if (this.matches(record)) this.wanted.push(record);
		}
		return { length: page.length, isNew };
	}
}
