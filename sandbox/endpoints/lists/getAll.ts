import { pageOf, pageQuery, type PageQuery } from '../pageOf';
import type { Service } from '../../createService';

function answer({ store, settings }: Service, input: PageQuery) {
	const lists = [...store.lists.values()].map(({ name, title }) => ({
		name,
		title,
		numSubscribers: store.subscribersOf(name).length,
	}));
	return pageOf(lists, input, settings);
}

export const getAllLists = {
	method: 'GET' as const,
	path: '/lists',
	schema: pageQuery,
	answer,
};
