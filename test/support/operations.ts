import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { Store } from '../../sandbox/store/Store';

/** Fields of an item that the operations need: an address, a distinct text, and the name of a list. */
export type Item = Record<'email' | 'text' | 'list', string>;

export type OperationName =
	| 'contact create'
	| 'contact upsert'
	| 'contact update'
	| 'contact delete'
	| 'contact get'
	| 'contact getAll'
	| 'email sendTransactional'
	| 'email sendToContacts'
	| 'email sendToList'
	| 'mailingList getAll'
	| 'portalSession create';

/** As the sandbox writes it down. */
export interface WireRequest {
	method: 'GET' | 'POST' | 'PATCH';
	path: string;
	query: Record<string, string>;
	body: IDataObject | undefined;
}

export interface TestedOperation {
	/** Its resource and its name. */
	name: OperationName;
	/** Its least parameters, and one that holds the text where it takes one. */
	fields(item: Item): INodeParameters;
	/** The request for an item that shares it with none. */
	request(item: Item): WireRequest;
	/** Expected output of an item, if the service has only the contacts of `people`. */
	output(item: Item): IDataObject[];
	/** Whether it only reads, whether doing it twice is the same as doing it once, or must be done once. */
	idempotency: 'safe' | 'idempotent' | 'nonIdempotent';
	/** Whether up to 100 items share a request, however much they differ. */
	isBulk: boolean;
	/** For changes: what may or may not have been done, and the advice after an unknown outcome. */
	inDoubt?: { done: string; advice: string };
}

export const ada: Item = { email: 'ada@example.com', text: 'text of Ada', list: 'newsletter' };
export const grace: Item = {
	email: 'grace@example.com',
	text: 'text of Grace',
	list: 'newsletter',
};
export const joan: Item = { email: 'joan@example.com', text: 'text of Joan', list: 'newsletter' };

/** The service's contacts after `addPeople`. */
export const people = [ada, grace, joan];

/** Others, whom the service does not know. */
export const strangers = (count: number): Item[] =>
	Array.from({ length: count }, (_, index) => ({
		...{ email: `person${index + 1}@example.com`, text: `text ${index + 1}`, list: 'newsletter' },
	}));

export function addPeople(store: Store): void {
	for (const { email, list } of people) store.addContact({ email, subscribedToLists: [list] });
}

/** Takes each value from the item that the node gets. */
export const FROM_ITEM: Item = {
	email: '={{ $json.email }}',
	text: '={{ $json.text }}',
	list: '={{ $json.list }}',
};

const BODY = 'Hello';
const RETURN_URL = 'https://example.com/';

const listNamed = (value: string) => ({ __rl: true, mode: 'name', value });

const newContact = ({ email, text, list }: Item) => ({
	email,
	additionalFields: { name: text, subscribedToLists: [list] },
});

const contactInput = ({ email, text, list }: Item) => ({
	email,
	name: text,
	subscribedToLists: [list],
});

const content = ({ text }: Item) => ({ subject: text, body: BODY, bodyFormat: 'markdown' });

const get = (path: string, query: Record<string, string>): WireRequest => ({
	method: 'GET',
	path,
	query,
	body: undefined,
});

const post = (path: string, body: IDataObject): WireRequest => ({
	method: 'POST',
	path,
	query: {},
	body,
});

/** All operations of the node: what a user enters, what the service gets, what comes out. */
export const operations: readonly TestedOperation[] = [
	{
		name: 'contact create',
		fields: newContact,
		request: (item) =>
			post('/contacts/create_many', {
				contacts: [{ ...contactInput(item), updateIfExists: false }],
			}),
		output: ({ email, text }) => [{ success: true, email, name: text }],
		idempotency: 'nonIdempotent',
		isBulk: true,
		inDoubt: { done: 'created', advice: 'Look for it before you create it again' },
	},
	{
		name: 'contact upsert',
		fields: newContact,
		request: (item) =>
			post('/contacts/create_many', {
				contacts: [
					{
						...contactInput(item),
						ignoreListSubscriptionsWhenUpdating: true,
						updateIfExists: true,
					},
				],
			}),
		output: ({ email, text }) => [{ success: true, email, name: text }],
		idempotency: 'idempotent',
		isBulk: true,
		inDoubt: { done: 'created or updated', advice: 'It is safe to do it again' },
	},
	{
		name: 'contact update',
		fields: ({ email, text }) => ({ email, updateFields: { name: text } }),
		request: ({ email, text }) => ({
			...post('/contacts/update', { email, name: text }),
			method: 'PATCH',
		}),
		output: ({ email, text }) => [{ email, name: text }],
		idempotency: 'idempotent',
		isBulk: false,
		inDoubt: { done: 'updated', advice: 'It is safe to update it again' },
	},
	{
		name: 'contact delete',
		fields: ({ email }) => ({ email }),
		request: ({ email }) => post('/contacts/delete', { email }),
		output: ({ email }) => [{ deleted: true, email }],
		idempotency: 'idempotent',
		isBulk: false,
		inDoubt: { done: 'deleted', advice: 'It is safe to delete it again' },
	},
	{
		name: 'contact get',
		fields: ({ email }) => ({ email }),
		request: ({ email }) => get('/contacts/find', { email }),
		output: ({ email }) => [{ email }],
		idempotency: 'safe',
		isBulk: false,
	},
	{
		name: 'contact getAll',
		fields: () => ({}),
		request: () => get('/contacts', { page: '1', per: '50' }),
		output: () => people.map(({ email }) => ({ email })),
		idempotency: 'safe',
		isBulk: false,
	},
	{
		name: 'email sendTransactional',
		fields: ({ email, text }) => ({ to: email, subject: text, body: BODY }),
		request: (item) => post('/email/transactional', { to: item.email, ...content(item) }),
		output: ({ email }) => [{ success: true, to: email }],
		idempotency: 'nonIdempotent',
		isBulk: false,
		inDoubt: { done: 'sent', advice: 'Check before you send it again' },
	},
	{
		name: 'email sendToContacts',
		fields: ({ email, text, list }) => ({
			list: listNamed(list),
			contactEmails: email,
			subject: text,
			body: BODY,
		}),
		request: (item) =>
			post('/email/contact', { list: item.list, contactEmail: item.email, ...content(item) }),
		output: ({ email, list }) => [{ success: true, list, contactEmails: [email] }],
		idempotency: 'nonIdempotent',
		isBulk: false,
		inDoubt: { done: 'sent', advice: 'Check before you send it again' },
	},
	{
		name: 'email sendToList',
		fields: ({ text, list }) => ({
			list: listNamed(list),
			subject: text,
			body: BODY,
			// The items differ, and go to the same list.
			options: { severalEmails: 'sendDifferent' },
		}),
		request: (item) => post('/email/list', { list: item.list, ...content(item) }),
		output: ({ list }) => [{ success: true, list }],
		idempotency: 'nonIdempotent',
		isBulk: false,
		inDoubt: { done: 'sent', advice: 'Check before you send it again' },
	},
	{
		name: 'mailingList getAll',
		fields: () => ({}),
		request: () => get('/lists', { page: '1', per: '50' }),
		output: () => ['important', 'newsletter', 'product-updates'].map((name) => ({ name })),
		idempotency: 'safe',
		isBulk: false,
	},
	{
		name: 'portalSession create',
		fields: ({ email }) => ({ contactEmail: email, returnUrl: RETURN_URL }),
		request: ({ email }) =>
			post('/lists/portal_session', { contactEmail: email, returnURL: RETURN_URL }),
		output: () => [{ returnURL: RETURN_URL }],
		idempotency: 'nonIdempotent',
		isBulk: false,
		inDoubt: { done: 'created', advice: 'If you need its link, create another' },
	},
];

export function operationNamed(name: OperationName): TestedOperation {
	const found = operations.find((operation) => operation.name === name);
	if (!found) throw new Error(`There is no operation "${name}"`);
	return found;
}

/** The two parameters that choose an operation. */
export function choiceOf(name: OperationName): { resource: string; operation: string } {
	const [resource, operation] = name.split(' ');
	return { resource, operation };
}

/**
 * All parameters of a node for an operation.
 *
 * @param item its values; without it they come from each item that the node gets
 */
export function parametersOf(name: OperationName, item: Item = FROM_ITEM): INodeParameters {
	return { ...choiceOf(name), ...operationNamed(name).fields(item) };
}
