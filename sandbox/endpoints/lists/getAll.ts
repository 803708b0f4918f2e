import { pageOf, pageQuery, type PageQuery } from '../pageOf';
import type { Service } from '../../createService';
import type { StoredList } from '../../store/Store';

function answer({ store, settings }: Service, input: PageQuery) {
	const shown = ({ name, title }: StoredList) => ({
		name,
		title,
		numSubscribers: store.subscribersOf(name).length,
	});
	return pageOf([...store.lists.values()], input, { settings, shown });
}

export const getAllLists = {
	method: 'GET' as const,
	path: '/lists',
	schema: pageQuery,
	answer,
};
