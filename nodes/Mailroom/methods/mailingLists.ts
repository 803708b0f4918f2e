import { DateTime } from 'luxon';
import type {
	ILoadOptionsFunctions,
	INodeListSearchResult,
	INodePropertyOptions,
} from 'n8n-workflow';
import { connect } from '../execution/connect';
import { nodeError } from '../execution/itemError';
import type { MailingList } from '../service';
import { fetchPages } from '../transport/fetchPages';
import { Lane } from '../transport/Lane';

/** The mailing lists as options of a multi-select. */
export async function getLists(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const lists = await loadLists(this);
	const inWords = wordsFor(lists);
	return lists.map((list) => ({ name: inWords(list), value: list.name }));
}

/** The mailing lists whose title or name contains what the user typed, for a resource locator. */
export async function searchLists(
	this: ILoadOptionsFunctions,
	filter = '',
): Promise<INodeListSearchResult> {
	const wanted = filter.trim().toLowerCase();
	// n8n saves this text with the workflow and shows it from then on, but the number is true of a day only.
	const today = DateTime.now().setZone(this.getTimezone()).toFormat('d LLL', { locale: 'en' });
	const lists = await loadLists(this);
	const inWords = wordsFor(lists);
	return {
		results: lists
			.filter(({ name, title = '' }) =>
				[name, title].some((text) => text.toLowerCase().includes(wanted)),
			)
			.map((list) => ({ name: inWords(list, ` on ${today}`), value: list.name })),
	};
}

/**
 * All mailing lists of the project, for a drop-down.
 *
 * @throws NodeApiError or NodeOperationError whose message tells the user what is wrong: n8n shows it in the drop-down
 */
async function loadLists(context: ILoadOptionsFunctions): Promise<MailingList[]> {
	try {
		const client = await connect(context, new Lane());
		const request = { method: 'GET', url: '/lists', effect: 'none' } as const;
		const { records } = await fetchPages(client, request, { identity: 'name' });
		return records.flatMap(({ name, title, numSubscribers }) =>
			typeof name === 'string' && name.trim() !== ''
				? [
						{
							name,
							title: typeof title === 'string' ? title : undefined,
							numSubscribers: typeof numSubscribers === 'number' ? numSubscribers : undefined,
						},
					]
				: [],
		);
	} catch (error) {
		throw nodeError(error, context.getNode());
	}
}

function titleOf({ name, title }: MailingList): string {
	return title?.trim() || name;
}

/**
 * How a drop-down shows a list: "Product news (1,204 subscribers)", or "Product news (1,204 subscribers on 1 Dec)". Where lists have
 * the same title, their names tell them apart: "News, news-2 (12 subscribers)".
 */
function wordsFor(lists: MailingList[]) {
	const comparable = (list: MailingList) => titleOf(list).toLowerCase();
	const counts = new Map<string, number>();
	for (const title of lists.map(comparable)) counts.set(title, (counts.get(title) ?? 0) + 1);
	const isShared = (list: MailingList) => counts.get(comparable(list)) !== 1;
	return (list: MailingList, when = ''): string => {
		const { name, numSubscribers } = list;
		const title = isShared(list) ? `${titleOf(list)}, ${name}` : titleOf(list);
		if (numSubscribers === undefined) return title;
		const count = numSubscribers.toLocaleString('en-US');
		return `${title} (${count} ${numSubscribers === 1 ? 'subscriber' : 'subscribers'}${when})`;
	};
}
