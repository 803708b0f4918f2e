import { distinctNewsletters, type Newsletter } from '../../execution/Newsletter';
import type { Operation, SendOnceSettings } from '../../execution/Operation';
import { oneOf, orElse } from '../../parameters/choice';
import { contactKey, emailAddress } from '../../parameters/emailAddress';
import type { Form } from '../../parameters/Form';
import { isEmpty } from '../../parameters/text';
import { emailDigest } from '../../sendOnce/dedupEntry';
import type { ListEmail } from '../../service';
import { EMAIL_IN_DOUBT, optionsProperty } from './emailOptions';
import {
	contentAndDeliveryProperties,
	listProperty,
	otherTagsHint,
	readListEmail,
	sendAtOf,
	timeOf,
} from './listEmail';
import { readSendOnce } from './sendOnceOptions';

interface ToList {
	email: ListEmail;
	newsletter: Newsletter;
	testRecipient: string | undefined;
	sendOnce: SendOnceSettings | undefined;
	timezone: string;
}

export const sendToList: Operation<ToList> = {
	name: 'Send to List',
	value: 'sendToList',
	action: 'Send email to list',
	description: 'Send a personalized email, such as a newsletter, to a whole mailing list',
	endpoint: { method: 'POST', url: '/email/list' },
	properties: [
		listProperty(
			'Mailing list whose subscribers all get the email. The list "important" holds every contact.',
		),
		{
			displayName: 'Test Recipient',
			name: 'testRecipient',
			type: 'string',
			placeholder: 'e.g. ada@example.com',
			default: '',
			description:
				'Send the email only to this contact, as a test. Leave empty to send it to the whole list.',
		},
		...contentAndDeliveryProperties,
		optionsProperty("e.g. newsletter {{ $now.toFormat('kkkk-WW') }}", {
			displayName: 'Several Emails',
			name: 'severalEmails',
			type: 'options',
			options: [
				{
					name: 'Send Nothing',
					value: 'fail',
					description: 'If emails differ, send none. In a loop, send only the first.',
				},
				{
					name: 'Send Different',
					value: 'sendDifferent',
					description: 'Send each distinct email once',
				},
			],
			default: 'fail',
			description:
				'What to do if input items, or rounds of a loop, contain different emails for the same list',
		}),
	],
	idempotency: 'nonIdempotent',
	doubtTexts: EMAIL_IN_DOUBT,
	// A newsletter goes to thousands, so with "Stop" none starts after a failure.
	isSequential: true,
	read: (form) => {
		const options = form.inside('options');
		const email = readListEmail(form);
		const testRecipient = readTestRecipient(form);
		// A test does not use up the key.
		const key = readSendOnce(options);
		const sendOnce = testRecipient === undefined ? key : undefined;
		const severalEmails = options.read(
			'severalEmails',
			orElse(oneOf('fail', 'sendDifferent'), 'fail'),
		);
		const newsletter = {
			...identityOf(email, testRecipient),
			sendOnceKey: sendOnce?.key,
			isTest: testRecipient !== undefined,
			mayDiffer: severalEmails === 'sendDifferent',
		};
		return { email, newsletter, testRecipient, sendOnce, timezone: form.item.timezone };
	},
	rejectionAdvice: ([{ testRecipient }]) =>
		testRecipient === undefined
			? 'Choose one of the lists, or enter its name, not its title.'
			: 'The test recipient must be a contact on the list.',
	requestOf: ([{ email, testRecipient: contactEmail }]) =>
		contactEmail === undefined
			? { body: email }
			: { url: '/email/contact', body: { ...email, contactEmail } },
	output: ({ email, testRecipient, timezone }, _, acceptedAt) => ({
		success: true,
		list: email.list,
		...(testRecipient === undefined ? {} : { testRecipient }),
		...sendAtOf(email, acceptedAt, timezone),
	}),
	hint: async (accepted) => {
		const isTest = accepted.some(({ values }) => values.testRecipient !== undefined);
		const emails = accepted.map(({ values }) => values.email);
		return [...(isTest ? [TEST_HINT] : []), ...(await otherTagsHint(emails))];
	},
	newsletter: ({ newsletter }) => newsletter,
	bulk: {
		plan: distinctNewsletters,
		unitNoun: 'emails',
		sharedOutputHint: (itemCount) =>
			`${itemCount.toLocaleString('en-US')} items contain the same email for the same list, so it was sent once.`,
	},
	sendOnce: {
		settings: ({ sendOnce }) => sendOnce,
		recipient: ({ email }) => ({ kind: 'list', name: email.list }),
		onlyEmail: ({ newsletter }) => newsletter.contentDigest,
		alreadySent: () => ({ alreadySent: true }),
		noun: 'lists',
	},
};

const TEST_HINT =
	'This was a test: the email went to the test recipient only. To send it to the list, clear "Test Recipient".';

/** An empty expression was meant as a test, which must not go to the whole list. */
function readTestRecipient(form: Form): string | undefined {
	return form.readFilled(
		'testRecipient',
		(value, label) => (isEmpty(value) ? undefined : emailAddress(value, label)),
		'Check the expression, or clear the field to send to the whole list',
	);
}

function identityOf(email: ListEmail, testRecipient = '') {
	const settings = { ...email, subject: undefined, body: undefined, delayUntilDate: undefined };
	const contentDigest = emailDigest([email.subject, email.body]);
	const digest = emailDigest([contactKey(testRecipient), JSON.stringify(settings), contentDigest]);
	return { list: email.list, digest, contentDigest, deliveredAt: timeOf(email) };
}
