import { randomUUID } from 'node:crypto';
import type { Operation } from '../../../run/Operation';
import { oneOf } from '../../../parameters/choice';
import { addressOf, recipients } from '../../../parameters/emailAddress';
import type { Form } from '../../../parameters/Form';
import type { Reader } from '../../../parameters/Reader';
import { InvalidParameter } from '../../../parameters/InvalidParameter';
import type { Rewrite } from '../../../parameters/evaluator';
import { keepTags } from '../../../parameters/tags/keepTags';
import { requiredLine, requiredText } from '../../../parameters/text';
import { joinSentences } from '../../../wording';
import { assertClosedOnce, assertNoTags } from '../assertTags';
import { toProperty } from '../content';
import { emptyExpressions, emptyExpressionsHint, type WithExpressions } from '../emptyExpressions';
import { emailSend, readTracking, trackingProperties } from '../emailOptions';
import {
	afterDeclineProperty,
	approvalOptionsProperty,
	readAfterDecline,
	readApprovalOptions,
} from './approval';
import { askAndWait, type WithQuestion } from './askAndWait';
import { askEach, MAX_PEOPLE, type QuestionEmail, type Reach } from './askEach';
import { assertBeforeTimeout } from './waitTimeout';
import { deadlineText, limitWaitTimeProperty, readLimitWaitTime } from './limitWaitTime';
import { prefilledText, prefilledTextProperties } from './prefilledText';
import { assertShowsLinks, questionEmail, type Choice, type Question } from './Question';
import { resumeUrlIn } from './resumeUrl';
import { stopOnFailure } from './stopOnFailure';
import { showAll, stringifyToolParameters } from './toolArguments';

const NAME = 'Send and Wait for Response';

const LOOP_GOES_ON =
	'Set "After Decline or Time Limit" to Continue, because Stop also ends the loop';

const ENTER_PEOPLE = `Enter an address such as ada@example.com, or up to ${MAX_PEOPLE}, separated by commas. A name can stand before an address in angle brackets`;

interface Asked extends WithQuestion, WithExpressions {
	/** One to each person. */
	emails: QuestionEmail[];
}

export const sendAndWait: Operation<Asked, Reach> = {
	value: 'sendAndWait',
	form: {
		name: NAME,
		action: 'Ask by email and wait',
		description: 'Send an email and pause the workflow until the recipient responds',
		properties: [
			{
				...toProperty,
				placeholder: 'e.g. ada@example.com, grace@example.com',
				description: `Email address of the recipient, or up to ${MAX_PEOPLE}, separated by commas. The first response counts.`,
				builderHint: {
					propertyHint: `One address, or up to ${MAX_PEOPLE}, separated by commas. The first response counts.`,
				},
			},
			{
				displayName: 'Subject',
				name: 'subject',
				type: 'string',
				placeholder: 'e.g. Approval required',
				default: '',
				required: true,
				description: 'Subject of the email and heading of the response page',
			},
			{
				displayName: 'Message',
				name: 'message',
				type: 'string',
				typeOptions: { rows: 4 },
				placeholder: 'e.g. May the order of {{ $json.customer }} be refunded?',
				default: '',
				required: true,
				description: 'Question to ask, as plain text. URLs become links.',
			},
			{
				displayName: 'Response Type',
				name: 'responseType',
				type: 'options',
				options: [
					{ name: 'Approval', value: 'approval', description: 'Respond with a button' },
					{
						name: 'Approval with Text',
						value: 'approvalWithText',
						description: 'Respond with a button and a text, such as an edited draft or reason',
					},
					{ name: 'Free Text', value: 'freeText', description: 'Written response' },
				],
				default: 'approval',
			},
			approvalOptionsProperty,
			afterDeclineProperty,
			...prefilledTextProperties,
			{
				displayName: 'Options',
				name: 'options',
				type: 'collection',
				placeholder: 'Add Option',
				default: {},
				options: [limitWaitTimeProperty, ...trackingProperties],
			},
		],
		read: (form) => {
			assertOneItem(form);
			const linkTo = links(form);
			const question = readQuestion(form);
			const options = form.inside('options');
			const until = readTimeLimit(form, options);
			const deadline = deadlineText(until(), form.run.timezone);
			const people = form.read('to', (value, label) =>
				recipients(value, label, { most: MAX_PEOPLE, advice: ENTER_PEOPLE }),
			);
			const emails = people.map((to, person) => {
				const addressFor = ({ approved }: Choice) =>
					linkTo({
						...{ approved: String(approved), question: question.id },
						person: String(person),
					});
				const body = questionEmail(question, { addressFor, others: people.length - 1, deadline });
				assertShowsLinks(body, form.label('message'));
				const { subject } = question;
				return { to, subject, body, bodyFormat: 'html' as const, ...readTracking(options) };
			});
			return {
				emails,
				question: { ...question, people: people.map(addressOf) },
				empty: emptyExpressions(form, question, ['subject', 'message']),
				until,
			};
		},
	},
	wire: {
		endpoint: { method: 'POST', url: '/email/transactional' },
		...emailSend.wire,
		// Unlike other sends, n8n's Retry asks again.
		doubtTexts: {
			problem: emailSend.wire.doubtTexts.problem,
			advice: "Check the service's dashboard before you ask again.",
		},
		requestOf: ([{ emails }]) => ({ body: emails[0] }),
		perform: async (client, request, { emails }) => await askEach(client, request, emails),
	},
	report: {
		...emailSend.report,
		output: () => ({}),
		hint: emptyExpressionsHint,
	},
	features: { wrapCall: stopOnFailure, wrapRun: askAndWait },
};

/** Undefined in n8n's declarative engine, which gives the node one item, and cannot wait. */
function wholeRunOf({ run: { context } }: Form) {
	return 'getItemIndex' in context ? undefined : context;
}

function assertOneItem(form: Form): void {
	const itemCount = wholeRunOf(form)?.getInputData().length ?? 1;
	if (itemCount <= 1) return;
	const isDeclinable = form.raw('responseType') !== 'freeText';
	throw new InvalidParameter(
		NAME,
		`asks one question, but there are ${itemCount.toLocaleString('en-US')} input items`,
		joinSentences(
			'To ask about the first item only, turn on "Execute Once" in the settings of the node',
			'To ask about each, use "Loop Over Items" with a batch size of 1',
			isDeclinable ? LOOP_GOES_ON : undefined,
		),
	);
}

/** Links to pages where the recipient can respond. */
function links(form: Form) {
	const context = wholeRunOf(form);
	const resumeUrl = context && resumeUrlIn(context);
	if (!resumeUrl) {
		throw new InvalidParameter(
			NAME,
			"can't be used here: n8n can't wait for a response",
			'In a tool, use an AI Agent of version 3 or later. In a workflow, update n8n',
		);
	}
	// n8n would end the link in "undefined".
	if (!context.getNode().id) {
		throw new InvalidParameter(
			NAME,
			"can't be used here: this node has no ID, as in a sub-workflow given as JSON, so its links wouldn't work",
			'Choose the sub-workflow from the database, or add an "id" to the node',
		);
	}
	return (query: Record<string, string>) => {
		const link = resumeUrl(query);
		if (link !== undefined) return link;
		throw new InvalidParameter(
			NAME,
			"can't be used here: n8n is below a path, and in this version of n8n the links wouldn't work",
			'Serve n8n at the root of a host, and set its WEBHOOK_URL to this address',
		);
	};
}

function readTimeLimit(form: Form, options: Form): () => Date {
	const until = readLimitWaitTime(options);
	const context = wholeRunOf(form);
	if (context && options.isAdded('limitWaitTime')) assertBeforeTimeout(context, until());
	return until;
}

const keepTagsAndParameters: Rewrite = (typed) => keepTags(stringifyToolParameters(typed));

function readQuestion(form: Form): Question {
	const readText = (name: string, reader: Reader<string>, rewrite: Rewrite) => {
		// Before n8n evaluates it, as its error would not name the tag.
		assertNoTags(form, name, '');
		const text = form.read(name, reader, rewrite);
		return showAll(text, form.raw(name), form.label(name));
	};
	const subject = readText('subject', requiredLine, keepTags);
	const message = readText('message', requiredText, keepTagsAndParameters);
	const responseType = form.read('responseType', oneOf('approval', 'approvalWithText', 'freeText'));
	const isFreeText = responseType === 'freeText';
	const prefilled = () => {
		assertClosedOnce(form, 'prefilledText');
		return form.read('prefilledText', prefilledText, keepTags);
	};
	return {
		id: randomUUID(),
		subject,
		message,
		responseType,
		choices: isFreeText ? [] : readApprovalOptions(form),
		afterDecline: isFreeText ? undefined : readAfterDecline(form),
		prefilledText: responseType === 'approval' ? undefined : prefilled(),
	};
}
