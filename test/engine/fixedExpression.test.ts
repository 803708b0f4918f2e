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
const create = { resource: 'contact', operation: 'create', email };
const toList = { resource: 'email', operation: 'sendToList', list, ...content };
const transactional = { resource: 'email', operation: 'sendTransactional', to: email, ...content };
const assignments = [{ id: '1', name: 'plan', type: 'string', value: fixed }];

// One of each kind of field: all are prepared by the same code.
const fields: Array<[label: string, parameters: INodeParameters]> = [
	['Custom Properties > plan', { ...create, customProperties: { assignments } }],
	['Name', { ...create, additionalFields: { name: fixed } }],
	['Subject', { ...transactional, subject: fixed }],
	['Body', { ...transactional, bodyFormat: 'html', body: fixed }],
	['Send Once Key', { ...transactional, options: { sendOnceKey: fixed } }],
	['List', { ...toList, list: { ...list, value: fixed } }],
	['Delay Until Date', { ...toList, delivery: 'date', delayUntilDate: fixed }],
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
