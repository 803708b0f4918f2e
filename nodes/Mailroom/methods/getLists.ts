import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';
import { listLabel, loadLists } from './loadLists';

/** The mailing lists as options of a multi-select. */
export async function getLists(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const lists = await loadLists(this);
	return lists.map((list) => ({ name: listLabel(list), value: list.name }));
}
