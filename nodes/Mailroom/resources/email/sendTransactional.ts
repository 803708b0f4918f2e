import type { Operation, SendOnceSettings } from '../../execution/Operation';
import { addressOf, contactKey, recipient } from '../../parameters/emailAddress';
import type { EmailContent } from '../../service';
import { plainProperties, readContent, toProperty } from './content';
import { EMAIL_IN_DOUBT, optionsProperty, readTracking } from './emailOptions';
import { readSendOnce } from './sendOnceOptions';

interface Transactional {
	/** Body of POST /email/transactional. */
	email: EmailContent & { to: string };
	sendOnce: SendOnceSettings | undefined;
}

export const sendTransactional: Operation<Transactional> = {
	name: 'Send Transactional',
	value: 'sendTransactional',
	action: 'Send transactional email',
	description: 'Send an email to any address, such as a receipt or a notification',
	endpoint: { method: 'POST', url: '/email/transactional' },
	properties: [toProperty, ...plainProperties, optionsProperty('e.g. order {{ $json.orderId }}')],
	idempotency: 'nonIdempotent',
	doubtTexts: EMAIL_IN_DOUBT,
	doneWord: 'sent',
	read: (form) => {
		const options = form.inside('options');
		return {
			email: {
				to: form.read('to', recipient),
				...readContent(form, { isPersonalized: false }),
				...readTracking(options),
			},
			sendOnce: readSendOnce(options),
		};
	},
	requestOf: ([{ email }]) => ({ body: email }),
	output: ({ email }) => ({ success: true, to: email.to }),
	sendOnce: {
		settings: ({ sendOnce }) => sendOnce,
		recipient: ({ email }) => ({ kind: 'contact', name: contactKey(addressOf(email.to)) }),
		noun: 'recipients',
	},
};
