import { randomUUID } from 'node:crypto';
import { emailAddress, objectOf, returnUrl } from '../validation/fields';
import { requireContact } from './contacts/requireContact';
import { pageOf, pageQuery, type PageQuery } from './pageOf';
import type { Service } from '../createService';
import type { StoredList } from '../store/Store';

/** The documentation of the service's Swift SDK. */
const SESSION_MS = 30 * 60 * 1000;

function getAll({ store, settings }: Service, input: PageQuery) {
	const shown = ({ name, title }: StoredList) => ({
		name,
		title,
		numSubscribers: store.subscribersOf(name).length,
	});
	return pageOf([...store.lists.values()], input, { settings, shown });
}

function createPortalSession(
	{ store, now, origin }: Service,
	{ contactEmail, returnURL }: { contactEmail: string; returnURL: string },
) {
	const { email } = requireContact(store, contactEmail);
	const token = randomUUID();
	const expiresAt = new Date(now() + SESSION_MS).toISOString();
	store.addPortalSession({ token, contactEmail: email, returnURL, expiresAt });
	return { data: { url: `${origin}/portal/${token}`, expiresAt, returnURL } };
}

export const listEndpoints = [
	{ method: 'GET' as const, path: '/lists', schema: pageQuery, answer: getAll },
	{
		method: 'POST' as const,
		path: '/lists/portal_session',
		schema: objectOf({ contactEmail: emailAddress, returnURL: returnUrl }, [
			'contactEmail',
			'returnURL',
		]),
		answer: createPortalSession,
	},
];
