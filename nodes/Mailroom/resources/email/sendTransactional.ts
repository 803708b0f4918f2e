import type { Operation, SendOnceSettings } from '../../execution/Operation';
import { addressOf, contactKey, recipient } from '../../parameters/emailAddress';
import type { EmailContent } from '../../service';
import { plainProperties, readPlain } from './content';
import { EMAIL_IN_DOUBT, optionsProperty, readAllowAnyTag, readTracking } from './emailOptions';
import { readSendOnce } from './sendOnceOptions';

interface Transactional {
	/** Body of POST /email/transactional. */
	email: EmailContent & { to: string };
	sendOnce: SendOnceSettings | undefined;
}

/** Sends one email to one address, as it is: the service does not personalize it. */
export const sendTransactional: Operation<Transactional> = {
	name: 'Send Transactional',
	value: 'sendTransactional',
	action: 'Send transactional email',
	description: 'Send an email to any address, such as a receipt or a notification',
	endpoint: { method: 'POST', url: '/email/transactional' },
	properties: [
		{
			displayName: 'To',
			name: 'to',
			type: 'string',
			placeholder: 'e.g. Ada Example <ada@example.com>',
			default: '',
			required: true,
			description: "Email address of the recipient, who doesn't have to be a contact",
		},
		...plainProperties,
		optionsProperty('e.g. welcome'),
	],
	idempotency: 'nonIdempotent',
	inDoubtNote: EMAIL_IN_DOUBT,
	read: (form) => {
		const options = form.inside('options');
		return {
			email: {
				to: form.read('to', recipient),
				...readPlain(form, readAllowAnyTag(options)),
				...readTracking(options),
			},
			sendOnce: readSendOnce(options),
		};
	},
	content: ([{ email }]) => ({ body: email }),
	output: ({ email }) => ({ success: true, to: email.to }),
	sendOnce: {
		settings: ({ sendOnce }) => sendOnce,
		recipient: ({ email }) => ({ kind: 'contact', name: contactKey(addressOf(email.to)) }),
		alreadySent: () => ({ alreadySent: true }),
		noun: 'recipients',
	},
};
