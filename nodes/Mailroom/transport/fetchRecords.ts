import type { IDataObject } from 'n8n-workflow';
import { readPages, type PageQuery } from './readPages';
import type { Requester, ServiceRequest } from './ServiceClient';

export interface RecordQuery extends Pick<PageQuery, 'identity' | 'limit'> {
	matches?(record: IDataObject): boolean;
}

export interface FetchedRecords {
	records: IDataObject[];
	/** How many more the service counts than it returned. */
	missing: number;
	isEndUnread: boolean;
}

/** The limit counts records that match. */
export async function fetchRecords(
	client: Requester,
	request: ServiceRequest,
	{ identity, limit = Infinity, matches }: RecordQuery,
): Promise<FetchedRecords> {
	const records: IDataObject[] = [];
	let read = 0;
	let total = 0;
	let isEndUnread = false;
	const pages = readPages(client, request, { identity, limit: matches ? undefined : limit });
	for await (const page of pages) {
		records.push(...(matches ? page.records.filter(matches) : page.records));
		read += page.records.length;
		({ total = 0, isEndUnread = false } = page.cursor);
		if (records.length >= limit) {
			return { records: records.slice(0, limit), missing: 0, isEndUnread: false };
		}
	}
	return { records, missing: Math.max(0, total - read), isEndUnread };
}
