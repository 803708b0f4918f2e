import { DateTime } from 'luxon';
import { digestOf } from '../../digest';
import { isManual } from '../../execution/NodeCall';
import type { AcceptedUnit, Operation } from '../../execution/Operation';
import { grouped } from '../../grouped';
import { oneOf, orElse, switchedOn } from '../../parameters/choice';
import { contactKey, emailAddress } from '../../parameters/emailAddress';
import type { Form, FormItem } from '../../parameters/Form';
import { InvalidParameter } from '../../parameters/InvalidParameter';
import { isEmpty } from '../../parameters/text';
import { firstOf, shown } from '../../parameters/wording';
import { readSendOnce, SEND_ONCE_KEY } from '../../sendOnce/options';
import { sendOnceBy, type WithSendOnce } from '../../sendOnce/SendOnceClaims';
import type { ListEmail } from '../../service';
import { emailSend, optionsProperty } from './emailOptions';
import {
	contentAndDeliveryProperties,
	listProperty,
	otherTagsHint,
	readListEmail,
	sendAtOf,
	timeOf,
} from './listEmail';
import { distinctNewsletters, type WithNewsletter } from './newsletter/Newsletter';
import { onceInExecution } from './newsletter/onceInExecution';

const TEST_RECIPIENT = 'Test Recipient';
const SEND_IN_MANUAL_EXECUTIONS = 'Send in Manual Executions';

interface ToList extends WithNewsletter, WithSendOnce {
	email: ListEmail;
	testRecipient: string | undefined;
	timezone: string;
}

export const sendToList: Operation<ToList> = {
	name: 'Send to List',
	value: 'sendToList',
	action: 'Send newsletter to list',
	description: 'Send a personalized email, such as a newsletter, to a whole mailing list',
	endpoint: { method: 'POST', url: '/email/list' },
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
			hint: 'Send to yourself first. If empty, the email is for the whole list.',
			description: 'Contact who gets the email at once, instead of the list',
		},
		...contentAndDeliveryProperties,
		optionsProperty(
			"e.g. newsletter {{ $now.toFormat('kkkk-WW') }}",
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
			{
				displayName: SEND_IN_MANUAL_EXECUTIONS,
				name: 'sendInManualExecutions',
				type: 'boolean',
				default: false,
				description:
					'Whether to send to the whole list in executions that are started in the editor, such as with Execute Step',
			},
		),
	],
	...emailSend,
	// A newsletter goes to thousands, so with "Stop" none starts after a failure.
	isSequential: true,
	read: (form) => {
		const options = form.inside('options');
		const listEmail = readListEmail(form);
		const testRecipient = readTestRecipient(form);
		const maySendManually = options.read('sendInManualExecutions', switchedOn);
		const isTest = testRecipient !== undefined;
		if (!isTest && !maySendManually) assertNotInEditor(form.item.context, listEmail.list);
		const email = isTest ? withoutDelay(listEmail) : listEmail;
		// A test does not use up the key.
		const key = readSendOnce(options);
		const sendOnce = isTest ? undefined : key;
		const severalEmails = options.read(
			'severalEmails',
			orElse(oneOf('fail', 'sendDifferent'), 'fail'),
		);
		const newsletter = {
			...identityOf(email, testRecipient),
			sendOnceKey: sendOnce?.key,
			isTest,
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
		const toLists = accepted.filter(({ values }) => values.testRecipient === undefined);
		const emails = accepted.map(({ values }) => values.email);
		return [
			...(toLists.length < accepted.length ? [TEST_HINT] : []),
			...(toLists.length > 0 ? [sentHint(toLists)] : []),
			...(await otherTagsHint(emails)),
		];
	},
	...onceInExecution,
	bulk: {
		plan: distinctNewsletters,
		unitNoun: 'emails',
		sharedOutputHint: (itemCount) =>
			`${itemCount.toLocaleString('en-US')} items contain the same email for the same list, so it was sent once.`,
	},
	...sendOnceBy({
		recipient: ({ email, testRecipient }) =>
			testRecipient === undefined
				? { kind: 'list', name: email.list }
				: { kind: 'contact', name: contactKey(testRecipient) },
		onlyEmail: ({ newsletter }) => newsletter.contentDigest,
		noun: 'lists',
	}),
};

const TEST_HINT = `This was a test: the email went to the test recipient only. To send it to the list, clear "${TEST_RECIPIENT}".`;

function sentHint(accepted: Array<AcceptedUnit<ToList>>): string {
	const lists = [...new Set(accepted.map(({ values }) => shown(values.email.list)))];
	const where =
		lists.length === 1 ? `the list ${lists[0]}` : `${lists.length} lists: ${firstOf(lists)}`;
	const [one, ...others] = grouped(accepted, ({ at }) => at).values();
	const time = timeShown(one[0]);
	const isOneTime = others.every(([other]) => timeShown(other) === time);
	const advice = accepted.every(({ values }) => values.sendOnce)
		? '.'
		: `, and another execution sends it again. To prevent that, add a ${SEND_ONCE_KEY}.`;
	return `${isOneTime ? time : 'Sent or scheduled'} to ${where}. It can't be taken back${advice}`;
}

/** Such as "Scheduled for 1 December 2026, 16:00 (Europe/Berlin)". */
function timeShown({ values: { email, timezone }, at }: AcceptedUnit<ToList>): string {
	const { sendAt } = sendAtOf(email, at, timezone);
	if (sendAt === undefined) return 'Sent';
	const time = DateTime.fromISO(sendAt, { zone: timezone }).toFormat('d LLLL yyyy, HH:mm', {
		locale: 'en',
	});
	return `Scheduled for ${time} (${timezone}),`;
}

/** In n8n's context of the node, which Retry brings along. Older versions don't tell that it repeats a manual execution. */
const REFUSED_IN_EDITOR = 'refusedInEditor';

function assertNotInEditor(context: FormItem['context'], list: string): void {
	const nodeContext = context.getContext('node');
	if (!isManual(context) && nodeContext[REFUSED_IN_EDITOR] === undefined) return;
	nodeContext[REFUSED_IN_EDITOR] = true;
	throw new InvalidParameter(
		TEST_RECIPIENT,
		`is empty and "${SEND_IN_MANUAL_EXECUTIONS}" is off, so the list ${shown(list)} gets no email from this manual execution`,
		`To see the email first, enter your own address as "${TEST_RECIPIENT}". To send to the whole list, add the option "${SEND_IN_MANUAL_EXECUTIONS}"`,
	);
}

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
			'Enter an address, or clear the field to send to the whole list',
		);
	}
	return form.readFilled(
		'testRecipient',
		(value, label) => (isEmpty(value) ? undefined : emailAddress(value, label)),
		'Check the expression, or clear the field to send to the whole list',
	);
}

function identityOf(email: ListEmail, testRecipient = '') {
	const settings = { ...email, subject: undefined, body: undefined, delayUntilDate: undefined };
	const contentDigest = digestOf([email.subject, email.body]);
	const digest = digestOf([contactKey(testRecipient), JSON.stringify(settings), contentDigest]);
	return { list: email.list, digest, contentDigest, deliveredAt: timeOf(email) };
}
