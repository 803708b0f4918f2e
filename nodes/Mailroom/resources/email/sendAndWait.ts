import { randomUUID } from 'node:crypto';
import { isLoopback } from '../../../../credentials/serviceAddress';
import type { Question } from '../../answer/Question';
import { questionEmail } from '../../answer/questionEmail';
import { markArguments, withArguments, withoutHiding } from '../../answer/toolArguments';
import type { OperationRules } from '../../execution/Operation';
import { oneOf } from '../../parameters/choice';
import { recipient } from '../../parameters/emailAddress';
import { emailText, refuseMisspeltTags, refuseTags } from '../../parameters/emailText';
import { collectionField, field, notice } from '../../parameters/Field';
import { InvalidParameter } from '../../parameters/InvalidParameter';
import type { ItemParameters } from '../../parameters/ItemParameters';
import { keepTags } from '../../parameters/personalizationTags';
import { requiredText } from '../../parameters/text';
import type { EmailContent } from '../../service';
import { systemClock } from '../../transport/clock';
import { approvalOptions } from './approvalOptions';
import { emailInDoubtNote } from './inDoubtNote';
import { limitWaitTime } from './limitWaitTime';
import { trackEmailLinkClicks, trackEmailOpens, tracking } from './optionsField';

const OPERATION = 'Send and Wait for Response';

const to = field(
	{
		displayName: 'To',
		name: 'to',
		type: 'string',
		placeholder: 'e.g. Ada Example <ada@example.com>',
		default: '',
		required: true,
		description: 'Address of the one who is asked, who need not be a contact',
	},
	recipient,
);

const subject = emailText({
	displayName: 'Subject',
	name: 'subject',
	type: 'string',
	placeholder: 'e.g. Approval required',
	default: '',
	required: true,
	description: 'Subject line of the email, and heading of the page on which it is answered',
});

const message = field(
	{
		displayName: 'Message',
		name: 'message',
		type: 'string',
		typeOptions: { rows: 4 },
		placeholder: 'e.g. May the order of {{ $json.customer }} be refunded?',
		default: '',
		required: true,
		description: 'What is asked, as plain text with line breaks; addresses of the web become links',
	},
	requiredText,
	(expression) => keepTags(markArguments(expression)),
);

const responseType = field(
	{
		displayName: 'Response Type',
		name: 'responseType',
		type: 'options',
		options: [
			{ name: 'Approval', value: 'approval', description: 'Answer with a button' },
			{ name: 'Free Text', value: 'freeText', description: 'Answer with a text' },
		],
		default: 'approval',
		description: 'What the email asks for',
	},
	oneOf('approval', 'freeText'),
);

/** Newcomers join the node to a send, and take a click on Decline for its end. In a human review n8n itself keeps the tool from running. */
const declineNotice = notice(
	'declineNotice',
	'A No ("Decline") continues the workflow, too, and so does the time limit. To go on only after a yes, check {{ $json.data.approved }} in an "If" node.',
	{ show: { responseType: ['approval'] }, hide: { '@tool': [true] } },
);

const options = collectionField(
	{ displayName: 'Options', name: 'options', placeholder: 'Add Option' },
	[limitWaitTime, trackEmailLinkClicks, trackEmailOpens],
);

export const sendAndWaitFields = [
	to,
	subject,
	message,
	responseType,
	approvalOptions,
	declineNotice,
	options,
];

interface Asked {
	/** Body of POST /email/transactional. */
	email: EmailContent & { to: string };
	question: Question;
	/** Where the links of the email lead. */
	host: string;
	until: ReturnType<typeof limitWaitTime.read>;
}

/** Asks somebody by email, and waits until the page behind one of its links was answered. */
export const sendAndWait: OperationRules<Asked> = {
	idempotency: 'nonIdempotent',
	inDoubtNote: emailInDoubtNote,
	read: (parameters) => {
		const resumeUrl = linksOf(parameters);
		const question = questionOf(parameters);
		const chosen = options.read(parameters);
		const links = question.choices.map(({ approved }) =>
			resumeUrl({ approved: String(approved), question: question.id }),
		);
		return {
			email: {
				to: to.read(parameters),
				subject: question.subject,
				body: questionEmail(question, links),
				bodyFormat: 'html',
				...tracking(chosen),
			},
			question,
			host: new URL(links[0]).hostname,
			until: chosen.limitWaitTime,
		};
	},
	content: ([{ email }]) => ({ body: email }),
	output: () => ({}),
	hint: ([{ values }]) => addressHint(values.host),
	wait: {
		question: (values) => values.question,
		until: (values) => values.until(systemClock.timeOfDay()),
	},
};

/** Throws InvalidParameter where there is nobody, or more than one thing, to wait for. */
function linksOf({
	itemCount,
	resumeUrl,
}: ItemParameters): NonNullable<ItemParameters['resumeUrl']> {
	if (itemCount > 1) {
		throw new InvalidParameter(
			OPERATION,
			`asks one question, but there are ${itemCount.toLocaleString('en-US')} input items. To ask about the first only, switch on "Execute Once" in the settings of the node; to ask about each of them, put the node into a "Loop Over Items" with a batch size of 1`,
		);
	}
	if (resumeUrl) return resumeUrl;
	throw new InvalidParameter(
		OPERATION,
		'cannot be used here: n8n cannot wait for an answer. As a tool of an AI it needs an AI Agent of version 3 or later; in a workflow, an n8n that signs its links',
	);
}

function questionOf(parameters: ItemParameters): Question {
	for (const { property } of [subject, message]) {
		refuseTags(parameters.raw(property.name), property.displayName, '');
	}
	const [subjectText, messageText] = [subject, message].map((one) => {
		const text = one.read(parameters);
		refuseMisspeltTags(text, one.property.displayName, 'Correct it, or leave it out');
		return text;
	});
	const type = responseType.read(parameters);
	const label = message.property.displayName;
	return {
		id: randomUUID(),
		subject: subjectText,
		message: withArguments(
			withoutHiding(messageText, parameters.raw(message.property.name), label),
			() => parameters.evaluate('{{ $tool.parameters }}'),
			label,
		),
		responseType: type,
		choices:
			type === 'approval'
				? approvalOptions.read(parameters)
				: [{ label: 'Respond', approved: true }],
	};
}

function addressHint(host: string): string | undefined {
	if (!isLoopback(host)) return undefined;
	return `The links in the email lead to ${host}, which is this machine itself: nobody can answer from elsewhere. Set WEBHOOK_URL of n8n to the address under which others reach it.`;
}
