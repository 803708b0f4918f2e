import { DateTime } from 'luxon';
import type {
	IDataObject,
	ILoadOptionsFunctions,
	INodeListSearchResult,
	INodePropertyOptions,
} from 'n8n-workflow';
import { failedBy } from '../run/failedBy';
import { nodeError } from '../run/report/itemError';
import { fetchRecords, type RecordQuery } from '../resources/recordPages';
import { DEFAULT_LIST, isJsonObject, RECORDS_PER_PAGE } from '../service';
import { systemClock } from '../transport/clock';
import { createClient } from '../transport/createClient';
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
	return await loadLists(this);
}

export async function searchLists(
	this: ILoadOptionsFunctions,
	filter = '',
): Promise<INodeListSearchResult> {
	// n8n saves this text, so the number needs its date.
	const now = DateTime.fromMillis(systemClock.timeOfDay(), { zone: this.getTimezone() });
	const today = now.toFormat('d LLL', { locale: 'en' });
	return { results: await loadLists(this, filter.trim().toLowerCase(), ` on ${today}`) };
}

/** Such as "Product news (1,204 subscribers)"; "Important: all contacts, can't be left (1,204 subscribers)"; for equal titles, "News, news-2 (12 subscribers)". */
async function loadLists(
	context: ILoadOptionsFunctions,
	filter = '',
	when = '',
): Promise<INodePropertyOptions[]> {
	const records = await loadRecords(context, '/lists', { identity: 'name' });
	const lists = records.flatMap(({ name, title, numSubscribers: count }) => {
		if (typeof name !== 'string' || name.trim() === '') return [];
		const noun = count === 1 ? 'subscriber' : 'subscribers';
		const size =
			typeof count === 'number' ? ` (${count.toLocaleString('en-US')} ${noun}${when})` : '';
		const shownTitle = (typeof title === 'string' && title.trim()) || name;
		return [{ value: name, title: shownTitle, size: `${noteOn(name)}${size}` }];
	});
	const titles = lists.map(({ title }) => title.toLowerCase());
	const isShared = (title: string) =>
		titles.indexOf(title.toLowerCase()) !== titles.lastIndexOf(title.toLowerCase());
	return lists
		.filter(({ title, value }) => `${title}\n${value}`.toLowerCase().includes(filter))
		.map(({ title, value, size }) => ({
			name: `${isShared(title) ? `${title}, ${value}` : title}${size}`,
			value,
		}));
}

function noteOn(list: string): string {
	return list === DEFAULT_LIST ? ": all contacts, can't be left" : '';
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
