import { randomUUID } from 'node:crypto';
import { fillTags } from './fillTags';
import { recordMail, type EmailContent } from './recordMail';
import { canBeLeft, unsubscribeAddress } from './unsubscribeLink';
import type { Service } from '../createService';
import type { StoredContact } from '../store/Store';

/** Sends one mail to each contact, or none if a template can't be filled in. */
export function sendPersonalized(
	service: Service,
	content: EmailContent,
	{ kind, list, contacts }: { kind: 'contact' | 'list'; list: string; contacts: StoredContact[] },
) {
	const fill = fillTags(content, service.store.company);
	const mails = contacts.map((contact) => {
		const unsubscribeToken = canBeLeft(list) ? randomUUID() : null;
		const unsubscribeURL = unsubscribeToken && unsubscribeAddress(service, unsubscribeToken);
		const texts = fill({ contact, unsubscribeURL });
		return { to: contact.email, unsubscribeToken, texts };
	});
	for (const { texts, ...envelope } of mails)
		recordMail(service, { ...content, ...texts }, { kind, list, ...envelope });
}
