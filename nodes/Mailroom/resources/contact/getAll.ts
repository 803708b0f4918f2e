import type { Operation } from '../../run/Operation';
import { isFailed, type Accepted, type Failed } from '../../transport/Outcome';
import type { Client } from '../../transport/ServiceClient';
import type { ServiceRequest } from '../../transport/ServiceRequest';
import {
	fetchRecords,
	INCOMPLETE,
	recordPagesProperties,
	recordQueryOf,
	type FetchedRecords,
	type RecordQuery,
} from '../recordPages';
import { refuseUnknownLists } from '../unknownLists';
import {
	filtersProperty,
	isUnclear,
	passes,
	readFilter,
	type ContactFilter,
} from './contactFilter';

interface ContactQuery extends RecordQuery {
	filter?: ContactFilter;
}

interface FetchedContacts extends FetchedRecords {
	/** Left out, because the filter needs their lists and the service hasn't told them. */
	unclear: number;
}

const queryOf = recordQueryOf('email');

export const contactGetAll: Operation<ContactQuery, FetchedContacts> = {
	value: 'getAll',
	form: {
		name: 'Get Many',
		action: 'Get many contacts',
		description: 'Retrieve contacts',
		properties: [...recordPagesProperties, filtersProperty],
		read: (form) => ({ ...queryOf(form), filter: readFilter(form) }),
	},
	wire: {
		endpoint: { method: 'GET', url: '/contacts' },
		idempotency: 'safe',
		requestOf: () => ({}),
		perform: fetchContacts,
	},
	report: {
		output: (_, { records }) => records,
		hint: (accepted) => {
			const results = accepted.map(({ result }) => result);
			const unclear = Math.max(...results.map((result) => result.unclear));
			return [
				...(results.some(({ mayBeIncomplete }) => mayBeIncomplete) ? [INCOMPLETE] : []),
				...(unclear > 0 ? [unclearHint(unclear)] : []),
			];
		},
	},
};

async function fetchContacts(
	client: Client,
	request: ServiceRequest,
	{ filter, ...query }: ContactQuery,
): Promise<Accepted<FetchedContacts> | Failed | undefined> {
	let unclear = 0;
	if (!filter) return withUnclear(await fetchRecords(client, request, query), unclear);
	const { onLists, notOnLists } = filter;
	const checked = await refuseUnknownLists(
		client,
		[onLists, notOnLists].filter((field) => field !== undefined),
	);
	if (checked !== 'known') return checked;
	const fetched = await fetchRecords(client, request, {
		...query,
		matches: (contact) => {
			if (isUnclear(contact, filter)) unclear++;
			return passes(contact, filter);
		},
	});
	return withUnclear(fetched, unclear);
}

function withUnclear(
	fetched: Accepted<FetchedRecords> | Failed | undefined,
	unclear: number,
): Accepted<FetchedContacts> | Failed | undefined {
	if (fetched === undefined || isFailed(fetched)) return fetched;
	return { ...fetched, result: { ...fetched.result, unclear } };
}

function unclearHint(count: number): string {
	const who = count === 1 ? '1 contact was' : `${count.toLocaleString('en-US')} contacts were`;
	return `${who} left out: the service didn't return their lists, so they may be on any of those in the filters.`;
}
