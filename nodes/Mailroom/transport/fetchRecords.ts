import type { IDataObject } from 'n8n-workflow';
import { readPages, type PageQuery } from './readPages';
import type { Requester, ServiceRequest } from './ServiceClient';

interface RecordQuery extends Pick<PageQuery, 'identity'> {
	/** How many records at the most; undefined for all. */
	limit?: number;
	/** Selects records, as the service cannot filter; undefined for all. */
	matches?(record: IDataObject): boolean;
}

export interface FetchedRecords {
	/** Each once, in the service's order. */
	records: IDataObject[];
	/** How many more the service counts than it returned; 0 where the limit ended the reading. */
	missing: number;
	/** The page past the service's total could not be read: if the total is too low, there are more. */
	isEndUnread: boolean;
}

/**
 * All records of a paginated endpoint, up to a limit.
 *
 * With a filter the limit counts what matches, and reading ends when there are enough.
 */
export async function fetchRecords(
	client: Requester,
	request: ServiceRequest,
	{ identity, limit = Infinity, matches }: RecordQuery,
): Promise<FetchedRecords> {
	const records: IDataObject[] = [];
	const maxRead = matches ? Infinity : limit;
	let read = 0;
	let missing = 0;
	let isEndUnread = false;
	for await (const page of readPages(client, request, { identity, limit: maxRead })) {
		records.push(...(matches ? page.records.filter(matches) : page.records));
		if (records.length >= limit)
			return { records: records.slice(0, limit), missing: 0, isEndUnread };
		isEndUnread = page.isEndUnread === true;
		read += page.records.length;
		missing = Math.max(0, Math.min(maxRead, page.total ?? 0) - read);
	}
	return { records, missing, isEndUnread };
}
