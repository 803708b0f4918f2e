import type { IDataObject } from 'n8n-workflow';
import { answerRecords } from './answerData';
import { Cancellation } from './Cancellation';
import { RECORDS_PER_PAGE, type ServiceAnswer } from '../service';
import type { Requester, ServiceRequest } from './ServiceClient';
import { ServiceError } from './ServiceError';

export interface PagesWanted {
	/** The field by which a record is known. */
	identity: string;
	/** How many records at the most; undefined for all. */
	limit?: number;
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

/**
 * All records of a paginated endpoint, up to a limit.
 *
 * The pages after the first are fetched side by side as far as `metadata.total` tells how many there are. Without a total they
 * are fetched one after the other, until a short page or one that brings nothing new. With a total, a page with nothing new may
 * only mean that the data moved; ten of them in a row are the end, whatever the total says. How much a full page holds is what
 * the service says or returns, not what was asked for: it may allow fewer records per page, and none of them is to be lost.
 */
export async function fetchPages(
	client: Requester,
	request: ServiceRequest,
	{ identity, limit = Infinity }: PagesWanted,
): Promise<Pages> {
	const per = Math.min(RECORDS_PER_PAGE, limit);
	const siblings = new AbortController();
	const cancellation = new Cancellation(siblings.signal);
	const fetchPage = async (page: number) =>
		await client.request({
			...request,
			qs: { ...request.qs, page, per },
			cancellation,
		});

	const first = await fetchPage(1);
	const records = new UniqueRecords(identity);
	const pageSize = sizeOf(first, per);
	let lastPage = records.add(answerRecords(first));
	let total = totalOf(first);
	const ahead = new Map<number, Promise<ServiceAnswer | undefined>>();
	try {
		let inVain = lastPage.isNew ? 0 : MAX_PAGES_IN_VAIN;
		for (let page = 2; inVain < MAX_PAGES_IN_VAIN; page++) {
			const isComplete = records.count >= Math.min(limit, total ?? Infinity);
			// A page before the last one is short only because of the service: it allows fewer records than asked for.
			const isShort = lastPage.length < pageSize || !lastPage.isNew;
			const isLast = page > lastKnownPage(total, limit, pageSize) && isShort;
			if (isComplete || isLast) break;
			const lastAhead = Math.min(
				lastKnownPage(total, limit, pageSize),
				page + PAGES_AHEAD - 1 - inVain,
			);
			for (let next = page; next <= Math.max(page, lastAhead); next++) {
				if (!ahead.has(next)) ahead.set(next, quiet(fetchPage(next)));
			}
			const answer = await pageOrEnd(ahead.get(page), {
				total,
				isEndLikely: lastPage.length < per,
			});
			ahead.delete(page);
			if (!answer) break;
			lastPage = records.add(answerRecords(answer));
			inVain = lastPage.isNew ? 0 : inVain + 1;
			total = totalOf(answer) ?? total;
			// It was wrong, then: the end is where the pages end.
			if (total !== undefined && records.count > total) total = undefined;
		}
	} finally {
		// What was asked for ahead is of no use any more, at the end as after a failure.
		siblings.abort();
	}
	const found = records.all.slice(0, limit);
	return { records: found, missing: Math.max(0, Math.min(limit, total ?? 0) - found.length) };
}

/** Keeps a page that nobody waits for yet from ending the process when it fails. */
function quiet<T>(promise: Promise<T>): Promise<T> {
	promise.catch(() => {});
	return promise;
}

/**
 * The page; undefined where the service rejects it and nobody knows that it exists: without a total it may be past the end. After
 * a full page, only "not found" means that.
 */
async function pageOrEnd(
	page: Promise<ServiceAnswer | undefined> | undefined,
	{ total, isEndLikely }: { total: number | undefined; isEndLikely: boolean },
): Promise<ServiceAnswer | undefined> {
	return await page?.catch(async (error: unknown) => {
		const isEnd = isRejected(error) && (isEndLikely || error.status === 404);
		return total === undefined && isEnd ? undefined : await Promise.reject(error);
	});
}

function lastKnownPage(total: number | undefined, limit: number, pageSize: number): number {
	return pageSize === 0 ? 1 : Math.ceil(Math.min(total ?? 0, limit) / pageSize);
}

function isRejected(error: unknown): error is ServiceError {
	return error instanceof ServiceError && error.rejectsContent;
}

/** How many records a full page holds: never more than were asked for, whatever the service says. */
function sizeOf(first: ServiceAnswer, asked: number): number {
	const found = answerRecords(first).length;
	return totalOf(first) === undefined ? Math.min(perOf(first) ?? found, asked) : found;
}

function perOf(answer: ServiceAnswer): number | undefined {
	const per = answer.metadata?.per;
	return isCount(per) && per > 0 ? per : undefined;
}

/** A total below what the same answer holds is none. */
function totalOf(answer: ServiceAnswer): number | undefined {
	const total = answer.metadata?.total;
	return isCount(total) && total >= answerRecords(answer).length ? total : undefined;
}

function isCount(value: unknown): value is number {
	return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}

/** Records in the order they came, each once: one that moved to a later page while paging is seen twice. */
class UniqueRecords {
	readonly all: IDataObject[] = [];

	private readonly seen = new Set<unknown>();

	constructor(private readonly identity: string) {}

	get count(): number {
		return this.all.length;
	}

	/** Adds the records of a page. */
	add(page: IDataObject[]): { length: number; isNew: boolean } {
		const before = this.count;
		for (const record of page) {
			const identity = record[this.identity];
			if (identity !== undefined && identity !== null && this.seen.has(identity)) continue;
			this.seen.add(identity);
			this.all.push(record);
		}
		return { length: page.length, isNew: this.count > before };
	}
}
