import type { IDataObject as Data, INodeParameters as Parameters } from 'n8n-workflow';
import { runNode } from '../support/engine/runNode';
import { choiceOf, operationNamed } from '../support/operations';
import { useSandbox } from './useSandbox';

const service = useSandbox();

const ada = 'ada@example.com';
const grace = 'grace@example.com';
const joan = 'joan@example.com';

beforeEach(() => {
	for (const email of [ada, grace, joan]) {
		service.sandbox.store.addContact({
			email,
			name: email === ada ? 'Ada Example' : 'Grace Example',
			subscribedToLists: ['newsletter', 'product-updates'],
		});
	}
});

const run = async (parameters: Parameters, items: Data[], settings?: { timezone?: string }) => {
	const after = '={{ $("Input").item.json.name }}';
	const credential = service.credential;
	return await runNode({ credential, parameters, items, after, ...settings });
};

const bodiesOf = (path: string) =>
	service.received.map((request) => {
		expect(request).toMatchObject({ method: 'POST', path, query: {} });
		return request.body;
	});

const list = (value: string) => ({ __rl: true, mode: 'name', value });

/** Distinct for each item, so that each is an email of its own. */
const content = { subject: 'Hello {{ $json.name }}', body: 'Dear **{{ $json.name }}**' };
const expressions = { subject: `=${content.subject}`, body: `=${content.body}` };

/** What the service gets for those. */
const contentFor = (name: string) => ({
	subject: `Hello ${name}`,
	body: `Dear **${name}**`,
	bodyFormat: 'markdown',
});

const people = [
	{ name: 'Ada', email: ada },
	{ name: 'Grace', email: grace },
	{ name: 'Joan', email: joan },
];

/** The three operations, and what the service gets for the first of the people beside the content. */
const operations = (
	['email sendTransactional', 'email sendToContacts', 'email sendToList'] as const
).map((name) => {
	const { fields, request } = operationNamed(name);
	const { path, body } = request({ email: ada, text: '', list: 'newsletter' });
	const { subject, body: text, bodyFormat, ...rest } = body ?? {};
	return {
		...choiceOf(name),
		path,
		parameters: fields({ email: '={{ $json.email }}', text: '', list: 'newsletter' }),
		fields: rest,
	};
});

describe.each(operations)('email $operation', ({ operation, path, parameters, fields }) => {
	const minimal = { resource: 'email', operation, ...parameters, ...expressions };

	test.each([
		{ format: undefined, sent: 'markdown' },
		{ format: 'html', sent: 'html' },
		{ format: '={{ $json.format }}', sent: 'html' },
	])('sends the body format $sent for $format', async ({ format, sent }) => {
		const { error } = await run(
			{ ...minimal, ...(format === undefined ? {} : { bodyFormat: format }) },
			[{ ...people[0], format: 'html' }],
		);

		expect(error).toBeUndefined();
		expect(bodiesOf(path)).toEqual([{ ...fields, ...contentFor('Ada'), bodyFormat: sent }]);
	});

	test.each([
		{ options: { trackEmailOpens: '={{ 2 > 1 }}' }, sent: { trackEmailOpens: true } },
		{ options: { trackEmailOpens: false, trackEmailLinkClicks: true } },
	])('sends the tracking options that are added: $options', async ({ options, sent = options }) => {
		const { error } = await run({ ...minimal, options }, [people[0]]);

		expect(error).toBeUndefined();
		expect(bodiesOf(path)).toEqual([{ ...fields, ...contentFor('Ada'), ...sent }]);
	});
});

describe('email sendTransactional', () => {
	const parameters = { resource: 'email', operation: 'sendTransactional', ...expressions };

	test('posts one email for each item and says to whom', async () => {
		const { error, items, after } = await run({ ...parameters, to: '={{ $json.to }}' }, [
			{ name: 'Ada', to: ada },
			{ name: 'Grace', to: 'Grace Example <grace@example.com>' },
			{ name: 'Joan', to: '  joan@example.com ' },
		]);

		expect(error).toBeUndefined();
		expect(bodiesOf('/email/transactional')).toEqual([
			{ to: ada, ...contentFor('Ada') },
			{ to: 'Grace Example <grace@example.com>', ...contentFor('Grace') },
			{ to: joan, ...contentFor('Joan') },
		]);
		expect(items.map(({ json }) => json)).toEqual([
			{ success: true, to: ada },
			{ success: true, to: 'Grace Example <grace@example.com>' },
			{ success: true, to: joan },
		]);
		expect(after).toEqual(['Ada', 'Grace', 'Joan']);
	});

	test('sends the same email to the same address for every item that asks for it', async () => {
		const same = { ...parameters, to: ada, subject: 'Ping', body: 'Ping' };
		const { items } = await run(same, [{}, {}]);

		expect(bodiesOf('/email/transactional')).toHaveLength(2);
		expect(items).toHaveLength(2);
	});
});

describe('email sendToContacts', () => {
	const parameters = {
		resource: 'email',
		operation: 'sendToContacts',
		list: list('newsletter'),
		...expressions,
	};

	test('names one address in contactEmail and several in contactEmails', async () => {
		const { error, items, after } = await run({ ...parameters, contactEmails: '={{ $json.to }}' }, [
			{ name: 'one', to: ada },
			{ name: 'commas', to: `${ada}, ${grace},${joan}` },
			{ name: 'array', to: [grace, ada] },
		]);

		expect(error).toBeUndefined();
		expect(bodiesOf('/email/contact')).toEqual([
			{ list: 'newsletter', ...contentFor('one'), contactEmail: ada },
			{ list: 'newsletter', ...contentFor('commas'), contactEmails: [ada, grace, joan] },
			{ list: 'newsletter', ...contentFor('array'), contactEmails: [grace, ada] },
		]);
		expect(items.map(({ json }) => json)).toEqual([
			{ success: true, list: 'newsletter', contactEmails: [ada] },
			{ success: true, list: 'newsletter', contactEmails: [ada, grace, joan] },
			{ success: true, list: 'newsletter', contactEmails: [grace, ada] },
		]);
		expect(after).toEqual(['one', 'commas', 'array']);
	});
});

/** The two operations that name a list and can be delayed. */
const listOperations = operations.filter(({ operation }) => operation !== 'sendTransactional');

describe.each(listOperations)(
	'the delivery of $operation',
	({ operation, path, parameters, fields }) => {
		const minimal = { resource: 'email', operation, ...parameters, ...expressions };
		const values = { delaySeconds: 90, delayUntilDate: '2040-12-01T10:00:00' };

		const sentDate = { delayUntilDate: '2040-12-01T15:00:00.000Z' };

		// What else is a delay or a date: the tests of `parameters`.
		test.each<[entered: Parameters, sent: Data]>([
			[{ ...values, delivery: 'now' }, {}],
			[{ ...values, delivery: 'delay' }, { delaySeconds: 90 }],
			[{ delivery: 'delay' }, { delaySeconds: 60 }],
			[{ delivery: 'delay', delaySeconds: '={{ $json.seconds }}' }, { delaySeconds: 3600 }],
			[{ ...values, delivery: '={{ $json.delivery }}' }, sentDate],
		])('%j is sent as %j', async (delivery, sent) => {
			const item = { ...people[0], delivery: 'date', seconds: '3600' };
			const timezone = 'America/New_York';
			const { error } = await run({ ...minimal, ...delivery }, [item], { timezone });

			expect(error).toBeUndefined();
			expect(bodiesOf(path)).toEqual([{ ...fields, ...contentFor('Ada'), ...sent }]);
		});
	},
);
