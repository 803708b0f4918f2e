import type { IDataObject, INodeProperties } from 'n8n-workflow';
import type { Operation } from '../run/Operation';
import { switchedOn } from '../parameters/choice';
import type { Form } from '../parameters/Form';
import { wholeNumberFrom1 } from '../parameters/number';
import { readPages, type PageQuery } from '../transport/readPages';
import { systemClock } from '../clock';
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
	/** The service counted more records than it returned, or fewer than before, or could not be asked for more. */
	mayBeIncomplete: boolean;
}

/** A hint. */
export const INCOMPLETE =
	"Records may be missing: the service's total doesn't match the records that it returned, went down meanwhile, or couldn't be checked. To make sure, run the node again.";

/** @param identity field that tells records apart */
export function recordQueryOf(identity: string) {
	return (form: Form): RecordQuery => ({
		identity,
		limit: form.read('returnAll', switchedOn) ? undefined : form.read('limit', readLimit),
	});
}

/** The part of an operation that reads all pages of an endpoint, for each item. */
export function readsAllPages(url: string) {
	return {
		wire: {
			endpoint: { method: 'GET', url },
			idempotency: 'safe',
			requestOf: () => ({}),
			perform: fetchRecords,
		},
		report: {
			output: (_, { records }) => records,
			hint: (accepted) =>
				accepted.some(({ result }) => result.mayBeIncomplete) ? [INCOMPLETE] : [],
		},
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
	let mayBeIncomplete = false;
	const accepted = (result: FetchedRecords): Accepted<FetchedRecords> => ({
		kind: 'accepted',
		result,
		at: systemClock.timeOfDay(),
	});
	const pages = readPages(client, request, { identity, limit: matches ? undefined : limit });
	for await (const page of pages) {
		if (isFailed(page)) return page;
		for (const record of page.records) if (!matches || matches(record)) records.push(record);
		if (records.length >= limit) {
			return accepted({ records: records.slice(0, limit), mayBeIncomplete: false });
		}
		const { total = 0, isEndUnknown = false } = page.cursor;
		read += page.records.length;
		// If records are deleted meanwhile, others move to pages that were read already.
		mayBeIncomplete ||= isEndUnknown || total < lastTotal || (page.isLast && total > read);
		lastTotal = total;
		if (page.isLast) return accepted({ records, mayBeIncomplete });
	}
	return undefined;
}

function readLimit(value: unknown, label: string): number {
	return wholeNumberFrom1(value, label, 'To get all records, turn on "Return All"');
}
