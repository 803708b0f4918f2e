import type { INodeParameters } from 'n8n-workflow';

/** The content of a picture of the docs, beside n8n itself. */
export interface Picture {
	/** Parameters of the node whose form it shows. */
	form?: INodeParameters;
	isOfTrigger?: boolean;
	/** The workflow of `examples/` that it shows, and which texts of it: values of these names. */
	template?: { name: string; shows: string[] };
	/** Texts of hints, errors and pages, in parts where values are filled in. */
	says?: string[];
}

const NOTES = ['name', 'content'];

/** Chosen in the form before it is shown, as a user does: then it has a number of subscribers. */
const NO_LIST = { __rl: true, mode: 'list', value: '' };

/** As n8n keeps typed texts with a tag. Pasted ones become expressions, in red. */
const newsletter = {
	resource: 'email',
	operation: 'sendToList',
	list: NO_LIST,
	testRecipient: 'ada@example.com',
	subject: 'News for {{firstName|default:"you"}}',
	body: 'Hi {{firstName|default:"there"}},\n\nhere is **our news** for this month.\n[Read more](https://example.com)',
} satisfies INodeParameters;

const receipt = {
	resource: 'email',
	operation: 'sendTransactional',
	to: '={{ $json.body.email }}',
	subject: 'Your receipt',
	body: '=Thank you for order {{ $json.body.orderId }}.',
	options: { sendOnceKey: '=receipt {{ $json.body.orderId }}' },
} satisfies INodeParameters;

const question = {
	resource: 'email',
	operation: 'sendAndWait',
	to: 'grace@example.com',
	subject: 'Refund order 1815?',
	message: 'The parcel was lost. Ada Example asks for her money back.',
} satisfies INodeParameters;

/** All pictures in `docs/images` that `npm run pictures` takes, by the names of their files. */
export const PICTURES = {
	'node.png': {
		form: {
			resource: 'email',
			operation: 'sendToContacts',
			list: { ...NO_LIST, value: 'newsletter' },
			contactEmails: '={{ $json.email }}',
			// As n8n keeps typed texts with a tag.
			subject: 'Welcome, {{firstName}}!',
			body: 'Hello {{firstName}},\n\nthank you for joining **our newsletter**.',
		},
		says: ['Sign-up form', 'Save contact', 'Send welcome email', 'Welcome, Ada!', 'Hello Ada,'],
	},
	'credential.png': {
		says: ['Connection tested successfully', 'Base URL', 'API Key', 'Allow HTTP'],
	},
	'form-to-inbox.gif': {
		says: [
			'Inbox',
			'Welcome!',
			'thank you for joining us.',
			'as set in the project',
			'Unsubscribe',
		],
	},
	'newsletter-test.png': {
		form: newsletter,
		says: ['This was a test: the email went to the test recipient only. If'],
	},
	'newsletter-inbox.png': {
		form: { ...newsletter, testRecipient: '' },
		says: ['Inbox', 'News for Ada', 'News for you', 'as set in the project', 'Unsubscribe'],
	},
	'newsletter-options.png': {
		form: {
			...newsletter,
			testRecipient: '',
			options: { sendOnceKey: 'first newsletter', sendInManualExecutions: 'newsletter' },
		},
		says: ["It can't be taken back"],
	},
	'newsletter-refused.png': {
		form: { ...newsletter, testRecipient: '' },
		says: [
			"doesn't name the list",
			'Nothing was sent to the list. To see the email first, enter your own address in',
			'To send it to the whole list, add the option',
		],
	},
	'misspelled-tag.png': {
		form: { ...newsletter, subject: 'News', body: '=Hi {{fristName}}' },
		says: ['contains a misspelled tag', '. Type ', 'If a custom property has that name, turn on'],
	},
	'import-report.png': {
		template: {
			name: 'Import from a spreadsheet',
			shows: ['responseText'],
		},
		says: ["isn't an email address:", 'must be a number'],
	},
	'import-branches.png': {
		says: ['Success Branch', 'Error Branch', "isn't an email address:", 'must be a number'],
	},
	'approval.png': {
		form: { ...question, approvalOptions: { values: { approvalType: 'double' } } },
		says: [
			'The link opens a page where you can respond. Anyone with this email can respond',
			'Your response is sent when you press the button.',
		],
	},
	'approval-text.png': {
		form: {
			...question,
			subject: 'Newsletter for December',
			message: 'Correct the draft, then approve it.',
			responseType: 'approvalWithText',
			prefilledText: 'Hello,\n\nour shop opens at 9 from now on.',
			afterDecline: 'continue',
		},
		says: ['Correct the draft, then approve it.', 'To decline with a reason'],
	},
	'approval-canvas.png': { template: { name: 'Newsletter with approval', shows: NOTES } },
	'send-once-key.png': { form: receipt },
	'retry-menu.png': {
		says: [
			...['Receipts', 'Orders', 'Send receipt'],
			'Retry with currently saved workflow (from node with error)',
			'Retry with original workflow (from node with error)',
		],
	},
	'retry-continues.png': {
		form: {
			resource: 'email',
			operation: 'sendTransactional',
			to: '={{ $json.email }}',
			subject: 'Your receipt',
			body: '=Hello {{ $json.name }},\n\nthank you for your order.',
		},
	},
	'trigger.png': {
		isOfTrigger: true,
		form: { events: ['subscribed', 'unsubscribed'] },
		says: [
			'Test events are samples, marked with "sample: true". Real changes arrive once the workflow is published.',
		],
	},
} satisfies Record<string, Picture>;

export type PictureName = keyof typeof PICTURES;
