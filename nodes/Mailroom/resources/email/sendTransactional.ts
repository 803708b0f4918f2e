import type { OperationRules, SendOnceSettings } from '../../execution/Operation';
import { addressOf, contactKey, recipient } from '../../parameters/emailAddress';
import { textField } from '../../parameters/Field';
import type { EmailContent } from '../../service';
import { plainContent } from './content';
import { emailInDoubtNote } from './inDoubtNote';
import { htmlHint } from './htmlHint';
import { optionsField, tracking } from './optionsField';
import { sendOnceSettings } from './sendOnceOptions';

const to = textField(
	{
		displayName: 'To',
		name: 'to',
		placeholder: 'e.g. Ada Example <ada@example.com>',
		required: true,
		description: 'Address of the recipient, who need not be a contact; a name may stand before it',
	},
	recipient,
);

const options = optionsField('welcome');

export const sendTransactionalFields = [to, ...plainContent.fields, options];

interface Transactional {
	/** Body of POST /email/transactional. */
	email: EmailContent & { to: string };
	sendOnce: SendOnceSettings | undefined;
}

/** Sends one email to one address, as it is: the service does not personalize it. */
export const sendTransactional: OperationRules<Transactional> = {
	idempotency: 'nonIdempotent',
	inDoubtNote: emailInDoubtNote,
	read: (parameters) => {
		const chosen = options.read(parameters);
		return {
			email: {
				to: to.read(parameters),
				...plainContent.read(parameters, chosen.allowAnyTag),
				...tracking(chosen),
			},
			sendOnce: sendOnceSettings(chosen),
		};
	},
	content: ([{ email }]) => ({ body: email }),
	output: ({ email }) => ({ success: true, to: email.to }),
	hint: (accepted) => htmlHint(accepted.map(({ values }) => values.email)),
	sendOnce: {
		settings: ({ sendOnce }) => sendOnce,
		recipient: ({ email }) => ({ kind: 'contact', name: contactKey(addressOf(email.to)) }),
		alreadySent: () => ({ alreadySent: true }),
		perCall: 1,
		noun: 'recipients',
	},
};
