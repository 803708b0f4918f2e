import { Ajv } from 'ajv';
import type { INodeParameters } from 'n8n-workflow';
import { resources } from '../../nodes/Mailroom/resources';
import { list, runOn } from '../support/engine/runNode';
import { addPeople, ada, grace, operations, parametersOf } from '../support/operations';
import { useSandbox } from '../support/useSandbox';
import { documentedRequests, objectOf, type Source } from './documentedRequests';
import { shownOperation, type ShownRequest } from './operationsPage';

const service = useSandbox();
const ajv = new Ajv({ allowUnionTypes: true });

/** @returns what the documentation does not know of a request */
const strangeIn = ({ method, path, query, body }: ShownRequest) => {
	const { fields, required } = documentedRequests[`${method} ${path}`];
	const validate = ajv.compile(objectOf(fields, required));
	return validate(method === 'GET' ? query : body) ? [] : validate.errors;
};

const received = () => service.received as ShownRequest[];

const properties = (...values: Array<[name: string, type: string, value: string | number]>) => ({
	assignments: values.map(([name, type, value]) => ({ id: name, name, type, value })),
});
const profile = {
	userId: '12345',
	avatarUrl: 'https://example.com/ada.png',
	name: 'Ada Example',
};
const tracked = { trackEmailOpens: true, trackEmailLinkClicks: false };
const news = {
	list: list('newsletter'),
	subject: 'News for {{firstName}}',
	body: 'Hi {{firstName|default:"there"}}',
	options: tracked,
};

interface Example {
	resource: string;
	operation: string;
	/** Parameters beside the choice of the operation. */
	fields: INodeParameters;
	/** The contact that the service has. Without `email`, it has none. */
	stored?: Partial<typeof storedAda>;
}

const storedAda = {
	email: ada.email,
	userId: '12345',
	name: 'Ada Example',
	languageCode: 'en_US',
	subscribedToLists: ['newsletter'],
	customProperties: { plan: 'pro' } as Record<string, string | number>,
};

/** What a user enters for each request of the page, in its order. */
const examples: Example[] = [
	{
		...{ resource: 'contact', operation: 'create' },
		fields: {
			email: ada.email,
			additionalFields: { ...profile, languageCode: 'en', subscribedToLists: ['newsletter'] },
			customProperties: properties(['plan', 'string', 'pro'], ['seats', 'number', 2]),
		},
		stored: {},
	},
	{
		...{ resource: 'contact', operation: 'upsert' },
		fields: {
			email: ada.email,
			additionalFields: { name: 'Ada Example', subscribedToLists: ['newsletter'] },
		},
	},
	{ ...{ resource: 'contact', operation: 'delete' }, fields: { email: ada.email } },
	{ ...{ resource: 'contact', operation: 'get' }, fields: { email: ada.email } },
	{ ...{ resource: 'contact', operation: 'getAll' }, fields: { returnAll: true } },
	{
		...{ resource: 'contact', operation: 'update' },
		fields: {
			email: ada.email,
			updateFields: {
				...{ ...profile, languageCode: 'en_US' },
				addToLists: ['newsletter'],
				removeFromLists: ['product-updates'],
				removeCustomProperties: 'seats',
			},
			customProperties: properties(['plan', 'string', 'pro']),
		},
		stored: { subscribedToLists: ['product-updates'], customProperties: { seats: 2 } },
	},
	{
		...{ resource: 'email', operation: 'sendToContacts' },
		fields: {
			...news,
			contactEmails: `${ada.email}, ${grace.email}`,
			...{ delivery: 'delay', delaySeconds: 3600 },
		},
	},
	{
		...{ resource: 'email', operation: 'sendToList' },
		fields: { ...news, delivery: 'date', delayUntilDate: '2030-12-01T09:00:00+01:00' },
	},
	{
		...{ resource: 'email', operation: 'sendToList' },
		fields: { ...news, testRecipient: ada.email },
	},
	{
		...{ resource: 'email', operation: 'sendTransactional' },
		fields: {
			...{ to: 'Ada Example <ada@example.com>', subject: 'Your receipt' },
			body: 'Thank you for order **1815**.',
			options: { ...tracked, trackEmailOpens: false },
		},
	},
	{ ...{ resource: 'mailingList', operation: 'getAll' }, fields: { returnAll: true } },
	{
		...{ resource: 'portalSession', operation: 'create' },
		fields: { contactEmail: ada.email, returnUrl: 'https://example.com/account' },
	},
];

/** All operations with what the page shows of them. */
const pages = resources.flatMap(({ resource, displayName, operations: some }) =>
	some.map(({ value, form, wire }) => ({
		...{ resource, operation: value, displayName, name: form.name },
		endpoint: `${wire.endpoint.method} ${wire.endpoint.url}`,
		shown: shownOperation(displayName, form.name),
	})),
);

const pageOf = ({ resource, operation }: Pick<Example, 'resource' | 'operation'>) => {
	const found = pages.find((page) => page.resource === resource && page.operation === operation);
	if (!found) throw new Error(`The page has no ${resource} ${operation}`);
	return found;
};

/** The response that the page shows for an operation, or for the one to which it refers. */
const responseOf = (page: (typeof pages)[number]) => {
	const { displayName, shown } = page;
	return shown.asIn ? shownOperation(displayName, shown.asIn).response : shown.response;
};

const numbered = examples.map((example, index) => {
	const before = examples.slice(0, index).filter((one) => pageOf(one) === pageOf(example));
	return { ...example, number: before.length };
});

describe.each(numbered)(
	'docs/operations.md on $resource $operation, request $number',
	({ resource, operation, fields, stored = storedAda, number }) => {
		test('shows what the node sends and the service responds', async () => {
			const { store } = service.sandbox;
			if (Object.keys(stored).length > 0) store.addContact({ ...storedAda, ...stored });
			if (operation === 'sendToContacts') {
				store.addContact({ email: grace.email, subscribedToLists: ['newsletter'] });
			}
			const page = pageOf({ resource, operation });
			const { error } = await runOn(service)({ resource, operation, ...fields }, [{}]);

			expect(error).toBeUndefined();
			expect(received()).toEqual([page.shown.requests[number]]);
			const [{ response }] = service.sandbox.journal;
			// The address and the end of a session are new each time.
			const fresh = resource === 'portalSession' && {
				data: {
					...(responseOf(page)?.data as object),
					...{ url: expect.any(String), expiresAt: expect.any(String) },
				},
			};
			expect(JSON.parse(String(response))).toEqual({ ...responseOf(page), ...fresh });
		});
	},
);

describe.each(pages)('docs/operations.md on $displayName > $name', ({ endpoint, shown }) => {
	const { sources } = documentedRequests[endpoint];

	test('shows all its requests, or where they are', () => {
		const made = numbered.filter((example) => pageOf(example).shown === shown);
		expect(shown.requests).toHaveLength(made.length);
		if (made.length === 0) expect(shown.asIn).toBeDefined();
	});

	test('says where else they are documented', () => {
		expect(`${shown.compared} `).toMatch(new RegExp(`^${comparison(sources)}\\. `));
	});
});

/** As the page says it. */
const comparison = (sources: Source[]) => {
	const sdks = sources.filter((source) => source !== 'reference');
	const places = [
		...(sources.includes('reference') ? ['in the public reference'] : []),
		...(sdks.length > 0 ? [`in the SDKs? for ${sdks.join(' and ')}`] : []),
	];
	return places.length > 0 ? `the same ${places.join(' and ')}` : 'only in the description';
};

test('the requests of docs/operations.md together have all documented fields of their endpoint', () => {
	const shown = pages.flatMap(({ shown: { requests } }) => requests);
	const left = Object.entries(documentedRequests).map(([endpoint, { fields }]) => {
		const ofEndpoint = shown.filter(({ method, path }) => `${method} ${path}` === endpoint);
		const names = new Set(ofEndpoint.flatMap(({ query, body }) => namesIn({ ...query, ...body })));
		return [endpoint, documentedNames(fields).filter((name) => !names.has(name))];
	});
	expect(left.filter(([, names]) => names.length > 0)).toEqual([
		// An email has one of the two.
		['POST /email/contact', ['delayUntilDate']],
		['POST /email/list', ['delaySeconds']],
	]);
});

/** Names of all fields, also inside others. */
const namesIn = (value: unknown): string[] => {
	if (Array.isArray(value)) return value.flatMap(namesIn);
	if (typeof value !== 'object' || value === null) return [];
	return Object.entries(value).flatMap(([name, inner]) => [name, ...namesIn(inner)]);
};

const documentedNames = (fields: Record<string, object>): string[] =>
	Object.entries(fields).flatMap(([name, schema]) => {
		const { items } = schema as { items?: { properties?: Record<string, object> } };
		return [name, ...Object.keys(items?.properties ?? {})];
	});

describe('the documentation knows all that the node sends', () => {
	test.each(operations)('$name', async ({ name }) => {
		addPeople(service.sandbox.store);
		const { error } = await runOn(service)(parametersOf(name), [grace]);
		expect(error).toBeUndefined();
		expect(received().flatMap(strangeIn)).toEqual([]);
	});

	test('to ask somebody by email', async () => {
		const question = { to: ada.email, subject: 'A refund', message: 'May it be refunded?' };
		const parameters = { resource: 'email', operation: 'sendAndWait', ...question };
		const { error } = await runOn(service)(parameters, [{}]);
		expect(error).toBeUndefined();
		expect(received()).toHaveLength(1);
		expect(received().flatMap(strangeIn)).toEqual([]);
	});

	test('in docs/operations.md', () => {
		const shown = pages.flatMap(({ shown: { requests } }) => requests);
		expect(shown.flatMap(strangeIn)).toEqual([]);
	});

	test('and it would notice another field, a missing one, and one of another type', () => {
		const body = { to: 'ada@example.com', subject: 'Hi', body: 'Hi', bodyFormat: 'markdown' };
		const request = { method: 'POST', path: '/email/transactional', query: {} };
		expect(strangeIn({ ...request, body })).toEqual([]);
		for (const wrong of [{ cc: 'x' }, { subject: undefined }, { trackEmailOpens: 'yes' }]) {
			const sent = JSON.parse(JSON.stringify({ ...body, ...wrong }));
			expect(strangeIn({ ...request, body: sent })).not.toEqual([]);
		}
	});
});
