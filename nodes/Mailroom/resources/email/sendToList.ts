import type { OperationRules, SendOnceSettings } from '../../execution/Operation';
import type { ListEmail } from '../../service';
import { listField } from '../listField';
import { personalizedContent, tagsNotice } from './content';
import { delivery, sendAtOf } from './delivery';
import { htmlHint } from './htmlHint';
import { emailInDoubtNote } from './inDoubtNote';
import { listEmail } from './listEmail';
import { optionsField } from './optionsField';
import { otherTagsHint } from './otherTagsHint';
import { identityOf, shareSameEmail } from './sameEmail';
import { sendOnceSettings } from './sendOnceOptions';
import { refuseSeveralEmails, severalEmails, type SeveralEmails } from './severalEmails';
import { TEST_HINT, testRecipient } from './testRecipient';

const list = listField('Mailing list whose subscribers get the email, all of them');

const options = optionsField("newsletter {{ $now.toFormat('kkkk-WW') }}", severalEmails);

export const sendToListFields = [
	list,
	testRecipient,
	...personalizedContent.fields,
	tagsNotice(`try "${testRecipient.property.displayName}" first`),
	...delivery.fields,
	options,
];

interface Newsletter {
	email: ListEmail;
	severalEmails: SeveralEmails;
	/** The one contact who gets it, as a test. */
	testRecipient: string | undefined;
	sendOnce: SendOnceSettings | undefined;
	/** Of the workflow. */
	timezone: string;
}

/** Sends a personalized email, a newsletter, to all subscribers of a list; items with the same email share one send. */
export const sendToList: OperationRules<Newsletter> = {
	idempotency: 'nonIdempotent',
	inDoubtNote: emailInDoubtNote,
	// A newsletter goes to thousands: nothing follows one that has failed.
	isSequential: true,
	read: (parameters) => {
		const chosen = options.read(parameters);
		const tester = testRecipient.read(parameters);
		return {
			email: listEmail(parameters, list, chosen),
			severalEmails: chosen.severalEmails,
			testRecipient: tester,
			// A test counts for nothing.
			sendOnce: tester === undefined ? sendOnceSettings(chosen) : undefined,
			timezone: parameters.timezone,
		};
	},
	content: ([{ email, testRecipient: contactEmail }]) => ({
		body: contactEmail === undefined ? email : { ...email, contactEmail },
	}),
	otherEndpoint: (values) =>
		values.testRecipient === undefined ? undefined : { method: 'POST', url: '/email/contact' },
	output: ({ email, testRecipient: tester, timezone }, _, acceptedAt) => ({
		success: true,
		list: email.list,
		...(tester === undefined ? {} : { testRecipient: tester }),
		...sendAtOf(email, { acceptedAt, timezone }),
	}),
	hint: (accepted) => {
		const several = accepted.map(({ values }) => values);
		const isTest = several.some(({ testRecipient: tester }) => tester !== undefined);
		const emails = several.map(({ email }) => email);
		return [...(isTest ? [TEST_HINT] : []), ...htmlHint(emails), ...otherTagsHint(emails)];
	},
	findConflicts: refuseSeveralEmails,
	onceInExecution: ({ email, testRecipient: tester }) =>
		tester === undefined ? identityOf(email) : undefined,
	bulk: {
		plan: shareSameEmail(({ email, testRecipient: contact }) => ({ email, contact })),
		isSplitWhenRejected: () => false,
		sharedOutputHint: (itemCount) =>
			`${itemCount.toLocaleString('en-US')} items hold the same email for the same list, so it was sent once.`,
	},
	sendOnce: {
		settings: ({ sendOnce }) => sendOnce,
		recipient: ({ email }) => ({ kind: 'list', name: email.list }),
		onlyEmail: ({ email }) => [email.subject, email.body],
		alreadySent: () => ({ alreadySent: true }),
		perCall: 1,
		noun: 'lists',
	},
};
