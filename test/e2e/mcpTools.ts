import { fromModel } from './fromModel';

interface McpTool {
	/** Of the node, as the editor names it. */
	name: string;
	/** Those that the model decides are in the form in which the editor saves them. */
	parameters: object;
	/** What the model is told about them. */
	inputs: Record<string, object>;
	/** What the model decides. */
	args: Record<string, unknown>;
	/** What the service gets then. */
	requests: Array<{ method: string; path: string; query?: object; body?: object }>;
	/** What the model gets back. */
	answer: unknown;
}

const text = { type: 'string' };
const number = { type: 'number' };
const boolean = { type: 'boolean' };
/** n8n says nothing to the model of the form of JSON, so a description has to. */
const json = (description: string) => ({ description });

const ada = {
	email: 'ada@example.com',
	name: 'Ada Example',
	subscribedToLists: ['important', 'newsletter'],
	customProperties: { company: 'Engines', plan: 'free' },
};
/** More than fit into one request. */
const subscribers = Array.from({ length: 120 }, (_, index) => `contact${index + 1}@example.com`);

/** Whom the service knows. */
export const contacts = [
	ada,
	...subscribers.map((email) => ({ email, subscribedToLists: ['important', 'newsletter'] })),
];

/** As the service answers, with every field. */
const answered = (contact: { email: string }) => ({
	userId: null,
	name: null,
	avatarUrl: null,
	languageCode: null,
	hardBouncedAt: null,
	customProperties: {},
	...contact,
});

const list = { __rl: true, mode: 'name', value: fromModel('List') };
const words = { Subject: 'Hello {{firstName}}', Body: 'How are *you*, {{firstName}}?' };
const sent = {
	list: 'newsletter',
	subject: words.Subject,
	body: words.Body,
	bodyFormat: 'markdown',
};

/** A tool for each operation, with parameters of every kind left to the model. */
export const mcpTools: McpTool[] = [
	{
		name: 'Create contact in Mailroom',
		parameters: {
			resource: 'contact',
			operation: 'create',
			email: fromModel('Email'),
			customProperties: {
				assignments: [
					{ id: '1', name: 'company', type: 'string', value: fromModel('Company') },
					{ id: '2', name: 'seats', type: 'number', value: fromModel('Seats', { type: 'number' }) },
				],
			},
			additionalFields: {
				avatarUrl: fromModel('Avatar_URL'),
				languageCode: fromModel('Language_Code'),
				name: fromModel('Name'),
				subscribedToLists: fromModel('Subscribed_to_Lists'),
				userId: fromModel('User_ID'),
			},
		},
		inputs: {
			Email: text,
			Company: text,
			Seats: number,
			Avatar_URL: text,
			Language_Code: text,
			Name: text,
			Subscribed_to_Lists: text,
			User_ID: text,
		},
		// A model has to give something for each input: an empty text is nothing.
		args: {
			Email: 'grace@example.com',
			Company: 'Compilers',
			Seats: 7,
			Avatar_URL: '',
			Language_Code: 'en_US',
			Name: 'Grace Example',
			Subscribed_to_Lists: 'newsletter, product-updates',
			User_ID: '0012',
		},
		requests: [
			{
				method: 'POST',
				path: '/contacts/create_many',
				body: {
					contacts: [
						{
							email: 'grace@example.com',
							userId: '0012',
							name: 'Grace Example',
							languageCode: 'en_US',
							subscribedToLists: ['newsletter', 'product-updates'],
							customProperties: { company: 'Compilers', seats: 7 },
						},
					],
				},
			},
		],
		answer: [{ success: true, email: 'grace@example.com' }],
	},
	{
		name: 'Create or update contact in Mailroom',
		parameters: {
			resource: 'contact',
			operation: 'upsert',
			email: fromModel('Email'),
			customProperties: fromModel('Custom_Properties', {
				type: 'json',
				description: 'An object with company (text) and seats (number)',
			}),
			additionalFields: {
				ignoreListSubscriptionsWhenUpdating: fromModel('Ignore_Lists', { type: 'boolean' }),
				subscribedToLists: fromModel('Lists', { type: 'json', description: 'Names of lists' }),
			},
		},
		inputs: {
			Email: text,
			Custom_Properties: json('An object with company (text) and seats (number)'),
			Ignore_Lists: boolean,
			Lists: json('Names of lists'),
		},
		args: {
			Email: ada.email,
			Custom_Properties: { company: 'Engines', seats: 42 },
			Ignore_Lists: true,
			Lists: ['newsletter'],
		},
		requests: [
			{
				method: 'POST',
				path: '/contacts/create_many',
				body: {
					contacts: [
						{
							email: ada.email,
							updateIfExists: true,
							ignoreListSubscriptionsWhenUpdating: true,
							subscribedToLists: ['newsletter'],
							customProperties: { company: 'Engines', seats: 42 },
						},
					],
				},
			},
		],
		answer: [{ success: true, email: ada.email }],
	},
	{
		name: 'Update contact in Mailroom',
		parameters: {
			resource: 'contact',
			operation: 'update',
			email: fromModel('Email'),
			updateFields: {
				addToLists: fromModel('Add_to_Lists', { type: 'json', description: 'Names of lists' }),
				name: fromModel('Name'),
				removeCustomProperties: [fromModel('Remove_Custom_Properties')],
				removeFromLists: fromModel('Remove_From_Lists'),
				userId: fromModel('User_ID', { type: 'number' }),
			},
		},
		inputs: {
			Email: text,
			Add_to_Lists: json('Names of lists'),
			Name: text,
			Remove_Custom_Properties: text,
			Remove_From_Lists: text,
			User_ID: number,
		},
		args: {
			Email: ada.email,
			Add_to_Lists: ['product-updates'],
			Name: 'Ada Sample',
			Remove_Custom_Properties: 'company, plan',
			Remove_From_Lists: 'newsletter',
			User_ID: 12,
		},
		requests: [
			{
				method: 'PATCH',
				path: '/contacts/update',
				body: {
					email: ada.email,
					userId: '12',
					name: 'Ada Sample',
					addedListSubscripitons: ['product-updates'],
					removedListSubscripitons: ['newsletter'],
					customProperties: { company: null, plan: null },
				},
			},
		],
		answer: [
			{
				...answered(ada),
				userId: 12,
				name: 'Ada Sample',
				subscribedToLists: ['important', 'product-updates'],
				customProperties: {},
			},
		],
	},
	{
		name: 'Delete contact in Mailroom',
		parameters: { resource: 'contact', operation: 'delete', email: fromModel('Email') },
		inputs: { Email: text },
		args: { Email: ada.email },
		requests: [{ method: 'POST', path: '/contacts/delete', body: { email: ada.email } }],
		answer: [{ deleted: true, email: ada.email }],
	},
	{
		name: 'Get contact in Mailroom',
		parameters: { resource: 'contact', operation: 'get', email: fromModel('Email') },
		inputs: { Email: text },
		args: { Email: ada.email },
		requests: [{ method: 'GET', path: '/contacts/find', query: { email: ada.email } }],
		answer: [answered(ada)],
	},
	{
		name: 'Get many contacts in Mailroom',
		parameters: {
			resource: 'contact',
			operation: 'getAll',
			returnAll: fromModel('Return_All', { type: 'boolean' }),
			limit: fromModel('Limit', { type: 'number' }),
		},
		inputs: { Return_All: boolean, Limit: number },
		args: { Return_All: true, Limit: 0 },
		requests: [
			{ method: 'GET', path: '/contacts', query: { page: '1', per: '100' } },
			{ method: 'GET', path: '/contacts', query: { page: '2', per: '100' } },
		],
		answer: contacts.map(answered),
	},
	{
		name: 'Send transactional email in Mailroom',
		parameters: {
			resource: 'email',
			operation: 'sendTransactional',
			to: fromModel('To'),
			subject: fromModel('Subject'),
			bodyFormat: fromModel('Body_Format', { description: 'html or markdown' }),
			body: fromModel('Body'),
			options: { trackEmailLinkClicks: fromModel('Track_Clicks', { type: 'boolean' }) },
		},
		inputs: {
			To: text,
			Subject: text,
			Body_Format: { type: 'string', description: 'html or markdown' },
			Body: text,
			Track_Clicks: boolean,
		},
		args: {
			To: 'Ada Example <ada@example.com>',
			Subject: 'Your receipt',
			Body_Format: 'html',
			Body: '<p>Thank you</p>',
			Track_Clicks: false,
		},
		requests: [
			{
				method: 'POST',
				path: '/email/transactional',
				body: {
					to: 'Ada Example <ada@example.com>',
					subject: 'Your receipt',
					body: '<p>Thank you</p>',
					bodyFormat: 'html',
					trackEmailLinkClicks: false,
				},
			},
		],
		answer: [{ success: true, to: 'Ada Example <ada@example.com>' }],
	},
	{
		name: 'Send email to contacts in Mailroom',
		parameters: {
			resource: 'email',
			operation: 'sendToContacts',
			list,
			contactEmails: fromModel('Contact_Emails', { type: 'json', description: 'Addresses' }),
			subject: fromModel('Subject'),
			body: fromModel('Body'),
			delivery: 'delay',
			delaySeconds: fromModel('Delay_Seconds', { type: 'number' }),
		},
		inputs: {
			List: text,
			Contact_Emails: json('Addresses'),
			Subject: text,
			Body: text,
			Delay_Seconds: number,
		},
		args: { List: 'newsletter', Contact_Emails: subscribers, ...words, Delay_Seconds: 30 },
		requests: [subscribers.slice(0, 100), subscribers.slice(100)].map((contactEmails) => ({
			method: 'POST',
			path: '/email/contact',
			body: { ...sent, contactEmails, delaySeconds: 30 },
		})),
		answer: [{ success: true, list: 'newsletter', contactEmails: subscribers }],
	},
	{
		name: 'Send email to list in Mailroom',
		parameters: {
			resource: 'email',
			operation: 'sendToList',
			list,
			subject: fromModel('Subject'),
			body: fromModel('Body'),
			delivery: fromModel('Delivery', { description: 'now, delay or date' }),
			delaySeconds: fromModel('Delay_Seconds', { type: 'number' }),
			delayUntilDate: fromModel('Delay_Until_Date'),
		},
		inputs: {
			List: text,
			Subject: text,
			Body: text,
			Delivery: { type: 'string', description: 'now, delay or date' },
			Delay_Seconds: number,
			Delay_Until_Date: text,
		},
		args: {
			List: 'newsletter',
			...words,
			Delivery: 'date',
			Delay_Seconds: 0,
			Delay_Until_Date: '2040-12-01T10:00:00+01:00',
		},
		requests: [
			{
				method: 'POST',
				path: '/email/list',
				body: { ...sent, delayUntilDate: '2040-12-01T09:00:00.000Z' },
			},
		],
		answer: [{ success: true, list: 'newsletter' }],
	},
	{
		name: 'Get many mailing lists in Mailroom',
		parameters: {
			resource: 'mailingList',
			operation: 'getAll',
			limit: fromModel('Limit', { type: 'number' }),
		},
		inputs: { Limit: number },
		args: { Limit: 1 },
		requests: [{ method: 'GET', path: '/lists', query: { page: '1', per: '1' } }],
		answer: [{ name: 'important', title: 'Important', numSubscribers: contacts.length }],
	},
	{
		name: 'Create portal session in Mailroom',
		parameters: {
			resource: 'portalSession',
			operation: 'create',
			contactEmail: fromModel('Contact_Email'),
			returnUrl: fromModel('Return_URL'),
		},
		inputs: { Contact_Email: text, Return_URL: text },
		args: { Contact_Email: ada.email, Return_URL: 'https://example.com/account' },
		requests: [
			{
				method: 'POST',
				path: '/lists/portal_session',
				body: { contactEmail: ada.email, returnURL: 'https://example.com/account' },
			},
		],
		answer: [
			{
				url: expect.stringContaining('/portal/'),
				expiresAt: expect.stringMatching(/^\d{4}-.*Z$/),
				returnURL: 'https://example.com/account',
			},
		],
	},
];
