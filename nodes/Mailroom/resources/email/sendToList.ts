import type { Operation } from '../../run/Operation';
import { oneOf, orElse } from '../../parameters/choice';
import { contactKey, emailAddress } from '../../parameters/emailAddress';
import type { Form } from '../../parameters/Form';
import { InvalidParameter } from '../../parameters/InvalidParameter';
import { isEmpty } from '../../parameters/values';
import { readSendOnce } from '../../neverTwice/key/options';
import { newsletterOf } from '../../neverTwice/newsletter/Newsletter';
import { grouped } from '../../grouped';
import type { ListEmail } from '../../service';
import { LIST_ADVICE, listProperty } from '../listChoice';
import { subscribersWhenChosen } from '../listTitles';
import { emptyExpressions, emptyExpressionsHint, type WithExpressions } from './emptyExpressions';
import { readMaxRecipients, type WithMaxRecipients } from './maxRecipients/maxRecipients';
import { refusalOf, refuseLargeLists } from './maxRecipients/refuseLargeLists';
import { emailSend, optionsProperty } from './emailOptions';
import { contentAndDeliveryProperties, otherTagsHint, readListEmail, sendAtOf } from './listEmail';
import { assertMayMail, sendInManualExecutionsProperty, TEST_RECIPIENT } from './manualExecution';
import { sentHint, timesDifferHint, type ListNewsletter } from './sentHint';
import { tellSubscribers } from './tellSubscribers';

interface ToList extends ListNewsletter, WithMaxRecipients, WithExpressions {
	testRecipient: string | undefined;
}

export const sendToList: Operation<ToList> = {
	value: 'sendToList',
	form: {
		name: 'Send to List',
		action: 'Send newsletter to list',
		description: 'Send a personalized email, such as a newsletter, to a whole mailing list',
		properties: [
			listProperty(
				'Mailing list whose subscribers all get the email. The list "important" contains all contacts.',
			),
			{
				displayName: TEST_RECIPIENT,
				name: 'testRecipient',
				type: 'string',
				placeholder: 'e.g. ada@example.com',
				default: '',
				hint: 'Your own address, a contact on this list. If empty, a published workflow emails the whole list.',
				description: 'Contact who gets the email at once, instead of the list',
				builderHint: {
					propertyHint:
						'Leave it empty in a workflow that mails the list. With an address, nobody else ever gets the email. An expression without a value is an error.',
				},
			},
			...contentAndDeliveryProperties,
			optionsProperty(
				{
					placeholder: "e.g. newsletter {{ $now.toFormat('kkkk-WW') }}",
					skipped: 'A list that got it is skipped, with its new subscribers',
				},
				{
					displayName: 'If Emails Differ',
					name: 'severalEmails',
					type: 'options',
					options: [
						{
							name: 'Fail',
							value: 'fail',
							description: 'Fail before any is sent. In a loop, fail at the second email.',
						},
						{
							name: 'Send Each',
							value: 'sendDifferent',
							description: 'Send each distinct email once',
						},
					],
					default: 'fail',
					description:
						'What to do if input items, or rounds of a loop, contain different emails for the same list',
				},
				sendInManualExecutionsProperty,
			),
		],
		read: (form) => {
			const options = form.inside('options');
			const listEmail = readListEmail(form, 'list');
			const testRecipient = readTestRecipient(form);
			const isTest = testRecipient !== undefined;
			if (!isTest) assertMayMail(listEmail.list, form);
			const email = isTest ? withoutDelay(listEmail) : listEmail;
			// A test does not use up the key.
			const key = readSendOnce(options);
			const sendOnce = isTest ? undefined : key;
			const severalEmails = options.read(
				'severalEmails',
				orElse(oneOf('fail', 'sendDifferent'), 'fail'),
			);
			const newsletter = newsletterOf({
				email,
				testRecipient,
				mayDiffer: severalEmails === 'sendDifferent',
			});
			return {
				email,
				newsletter,
				testRecipient,
				sendOnce,
				maxRecipients: readMaxRecipients(options),
				empty: emptyExpressions(form, email, ['subject', 'body']),
				subscribers: subscribersWhenChosen(form.raw('list')),
				timezone: form.run.timezone,
			};
		},
	},
	wire: {
		endpoint: { method: 'POST', url: '/email/list' },
		...emailSend.wire,
		// A newsletter goes to thousands, so with "Stop" none starts after a failure.
		isSequential: true,
		rejectionAdvice: ([{ testRecipient }]) =>
			testRecipient === undefined
				? LIST_ADVICE
				: 'Check that the test recipient is a contact on the list.',
		requestOf: ([{ email, testRecipient: contactEmail }]) =>
			contactEmail === undefined
				? { body: email }
				: { url: '/email/contact', body: { ...email, contactEmail } },
		perform: async (client, request, values) => refusalOf(values) ?? (await client.send(request)),
		bulk: {
			// One email for each newsletter. Its first item decides on the time of delivery.
			plan: (units) =>
				[...grouped(units, ({ values }) => values.newsletter.digest).values()].map((same) => ({
					units: same,
				})),
			unitNoun: 'emails',
			sharedOutputHint: (itemCount) =>
				`${itemCount.toLocaleString('en-US')} items contain the same email for the same list, so it was sent once.`,
		},
	},
	report: {
		...emailSend.report,
		output: ({ email, testRecipient, timezone }, _, acceptedAt) => ({
			success: true,
			list: email.list,
			...(testRecipient === undefined ? {} : { testRecipient }),
			...sendAtOf(email, acceptedAt, timezone),
		}),
		hint: async (accepted) => {
			const toLists = accepted.filter(({ values }) => values.testRecipient === undefined);
			const emails = accepted.map(({ values }) => values.email);
			return [
				...(toLists.length < accepted.length ? [TEST_HINT] : []),
				...(toLists.length > 0 ? [sentHint(toLists)] : []),
				...timesDifferHint(toLists),
				...emptyExpressionsHint(accepted),
				...(await otherTagsHint(emails)),
			];
		},
	},
	recipient: ({ email, testRecipient, newsletter, sendOnce }) => ({
		...(testRecipient === undefined
			? { kind: 'list', name: email.list }
			: { kind: 'contact', name: contactKey(testRecipient) }),
		newsletter,
		sendOnce,
	}),
	features: {
		checkAll: async (run) => {
			await tellSubscribers(run);
			await refuseLargeLists(run);
		},
	},
};

const TEST_HINT = `This was a test: the email went to the test recipient only. If "${TEST_RECIPIENT}" is empty, a published workflow emails the whole list.`;

function withoutDelay(email: ListEmail): ListEmail {
	return { ...email, delaySeconds: undefined, delayUntilDate: undefined };
}

/** An empty expression or a blank was meant as a test, which must not go to the whole list. */
function readTestRecipient(form: Form): string | undefined {
	const entered = form.raw('testRecipient');
	if (typeof entered === 'string' && entered !== '' && entered.trim() === '') {
		throw new InvalidParameter(
			TEST_RECIPIENT,
			'contains only spaces',
			'Enter an address. If the field is empty, a published workflow emails the whole list',
		);
	}
	return form.readFilled(
		'testRecipient',
		(value, label) => (isEmpty(value) ? undefined : emailAddress(value, label)),
		'Check the expression. If the field is empty, a published workflow emails the whole list',
	);
}
