import { fillTags } from './fillTags';
import { recordMail, type EmailContent } from './recordMail';
import type { Service } from '../createService';
import type { StoredContact } from '../store/Store';

/** Sends one mail to each contact, or none if a template can't be filled in. */
export function sendPersonalized(
	service: Service,
	content: EmailContent,
	{ kind, list, contacts }: { kind: 'contact' | 'list'; list: string; contacts: StoredContact[] },
) {
	const fill = fillTags(content);
	const mails = contacts.map((contact) => ({ to: contact.email, texts: fill(contact) }));
	for (const { to, texts } of mails)
		recordMail(service, { ...content, ...texts }, { kind, list, to });
}
