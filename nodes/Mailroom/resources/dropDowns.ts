import { DateTime } from 'luxon';
import type {
	IDataObject,
	ILoadOptionsFunctions,
	INodeListSearchResult,
	INodePropertyOptions,
} from 'n8n-workflow';
import { failedBy } from '../run/failedBy';
import { nodeError } from '../run/report/itemError';
import { listOptions } from './listTitles';
import { fetchRecords, type RecordQuery } from './recordPages';
import { isJsonObject, RECORDS_PER_PAGE } from '../service';
import { systemClock } from '../clock';
import { createClient } from '../client/createClient';
import { RequestGroup } from '../transport/gate/RequestGroup';

/** Names from the first page of contacts, since the service has no list of them. */
export async function getCustomProperties(
	this: ILoadOptionsFunctions,
): Promise<INodePropertyOptions[]> {
	const query = { identity: 'email', limit: RECORDS_PER_PAGE };
	const contacts = await loadRecords(this, '/contacts', query);
	const names = contacts.flatMap(({ customProperties }) =>
		isJsonObject(customProperties) ? Object.keys(customProperties) : [],
	);
	return [...new Set(names)].sort().map((name) => ({ name, value: name }));
}

export async function getLists(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	return listOptions(await loadLists(this));
}

export async function searchLists(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	// n8n saves this text, so the number needs its date.
	const now = DateTime.fromMillis(systemClock.timeOfDay(), { zone: this.getTimezone() });
	const today = now.toFormat('d LLL', { locale: 'en' });
	return { results: listOptions(await loadLists(this), { filter, today }) };
}

async function loadLists(context: ILoadOptionsFunctions): Promise<IDataObject[]> {
	return await loadRecords(context, '/lists', { identity: 'name' });
}

async function loadRecords(
	context: ILoadOptionsFunctions,
	url: string,
	query: RecordQuery,
): Promise<IDataObject[]> {
	const request = { method: 'GET', url, idempotency: 'safe' } as const;
	const fetched = await createClient(context, new RequestGroup())
		.then(async (client) => await fetchRecords(client, request, query))
		.catch(failedBy);
	if (fetched?.kind === 'accepted') return fetched.result.records;
	throw nodeError(fetched ?? failedBy(undefined), context.getNode());
}
