import { Refusal } from '../../Refusal';
import { checkDelay } from '../../mail/checkDelay';
import { sendPersonalized } from '../../mail/sendPersonalized';
import { checkLists } from '../../validation/checkLists';
import { delay, emailAddress, emailContent, objectOf, text } from '../../validation/fields';
import { requireContact } from '../contacts/requireContact';
import type { Service } from '../../createService';
import type { EmailContent } from '../../mail/recordMail';

type ContactEmail = EmailContent & {
	list: string;
	contactEmail?: string | null;
	contactEmails?: string[] | null;
};

const MAX_ADDRESSES = 100;

/** Sends to all addressed contacts, or to none if one of them can't receive the email. */
function answer(service: Service, { contactEmail, contactEmails, list, ...content }: ContactEmail) {
	checkDelay(content);
	checkLists(service.store, 'list', [list]);
	const addresses = chooseAddresses(contactEmail ?? undefined, contactEmails ?? undefined);
	const contacts = addresses.map((email) => requireContact(service.store, email));
	const stranger = contacts.find((contact) => !contact.subscribedToLists.includes(list));
	if (stranger) {
		throw new Refusal(400, `list: ${stranger.email} is not subscribed to "${list}"`);
	}
	sendPersonalized(service, content, { kind: 'contact', list, contacts });
}

function chooseAddresses(contactEmail?: string, contactEmails?: string[]) {
	if (contactEmail !== undefined && contactEmails !== undefined) {
		throw new Refusal(400, 'contactEmail and contactEmails cannot both be given');
	}
	const addresses = contactEmails ?? (contactEmail === undefined ? [] : [contactEmail]);
	if (addresses.length === 0) {
		throw new Refusal(400, 'contactEmail or contactEmails is required');
	}
	const distinct = new Set(addresses.map((email) => email.toLowerCase()));
	if (distinct.size < addresses.length) {
		throw new Refusal(400, 'contactEmails holds an address twice');
	}
	return addresses;
}

export const sendToContacts = {
	method: 'POST' as const,
	path: '/email/contact',
	schema: objectOf(
		{
			...emailContent,
			...delay,
			list: text,
			contactEmail: { ...emailAddress, nullable: true },
			contactEmails: {
				type: 'array',
				items: emailAddress,
				minItems: 1,
				maxItems: MAX_ADDRESSES,
				nullable: true,
			},
		},
		['subject', 'body', 'bodyFormat', 'list'],
	),
	answer,
};
