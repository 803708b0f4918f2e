import { pageOf, pageQuery, type PageQuery } from '../pageOf';
import { contactFields } from './contactFields';
import type { Service } from '../../createService';

function answer({ store, settings }: Service, input: PageQuery) {
	return pageOf([...store.contacts.values()], input, { settings, shown: contactFields });
}

export const getAllContacts = {
	method: 'GET' as const,
	path: '/contacts',
	schema: pageQuery,
	answer,
};
