import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import { listLabel, loadLists } from './loadLists';

/** The mailing lists whose title or name contains what the user typed, for a resource locator. */
export async function searchLists(
	this: ILoadOptionsFunctions,
	filter = '',
): Promise<INodeListSearchResult> {
	const wanted = filter.trim().toLowerCase();
	const lists = await loadLists(this);
	return {
		results: lists
			.filter(({ name, title = '' }) =>
				[name, title].some((text) => text.toLowerCase().includes(wanted)),
			)
			.map((list) => ({ name: listLabel(list), value: list.name })),
	};
}
