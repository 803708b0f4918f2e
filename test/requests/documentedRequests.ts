/**
 * The requests of IndiePitcher's API, as its public reference (docs.indiepitcher.com) and its SDKs for Node.js and Python document them. Where
 * `required` names nothing, they do not tell.
 */
export interface DocumentedRequest {
	/** JSON schemas of the fields: of the query for GET, of the body otherwise. */
	fields: Record<string, object>;
	required: string[];
	/** Where the request was found with these fields. Responses are compared, too. */
	sources: Source[];
}

export type Source = 'reference' | 'Node.js' | 'Python';

const text = { type: 'string' };
const textOrNull = { type: ['string', 'null'] };
const flagOrNull = { type: ['boolean', 'null'] };
const texts = { type: 'array', items: text };
const count = { type: 'string', pattern: '^[1-9]\\d*$' };

const email = {
	subject: text,
	body: text,
	bodyFormat: { enum: ['markdown', 'html'] },
	trackEmailOpens: flagOrNull,
	trackEmailLinkClicks: flagOrNull,
};

const listEmail = {
	...email,
	list: text,
	delaySeconds: { type: ['number', 'null'] },
	delayUntilDate: {
		type: ['string', 'null'],
		pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ$',
	},
};

const profile = {
	email: text,
	userId: textOrNull,
	avatarUrl: textOrNull,
	name: textOrNull,
	languageCode: textOrNull,
};

const properties = (...types: string[]) => ({
	type: 'object',
	additionalProperties: { type: ['string', 'number', ...types] },
});

const contact = {
	...profile,
	updateIfExists: flagOrNull,
	ignoreListSubscriptionsWhenUpdating: flagOrNull,
	subscribedToLists: texts,
	customProperties: properties(),
};

const everywhere: Source[] = ['reference', 'Node.js', 'Python'];

export const objectOf = (fields: Record<string, object>, required: string[]) => ({
	type: 'object',
	properties: fields,
	required,
	additionalProperties: false,
});

export const documentedRequests: Record<string, DocumentedRequest> = {
	'POST /email/transactional': {
		fields: { ...email, to: text },
		required: ['to', 'subject', 'body', 'bodyFormat'],
		sources: everywhere,
	},
	'POST /email/contact': {
		fields: { ...listEmail, contactEmail: textOrNull, contactEmails: { ...texts, maxItems: 100 } },
		required: ['subject', 'body', 'bodyFormat', 'list'],
		sources: everywhere,
	},
	'POST /email/list': {
		fields: listEmail,
		required: ['subject', 'body', 'bodyFormat', 'list'],
		sources: everywhere,
	},
	'POST /contacts/create_many': {
		fields: { contacts: { type: 'array', items: objectOf(contact, ['email']), maxItems: 100 } },
		required: ['contacts'],
		sources: ['reference'],
	},
	'PATCH /contacts/update': {
		fields: {
			...profile,
			addedListSubscripitons: texts,
			removedListSubscripitons: texts,
			customProperties: properties('null'),
		},
		required: ['email'],
		sources: ['reference', 'Python'],
	},
	'POST /contacts/delete': {
		fields: { email: text },
		required: ['email'],
		sources: ['Node.js', 'Python'],
	},
	'GET /contacts': { fields: { page: count, per: count }, required: [], sources: everywhere },
	'GET /contacts/find': {
		fields: { email: text },
		required: ['email'],
		sources: ['reference', 'Python'],
	},
	'GET /lists': {
		fields: { page: count, per: count },
		required: [],
		sources: ['Node.js', 'Python'],
	},
	'POST /lists/portal_session': {
		fields: { contactEmail: text, returnURL: text },
		required: ['contactEmail', 'returnURL'],
		sources: everywhere,
	},
};
