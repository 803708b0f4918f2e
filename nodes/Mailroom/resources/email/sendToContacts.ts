import type { OperationRules, SendOnceSettings } from '../../execution/Operation';
import { packBatches } from '../../execution/planBatches';
import { contactKey, emailAddresses } from '../../parameters/emailAddress';
import { textField, switchField } from '../../parameters/Field';
import { CONTACTS_PER_CALL, type ListEmail } from '../../service';
import { listField } from '../listField';
import { personalizedContent, tagsNotice } from './content';
import { delivery, sendAtOf } from './delivery';
import { htmlHint } from './htmlHint';
import { emailInDoubtNote } from './inDoubtNote';
import { listEmail } from './listEmail';
import { optionsField } from './optionsField';
import { otherTagsHint } from './otherTagsHint';
import { isSameEmail } from './sameEmail';
import { sendOnceSettings } from './sendOnceOptions';

const list = listField(
	'Mailing list the email belongs to. The contacts must be on it and can unsubscribe from it',
);

const contactEmails = textField(
	{
		displayName: 'Contact Emails',
		name: 'contactEmails',
		typeOptions: { rows: 2 },
		placeholder: 'e.g. ada@example.com, grace@example.com',
		required: true,
		description:
			'Addresses of the contacts, who must exist: one, or several separated by commas or line breaks, or an array from an expression',
	},
	emailAddresses,
);

const isolateFailures = switchField(
	{
		displayName: 'Isolate Failures',
		name: 'isolateFailures',
		description:
			'Whether to try again in smaller groups when the service rejects a group of recipients, so that one bad address does not hold up the others. Off by default, because a service that had sent to some of a rejected group would send to them twice.',
	},
	false,
);

const options = optionsField('welcome', isolateFailures);

export const sendToContactsFields = [
	list,
	contactEmails,
	...personalizedContent.fields,
	tagsNotice('send it to yourself first'),
	...delivery.fields,
	options,
];

/** An email and the contacts that it goes to. */
interface ContactsEmail {
	email: ListEmail;
	contactEmails: string[];
	isolateFailures: boolean;
	sendOnce: SendOnceSettings | undefined;
	/** Of the workflow. */
	timezone: string;
}

/** Sends a personalized email to stored contacts who are members of a list. */
export const sendToContacts: OperationRules<ContactsEmail> = {
	idempotency: 'nonIdempotent',
	inDoubtNote: emailInDoubtNote,
	read: (parameters) => {
		const chosen = options.read(parameters);
		return {
			email: listEmail(parameters, list, chosen),
			contactEmails: contactEmails.read(parameters),
			isolateFailures: chosen.isolateFailures ?? false,
			sendOnce: sendOnceSettings(chosen),
			timezone: parameters.timezone,
		};
	},
	content: (several) => ({
		body: { ...several[0].email, ...recipients(several.flatMap((values) => values.contactEmails)) },
	}),
	output: ({ email, contactEmails: addresses, timezone }, _, acceptedAt) => ({
		success: true,
		list: email.list,
		contactEmails: addresses,
		...sendAtOf(email, { acceptedAt, timezone }),
	}),
	hint: (accepted) => {
		const emails = accepted.map(({ values }) => values.email);
		return [...htmlHint(emails), ...otherTagsHint(emails)];
	},
	bulk: {
		plan: packBatches(
			CONTACTS_PER_CALL,
			(piece) => contactKey(piece.contactEmails[0]),
			(one, other) =>
				one.isolateFailures === other.isolateFailures && isSameEmail(one.email, other.email),
		),
		units: (values) =>
			values.contactEmails.map((address) => ({ ...values, contactEmails: [address] })),
		isSplitWhenRejected: (values) => values.isolateFailures,
		splitOption: isolateFailures.property.displayName,
		unitName: (piece) => piece.contactEmails[0],
		unitNoun: 'recipients',
	},
	sendOnce: {
		settings: ({ sendOnce }) => sendOnce,
		recipient: (piece) => ({ kind: 'contact', name: contactKey(piece.contactEmails[0]) }),
		alreadySent: (units) => ({ alreadySent: units.flatMap((piece) => piece.contactEmails) }),
		perCall: CONTACTS_PER_CALL,
		noun: 'recipients',
	},
};

/** One address goes in `contactEmail`, several in `contactEmails`; what both together mean is not documented. */
function recipients(addresses: string[]): { contactEmail: string } | { contactEmails: string[] } {
	return addresses.length === 1 ? { contactEmail: addresses[0] } : { contactEmails: addresses };
}
