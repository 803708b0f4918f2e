import type { IDataObject } from 'n8n-workflow';
import { answerRecords } from './answerData';
import { RECORDS_PER_PAGE, type ServiceAnswer } from '../service';
import type { ServiceClient, ServiceRequest } from './ServiceClient';
import { ServiceError } from './serviceError';

export interface PagesWanted {
	/** The field by which a record is known. */
	identity: string;
	/** How many records at the most; undefined for all. */
	limit?: number;
}

/**
 * All records of a paginated endpoint, up to a limit, in the service's order.
 *
 * The pages after the first are fetched side by side as far as `metadata.total` tells how many there are, and one after the
 * other until a short page where it does not. How much a full page holds is what the service says or returns, not what was
 * asked for: it may allow fewer records per page, and none of them is to be lost.
 */
export async function fetchPages(
	client: ServiceClient,
	request: ServiceRequest,
	{ identity, limit = Infinity }: PagesWanted,
): Promise<IDataObject[]> {
	const per = Math.min(RECORDS_PER_PAGE, limit);
	const fetchPage = async (page: number) =>
		await client.request({ ...request, qs: { ...request.qs, page, per } });

	const first = await fetchPage(1);
	const records = new UniqueRecords(identity);
	let lastPage = records.add(answerRecords(first));
	if (lastPage.length === 0) return [];

	let total = totalOf(first);
	const pageSize = total === undefined ? (perOf(first) ?? lastPage.length) : lastPage.length;
	const knownPages = Math.ceil(Math.min(total ?? 0, limit) / pageSize);
	const numbers = Array.from({ length: Math.max(0, knownPages - 1) }, (_, index) => index + 2);
	for (const answer of await Promise.all(numbers.map(fetchPage))) {
		lastPage = records.add(answerRecords(answer));
		total = totalOf(answer) ?? total;
	}

	// Without a total, or when records moved so that some came twice, the rest stands on the pages after these.
	for (let page = Math.max(1, knownPages) + 1; ; page++) {
		const isComplete = records.count >= Math.min(limit, total ?? Infinity);
		if (isComplete || lastPage.length < pageSize) break;
		const answer = await fetchPage(page).catch((error: unknown) => {
			// Without a total nobody knows that this page is past the end, and a service may reject it.
			if (total === undefined && isRejected(error)) return undefined;
			return Promise.reject(error);
		});
		if (!answer) break;
		const before = records.count;
		lastPage = records.add(answerRecords(answer));
		total = totalOf(answer) ?? total;
		// A service that answers every further page with records seen before has no more.
		if (records.count === before) break;
	}
	return records.all.slice(0, limit);
}

function isRejected(error: unknown): boolean {
	return error instanceof ServiceError && error.rejectsContent;
}

function perOf(answer: ServiceAnswer): number | undefined {
	const per = answer.metadata?.per;
	return isCount(per) && per > 0 ? per : undefined;
}

function totalOf(answer: ServiceAnswer): number | undefined {
	const total = answer.metadata?.total;
	return isCount(total) ? total : undefined;
}

function isCount(value: unknown): value is number {
	return typeof value === 'number' && Number.isInteger(value) && value >= 0;
}

/** Records in the order they came, each once: one that moved to a later page while paging is seen twice. */
class UniqueRecords {
	readonly all: IDataObject[] = [];

	private readonly seen = new Set<unknown>();

	constructor(private readonly identity: string) {}

	get count(): number {
		return this.all.length;
	}

	/** Adds the records of a page, and gives the page back. */
	add(page: IDataObject[]): IDataObject[] {
		for (const record of page) {
			const identity = record[this.identity];
			if (identity !== undefined && this.seen.has(identity)) continue;
			this.seen.add(identity);
			this.all.push(record);
		}
		return page;
	}
}
