import { randomUUID } from 'node:crypto';
import { emailAddress, objectOf, webUrl } from '../../validation/fields';
import { requireContact } from '../contacts/requireContact';
import type { Service } from '../../createService';

const SESSION_MS = 60 * 60 * 1000;

function answer(
	{ store, now, origin }: Service,
	{ contactEmail, returnURL }: { contactEmail: string; returnURL: string },
) {
	const { email } = requireContact(store, contactEmail);
	const token = randomUUID();
	const expiresAt = new Date(now() + SESSION_MS).toISOString();
	store.addPortalSession({ token, contactEmail: email, returnURL, expiresAt });
	return {
		success: true as const,
		data: { url: `${origin}/portal/${token}`, expiresAt, returnURL },
	};
}

export const createPortalSession = {
	method: 'POST' as const,
	path: '/lists/portal_session',
	schema: objectOf({ contactEmail: emailAddress, returnURL: webUrl }, [
		'contactEmail',
		'returnURL',
	]),
	answer,
};
