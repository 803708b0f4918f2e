import type { Operation } from '../../run/Operation';
import { listProperty } from '../listChoice';
import { packConsecutive } from '../packBatches';
import { switchedOn } from '../../parameters/choice';
import { contactKey, emailAddresses } from '../../parameters/emailAddress';
import { readSendOnce, type WithSendOnce } from '../../neverTwice/key/options';
import type { ListEmail } from '../../service';
import { bouncedAmong, bouncedHint, misspelledHint, severalEmailsHint } from './contactHints';
import { allowsAnyTag } from './content';
import { emptyExpressions, emptyExpressionsHint, type WithExpressions } from './emptyExpressions';
import { readMaxRecipients, type WithMaxRecipients } from './maxRecipients/maxRecipients';
import { refuseTooManyRecipients } from './maxRecipients/refuseTooManyRecipients';
import { emailSend, optionsProperty } from './emailOptions';
import { contentAndDeliveryProperties, otherTagsHint, readListEmail, sendAtOf } from './listEmail';

const SKIP_REJECTED = 'Skip Rejected Recipients';

interface ContactsEmail extends WithSendOnce, WithMaxRecipients, WithExpressions {
	email: ListEmail;
	contactEmails: string[];
	isolateFailures: boolean;
	allowsAnyTag: boolean;
	/** Addresses of contacts that the input says have bounced. */
	bounced: string[];
	timezone: string;
}

export const sendToContacts: Operation<ContactsEmail> = {
	value: 'sendToContacts',
	form: {
		name: 'Send to Contacts',
		action: 'Send email to contacts',
		description: 'Send a personalized email to individual contacts on a mailing list',
		properties: [
			listProperty(
				'Recipients must be on this list. They can unsubscribe from it, unless it is "important".',
			),
			{
				displayName: 'Contact Emails',
				name: 'contactEmails',
				type: 'string',
				typeOptions: { rows: 2 },
				placeholder: 'e.g. ada@example.com, grace@example.com',
				default: '',
				required: true,
				description: 'Comma-separated email addresses of existing contacts, or an array',
			},
			...contentAndDeliveryProperties,
			optionsProperty(
				{ placeholder: 'e.g. welcome' },
				{
					displayName: SKIP_REJECTED,
					name: 'isolateFailures',
					type: 'boolean',
					default: false,
					description:
						'Whether to send to the others if the service rejects some recipients. The second try can cause duplicates.',
				},
			),
		],
		read: (form) => {
			const options = form.inside('options');
			const email = readListEmail(form, 'contacts');
			const contactEmails = form.read('contactEmails', emailAddresses);
			return {
				email,
				empty: emptyExpressions(form, email, ['subject', 'body']),
				contactEmails,
				allowsAnyTag: allowsAnyTag(form),
				bounced: bouncedAmong(contactEmails, form.item.json()),
				isolateFailures: options.read('isolateFailures', switchedOn),
				maxRecipients: readMaxRecipients(options),
				sendOnce: readSendOnce(options),
				timezone: form.run.timezone,
			};
		},
	},
	wire: {
		endpoint: { method: 'POST', url: '/email/contact' },
		...emailSend.wire,
		rejectionAdvice: () => 'Check that all recipients are contacts on the list.',
		requestOf: (several) => ({
			body: {
				...several[0].email,
				...recipients(several.flatMap((values) => values.contactEmails)),
			},
		}),
		bulk: {
			plan: packConsecutive(
				(unit) => contactKey(unit.contactEmails[0]),
				(one, other) =>
					one.isolateFailures === other.isolateFailures && isSameEmail(one.email, other.email),
			),
			units: (values) =>
				values.contactEmails.map((address) => ({ ...values, contactEmails: [address] })),
			isolatesRejected: (values) => values.isolateFailures,
			skipsRejected: (values) => values.isolateFailures,
			splitOption: SKIP_REJECTED,
			unitName: (unit) => unit.contactEmails[0],
			unitNoun: 'recipients',
		},
	},
	report: {
		...emailSend.report,
		output: ({ email, contactEmails: addresses, timezone }, _, acceptedAt) => ({
			success: true,
			list: email.list,
			contactEmails: addresses,
			...sendAtOf(email, acceptedAt, timezone),
		}),
		alreadySent: (units) => ({ alreadySent: units.flatMap((unit) => unit.contactEmails) }),
		rejected: ({ contactEmails: addresses }, rejected) => {
			const skipped = rejected.map(({ values, reason }) => ({
				email: values.contactEmails[0],
				reason,
			}));
			const isSkipped = (address: string) => skipped.some(({ email }) => email === address);
			return {
				contactEmails: addresses.filter((address) => !isSkipped(address)),
				rejected: skipped,
			};
		},
		hint: async (accepted) => [
			...severalEmailsHint(accepted),
			...bouncedHint(accepted),
			...emptyExpressionsHint(accepted),
			...(await otherTagsHint(accepted.map(({ values }) => values.email))),
		],
	},
	recipient: ({ contactEmails: [address], sendOnce }) => ({
		kind: 'contact',
		name: contactKey(address),
		sendOnce,
	}),
	features: {
		// Before anything is sent.
		checkAll: (run) => {
			for (const hint of misspelledHint(run.items)) run.n8n.addHint(hint);
			refuseTooManyRecipients(run);
		},
	},
};

function isSameEmail(one: ListEmail, other: ListEmail): boolean {
	if (one === other) return true;
	const { body, ...settings } = one;
	const { body: otherBody, ...otherSettings } = other;
	// Not as JSON, because bodies may be long.
	return body === otherBody && JSON.stringify(settings) === JSON.stringify(otherSettings);
}

/** The service doesn't document both fields together. */
function recipients(addresses: string[]): { contactEmail: string } | { contactEmails: string[] } {
	return addresses.length === 1 ? { contactEmail: addresses[0] } : { contactEmails: addresses };
}
