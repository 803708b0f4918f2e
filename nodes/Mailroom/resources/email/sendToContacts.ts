import type { INodeProperties } from 'n8n-workflow';
import type { Operation } from '../../execution/Operation';
import { fillCalls } from '../../execution/planCalls';
import { optionalBoolean } from '../../parameters/boolean';
import { contactKey, emailAddresses } from '../../parameters/emailAddress';
import { collection } from '../../parameters/ItemParameters';
import type { ListEmail } from '../../service';
import { personalizedContentFields } from './contentFields';
import { deliveryFields } from './deliveryFields';
import { listEmail } from './listEmail';
import { listField } from './listField';
import { isSameEmail } from './sameEmail';
import { optionsField } from './trackingOptions';
import { inDoubtNote } from './inDoubtNote';

const showOnlyForSendToContacts = { resource: ['email'], operation: ['sendToContacts'] };

export const sendToContactsFields: INodeProperties[] = [
	listField(
		showOnlyForSendToContacts,
		'Mailing list the email belongs to. The contacts must be on it and can unsubscribe from it',
	),
	{
		displayName: 'Contact Emails',
		name: 'contactEmails',
		type: 'string',
		typeOptions: { rows: 2 },
		placeholder: 'e.g. ada@example.com, grace@example.com',
		default: '',
		required: true,
		displayOptions: { show: showOnlyForSendToContacts },
		description:
			'Addresses of the contacts, who must exist: one, or several separated by commas or line breaks, or an array from an expression',
	},
	...personalizedContentFields(showOnlyForSendToContacts),
	...deliveryFields(showOnlyForSendToContacts),
	optionsField(showOnlyForSendToContacts, [
		{
			displayName: 'Isolate Failures',
			name: 'isolateFailures',
			type: 'boolean',
			default: false,
			description:
				'Whether to try again in smaller groups when the service rejects a group of recipients, so that one bad address does not hold up the others. Off by default, because a service that had sent to some of a rejected group would send to them twice.',
		},
	]),
];

/** An email and the contacts that it goes to. */
interface ContactsEmail {
	email: ListEmail;
	contactEmails: string[];
	isolateFailures: boolean;
}

/** Sends a personalized email to stored contacts who are members of a list. */
export const sendToContacts: Operation<ContactsEmail> = {
	request: { method: 'POST', url: '/email/contact' },
	effect: 'once',
	inDoubtNote,
	read: (parameters) => ({
		email: listEmail(parameters),
		contactEmails: emailAddresses(parameters.value('contactEmails'), 'Contact Emails'),
		isolateFailures:
			optionalBoolean(collection(parameters, 'options').isolateFailures, 'Isolate Failures') ??
			false,
	}),
	content: (asks) => ({
		body: { ...asks[0].email, ...recipients(asks.flatMap(({ contactEmails }) => contactEmails)) },
	}),
	output: ({ email, contactEmails }) => ({ success: true, list: email.list, contactEmails }),
	bulk: {
		plan: fillCalls(
			({ contactEmails: [address] }) => contactKey(address),
			(one, other) =>
				one.isolateFailures === other.isolateFailures && isSameEmail(one.email, other.email),
		),
		pieces: (ask) => ask.contactEmails.map((address) => ({ ...ask, contactEmails: [address] })),
		isSplitWhenRejected: ({ isolateFailures }) => isolateFailures,
		pieceName: ({ contactEmails: [address] }) => address,
		pieceNoun: 'recipients',
	},
};

/** One address goes in `contactEmail`, several in `contactEmails`; what both together mean is not documented. */
function recipients(addresses: string[]): { contactEmail: string } | { contactEmails: string[] } {
	return addresses.length === 1 ? { contactEmail: addresses[0] } : { contactEmails: addresses };
}
