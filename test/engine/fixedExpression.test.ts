import type { INodeParameters } from 'n8n-workflow';
import { runNode } from '../support/engine/runNode';
import { textOf } from '../support/engine/textOf';
import { runTool } from './runTool';
import { useSandbox } from './useSandbox';

const service = useSandbox();

/** What a user types, or pastes, into a field that is set to Fixed. */
const fixed = 'x {{ $json.email }}';
const problem = (label: string) =>
	`"${label}" contains an n8n expression but is set to Fixed. Switch the field to Expression`;

const email = '={{ $json.email }}';
const list = { __rl: true, mode: 'name', value: 'important' };
const content = { subject: 'Hello', body: 'Hello' };
const contact = (operation: string) => ({ resource: 'contact', operation, email });
const create = contact('create');
const update = contact('update');
const toList = { resource: 'email', operation: 'sendToList', list, ...content };
const toContacts = { ...toList, operation: 'sendToContacts', contactEmails: email };
const transactional = { resource: 'email', operation: 'sendTransactional', to: email, ...content };
const assignments = [{ id: '1', name: 'plan', type: 'string', value: fixed }];

const fields: Array<[label: string, parameters: INodeParameters]> = [
	['Email', { ...create, email: fixed }],
	['Name', { ...create, additionalFields: { name: fixed } }],
	['Custom Properties > plan', { ...create, customProperties: { assignments } }],
	['Custom Properties > plan', { ...contact('upsert'), customProperties: { assignments } }],
	['Name', { ...update, updateFields: { name: fixed } }],
	['Email', { ...contact('delete'), email: fixed }],
	['Email', { ...contact('get'), email: fixed }],
	['To', { ...transactional, to: fixed }],
	['Subject', { ...transactional, subject: fixed }],
	['Body', { ...transactional, body: fixed }],
	['Body', { ...transactional, bodyFormat: 'html', body: fixed }],
	['Send Once Key', { ...transactional, options: { sendOnceKey: fixed } }],
	['List', { ...toContacts, list: { ...list, value: fixed } }],
	['Contact Emails', { ...toContacts, contactEmails: fixed }],
	['Subject', { ...toContacts, subject: fixed }],
	['Body', { ...toContacts, body: fixed }],
	['Delay Until Date', { ...toContacts, delivery: 'date', delayUntilDate: fixed }],
	['List', { ...toList, list: { ...list, value: fixed } }],
	['Subject', { ...toList, subject: fixed }],
	['Body', { ...toList, bodyFormat: 'html', body: fixed }],
	['Test Recipient', { ...toList, testRecipient: fixed }],
	['Contact Email', { resource: 'portalSession', operation: 'create', contactEmail: fixed }],
	[
		'Return URL',
		{ resource: 'portalSession', operation: 'create', contactEmail: email, returnUrl: fixed },
	],
];

test.each(fields)(
	'an expression in "%s" set to Fixed is an error (%j)',
	async (label, parameters) => {
		const { error } = await runNode({
			credential: service.credential,
			parameters,
			items: [{ email: 'ada@example.com' }],
		});

		expect(textOf(error)).toBe(problem(label));
		expect(service.received).toEqual([]);
	},
);

test('with "Continue" each item fails with it', async () => {
	const { items } = await runNode({
		credential: service.credential,
		parameters: { ...transactional, subject: fixed },
		items: [{ email: 'ada@example.com' }, { email: 'grace@example.com' }],
		node: { onError: 'continueRegularOutput' },
	});

	expect(items.map(({ json }) => json)).toEqual(Array(2).fill({ error: problem('Subject') }));
	expect(service.received).toEqual([]);
});

test('the form of a tool is checked, too', async () => {
	const { error } = await runTool({
		credential: service.credential,
		parameters: { ...transactional, to: 'ada@example.com', subject: fixed },
	});

	expect(error?.message).toContain(problem('Subject'));
	expect(service.received).toEqual([]);
});

test('what an expression yields may hold anything', async () => {
	const { error } = await runNode({
		credential: service.credential,
		parameters: { ...transactional, to: 'ada@example.com', subject: '={{ $json.text }}' },
		items: [{ text: fixed }],
	});

	expect(error).toBeUndefined();
	expect(service.received[0].body).toMatchObject({ subject: fixed });
});

test.each(['markdown', 'html'])(
	'tags in a fixed body of the format %s arrive as typed',
	async (bodyFormat) => {
		const body = '<p>Dear {{ firstName | default: "$friend" }}, {{name}}</p>';
		service.sandbox.store.addContact({ email: 'ada@example.com', name: 'Ada Example' });
		const { error } = await runNode({
			credential: service.credential,
			parameters: { ...toList, bodyFormat, body },
		});

		expect(error).toBeUndefined();
		expect(service.received[0].body).toMatchObject({ body, bodyFormat });
	},
);

test('tags beside an expression in an HTML body arrive as typed', async () => {
	service.sandbox.store.addContact({ email: 'ada@example.com', name: 'Ada Example' });
	const { error } = await runNode({
		credential: service.credential,
		parameters: {
			...toList,
			bodyFormat: 'html',
			body: '=<p>{{ firstName }}, {{ $json.plan }}</p>',
		},
		items: [{ plan: 'pro' }],
	});

	expect(error).toBeUndefined();
	expect(service.received[0].body).toMatchObject({ body: '<p>{{ firstName }}, pro</p>' });
});

test('the format may be an expression: each item has its body', async () => {
	const { error } = await runNode({
		credential: service.credential,
		parameters: {
			...transactional,
			bodyFormat: '={{ $json.format }}',
			body: '={{ $json.format }}',
		},
		items: ['html', 'markdown'].map((format) => ({ format, email: 'ada@example.com' })),
	});

	expect(error).toBeUndefined();
	expect(service.received.map(({ body }) => body)).toEqual(
		['html', 'markdown'].map((format) =>
			expect.objectContaining({ bodyFormat: format, body: format }),
		),
	);
});

test('the advice about a tag in an email that is not personalized leads to no such error', async () => {
	const { error } = await runNode({
		credential: service.credential,
		parameters: { ...transactional, to: 'ada@example.com', body: '=Dear {{firstName}}' },
	});

	expect(textOf(error)).toMatch(
		/Set the field to Expression and use a value of the item instead, such as \{\{ \$json\.name \}\}/,
	);
});
