import type { AcceptedUnit, Operation } from '../../run/Operation';
import { addressOf, contactKey, recipient } from '../../parameters/emailAddress';
import { firstOf, shownBare } from '../../wording';
import { readSendOnce, type WithSendOnce } from '../../neverTwice/key/options';
import type { EmailContent } from '../../service';
import { plainProperties, readContent, tagsInValues, toProperty } from './content';
import { emptyExpressions, emptyExpressionsHint, type WithExpressions } from './emptyExpressions';
import { readMaxRecipients, type WithMaxRecipients } from './maxRecipients/maxRecipients';
import { refuseTooManyRecipients } from './maxRecipients/refuseTooManyRecipients';
import { emailSend, optionsProperty, readTracking } from './emailOptions';

interface Transactional extends WithSendOnce, WithMaxRecipients, WithExpressions {
	/** Body of POST /email/transactional. */
	email: EmailContent & { to: string };
	tagsInValues: string[];
}

export const sendTransactional: Operation<Transactional> = {
	value: 'sendTransactional',
	form: {
		name: 'Send Transactional',
		action: 'Send email to any address',
		description: 'Send an email to any address, such as a receipt or a notification',
		properties: [
			toProperty,
			...plainProperties,
			optionsProperty({ placeholder: 'e.g. order {{ $json.orderId }}' }),
		],
		read: (form) => {
			const options = form.inside('options');
			const to = form.read('to', recipient);
			const content = readContent(form, 'anyone');
			return {
				email: { to, ...content, ...readTracking(options) },
				tagsInValues: tagsInValues(form, content),
				empty: emptyExpressions(form, content, ['subject', 'body']),
				maxRecipients: readMaxRecipients(options),
				sendOnce: readSendOnce(options),
			};
		},
	},
	wire: {
		endpoint: { method: 'POST', url: '/email/transactional' },
		...emailSend.wire,
		requestOf: ([{ email }]) => ({ body: email }),
	},
	report: {
		...emailSend.report,
		output: ({ email }) => ({ success: true, to: email.to }),
		hint: (accepted) => [...tagsInValuesHint(accepted), ...emptyExpressionsHint(accepted)],
	},
	recipient: ({ email, sendOnce }) => ({
		kind: 'contact',
		name: contactKey(addressOf(email.to)),
		sendOnce,
	}),
	features: { checkAll: refuseTooManyRecipients },
};

function tagsInValuesHint(accepted: Array<AcceptedUnit<Transactional>>): string[] {
	const tags = new Set(accepted.flatMap(({ values }) => values.tagsInValues));
	if (tags.size === 0) return [];
	const named = firstOf([...tags].map(shownBare));
	return [
		`Text from expressions was sent as it is, including ${named}. Send Transactional doesn't fill in tags.`,
	];
}
