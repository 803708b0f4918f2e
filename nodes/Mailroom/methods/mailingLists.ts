import { DateTime } from 'luxon';
import type {
	ILoadOptionsFunctions,
	INodeListSearchResult,
	INodePropertyOptions,
} from 'n8n-workflow';
import { systemClock } from '../transport/clock';
import { loadRecords } from './loadRecords';

/** The mailing lists as options of a multi-select. */
export async function getLists(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	return await loadLists(this);
}

/** The mailing lists whose title or name contains what the user typed, for a resource locator. */
export async function searchLists(
	this: ILoadOptionsFunctions,
	filter = '',
): Promise<INodeListSearchResult> {
	// n8n saves this text with the workflow and shows it from then on, but the number is true of a day only.
	const now = DateTime.fromMillis(systemClock.timeOfDay(), { zone: this.getTimezone() });
	const today = now.toFormat('d LLL', { locale: 'en' });
	return { results: await loadLists(this, filter.trim().toLowerCase(), ` on ${today}`) };
}

/**
 * Mailing lists of the project, as a drop-down shows them: "Product news (1,204 subscribers)". Where lists have the same title, their
 * names tell them apart: "News, news-2 (12 subscribers)".
 *
 * @param filter what their title or name contains, in small letters
 * @param when added to the number of subscribers
 */
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
		return [{ value: name, title: (typeof title === 'string' && title.trim()) || name, size }];
	});
	const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();
	const isShared = (title: string) => lists.filter((one) => isSame(one.title, title)).length > 1;
	return lists
		.filter(({ title, value }) => `${title}\n${value}`.toLowerCase().includes(filter))
		.map(({ title, value, size }) => ({
			name: `${isShared(title) ? `${title}, ${value}` : title}${size}`,
			value,
		}));
}
