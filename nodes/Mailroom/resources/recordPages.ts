import type { IDataObject, INodeProperties } from 'n8n-workflow';
import type { Operation } from '../execution/Operation';
import { switchedOn } from '../parameters/choice';
import type { Form } from '../parameters/Form';
import { wholeNumberFrom1 } from '../parameters/number';
import { readPages, type PageQuery } from '../transport/readPages';
import { systemClock } from '../transport/clock';
import { isFailed, type Accepted, type Failed } from '../transport/Outcome';
import type { Client } from '../transport/ServiceClient';
import type { ServiceRequest } from '../transport/ServiceRequest';

export const recordPagesProperties: INodeProperties[] = [
	{
		displayName: 'Return All',
		name: 'returnAll',
		type: 'boolean',
		default: false,
		description: 'Whether to return all results or only up to a given limit',
	},
	{
		displayName: 'Limit',
		name: 'limit',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 50,
		displayOptions: { show: { returnAll: [false] } },
		description: 'Max number of results to return',
	},
];

export interface RecordQuery extends Pick<PageQuery, 'identity' | 'limit'> {
	matches?(record: IDataObject): boolean;
}

export interface FetchedRecords {
	records: IDataObject[];
	/** How many more the service counts than it returned. */
	missing: number;
	isEndUnread: boolean;
	/** Records were deleted meanwhile, so others have moved to pages that were read already. */
	haveMovedUp: boolean;
}

/** The part of an operation that reads all pages of an endpoint, for each item. */
export function recordPages(identity: string, matching?: (form: Form) => RecordQuery['matches']) {
	return {
		idempotency: 'safe',
		read: (form) => ({
			identity,
			limit: form.read('returnAll', switchedOn) ? undefined : form.read('limit', readLimit),
			matches: matching?.(form),
		}),
		requestOf: () => ({}),
		perform: fetchRecords,
		output: (_, { records }) => records,
		hint: (accepted) => hints(accepted.map(({ result }) => result)),
	} satisfies Partial<Operation<RecordQuery, FetchedRecords>>;
}

/** Undefined if the run has ended. */
export async function fetchRecords(
	client: Client,
	request: ServiceRequest,
	{ identity, limit = Infinity, matches }: RecordQuery,
): Promise<Accepted<FetchedRecords> | Failed | undefined> {
	const records: IDataObject[] = [];
	let read = 0;
	let lastTotal = 0;
	let haveMovedUp = false;
	const accepted = (fetched: FetchedRecords): Accepted<FetchedRecords> => ({
		kind: 'accepted',
		result: fetched,
		at: systemClock.timeOfDay(),
	});
	const pages = readPages(client, request, { identity, limit: matches ? undefined : limit });
	for await (const page of pages) {
		if (isFailed(page)) return page;
		for (const record of page.records) if (!matches || matches(record)) records.push(record);
		read += page.records.length;
		if (records.length >= limit) {
			const first = records.slice(0, limit);
			return accepted({ records: first, missing: 0, isEndUnread: false, haveMovedUp: false });
		}
		const { total = 0, isEndUnread = false } = page.cursor;
		haveMovedUp ||= total < lastTotal;
		lastTotal = total;
		if (!page.isLast) continue;
		const missing = Math.max(0, total - read);
		return accepted({ records, missing, isEndUnread, haveMovedUp });
	}
	return undefined;
}

function hints(results: FetchedRecords[]): string[] {
	const missing = results.reduce((sum, result) => sum + result.missing, 0);
	const found: string[] = [];
	if (missing > 0) {
		found.push(
			`The service counts ${missing.toLocaleString('en-US')} more records than it returned. Some may have been deleted meanwhile.`,
		);
	}
	if (results.some(({ haveMovedUp }) => haveMovedUp)) {
		found.push(
			'Records were deleted while they were read, so others may be missing. To get all, run the node again.',
		);
	}
	if (results.some(({ isEndUnread }) => isEndUnread)) {
		found.push(
			"The node couldn't check for records beyond the service's total, so records may be missing.",
		);
	}
	return found;
}

function readLimit(value: unknown, label: string): number {
	return wholeNumberFrom1(value, label, 'To get all records, turn on "Return All"');
}
