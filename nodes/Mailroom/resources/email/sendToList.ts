import type { OperationRules, SendOnceSettings } from '../../execution/Operation';
import { optionalBoolean } from '../../parameters/choice';
import { field } from '../../parameters/Field';
import type { ListEmail } from '../../service';
import { emailInDoubtNote, personalizedContent } from './content';
import { delivery, sendAtOf } from './delivery';
import { listEmail, listField } from './listEmail';
import { misspeltTagsHint } from './tagHints';
import { optionsField } from './optionsField';
import { shareSameEmail } from './sameEmail';
import { sendOnceSettings } from './sendOnceOptions';
import { testHint, testRecipient } from './testRecipient';

const list = listField(
	'Mailing list whose subscribers get the email, all of them once for each input item that differs',
);

const sendDuplicates = field(
	{
		displayName: 'Send Duplicates',
		name: 'sendDuplicates',
		type: 'boolean',
		default: false,
		description:
			'Whether to send the email once for each input item, even when several items hold the same email. When off, each distinct email goes out once.',
	},
	optionalBoolean,
);

const options = optionsField(sendDuplicates, testRecipient);

export const sendToListFields = [list, ...personalizedContent.fields, ...delivery.fields, options];

interface Newsletter {
	email: ListEmail;
	sendDuplicates: boolean;
	/** The one contact who gets it, as a test. */
	testRecipient: string | undefined;
	sendOnce: SendOnceSettings | undefined;
	/** Of the workflow. */
	timezone: string;
}

/** Sends a personalized email, a newsletter, to all subscribers of a list; items with the same email share one send. */
export const sendToList: OperationRules<Newsletter> = {
	effect: 'once',
	inDoubtNote: emailInDoubtNote,
	// A newsletter goes to thousands: nothing follows one that has failed.
	isOneByOne: true,
	read: (parameters) => {
		const chosen = options.read(parameters);
		return {
			email: listEmail(parameters, list, chosen),
			sendDuplicates: chosen.sendDuplicates ?? false,
			testRecipient: chosen.testRecipient,
			// A test counts for nothing.
			sendOnce: chosen.testRecipient === undefined ? sendOnceSettings(chosen) : undefined,
			timezone: parameters.timezone,
		};
	},
	content: ([{ email, testRecipient: contactEmail }]) => ({
		body: contactEmail === undefined ? email : { ...email, contactEmail },
	}),
	otherEndpoint: (ask) =>
		ask.testRecipient === undefined ? undefined : { method: 'POST', url: '/email/contact' },
	output: ({ email, testRecipient: tester, timezone }, _, acceptedAt) => ({
		success: true,
		list: email.list,
		...(tester === undefined ? {} : { testRecipient: tester }),
		...sendAtOf(email, { acceptedAt, timezone }),
	}),
	hint: (accepted) => {
		const asks = accepted.map(({ ask }) => ask);
		return [...testHint(asks), ...misspeltTagsHint(asks.map(({ email }) => email))];
	},
	bulk: {
		plan: shareSameEmail(({ email, testRecipient: contact, sendDuplicates: isApart }) =>
			isApart ? undefined : { email, contact },
		),
		isSplitWhenRejected: () => false,
		sharedOutputHint: (itemCount) =>
			`${itemCount.toLocaleString('en-US')} items hold the same email for the same list, so it was sent once. To send it once for each item, switch on the option "${sendDuplicates.property.displayName}".`,
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
