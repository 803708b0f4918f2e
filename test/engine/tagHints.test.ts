import { runNode } from '../support/engine/runNode';
import { useSandbox } from './useSandbox';

const service = useSandbox();

const list = { __rl: true, mode: 'name', value: 'important' };
const emails = ['ada@example.com', 'grace@example.com'];
const toContacts = {
	resource: 'email',
	operation: 'sendToContacts',
	list,
	contactEmails: '={{ $json.email }}',
	subject: 'Hello {{ Email }}',
	body: '=Dear {{first_name | "friend"}} {{company}}, {{ $json.n }}',
};

beforeEach(() => {
	for (const email of emails) service.sandbox.store.addContact({ email });
});

const run = async (parameters: typeof toContacts | typeof transactional) =>
	await runNode({
		credential: service.credential,
		parameters,
		items: emails.map((email, n) => ({ email, n })),
	});

test.each(['sendToContacts', 'sendToList'])(
	'%s sends a misspelt tag as typed, and a hint asks what is meant',
	async (operation) => {
		const { error, hints } = await run({ ...toContacts, operation });

		expect(error).toBeUndefined();
		expect(service.received).toHaveLength(2);
		expect(service.received[0].body).toMatchObject({
			subject: 'Hello {{ Email }}',
			body: 'Dear {{first_name | "friend"}} {{company}}, 0',
		});
		expect(hints.map(({ message }) => message)).toEqual([
			'Sent with tags that the service may not know: {{Email}} (meant: {{email}}?), {{first_name}} (meant: {{firstName}}?). It fills in a tag only when it is spelt exactly so, or when a custom property has that name.',
		]);
	},
);

test('there is no hint of tags that the service knows, or that may be custom properties', async () => {
	const subject = '{{firstName}} {{lastName}} {{name}} {{email}} {{plan}}';
	const { hints } = await run({ ...toContacts, subject, body: 'Hello' });

	expect(hints).toEqual([]);
});

test('there is no hint of tags in an email that was not sent', async () => {
	service.sandbox.faults.add({ endpoint: '*', status: 400 });
	const { error, hints } = await run(toContacts);

	expect(error).toBeDefined();
	expect(hints).toEqual([]);
});

const transactional = {
	resource: 'email',
	operation: 'sendTransactional',
	to: '={{ $json.email }}',
	subject: 'Hello {{firstName}}',
	body: 'Your order {{ order.id | "?" }} of today, {{firstName}}: {{ 1 + 1 }}',
};

test('Send Transactional sends a tag in a fixed text as typed, and a hint says so', async () => {
	const { error, hints } = await run(transactional);

	expect(error).toBeUndefined();
	expect(service.received.map(({ body }) => body)).toMatchObject([
		{ subject: transactional.subject, body: transactional.body },
		{ subject: transactional.subject, body: transactional.body },
	]);
	expect(hints.map(({ message }) => message)).toEqual([
		'Sent as typed: {{firstName}}, {{ order.id | "?" }}. In transactional emails the service fills in no tags; use an expression with a value of the item instead, such as {{ $json.name }}.',
	]);
});

test('a hint names five tags of a transactional email at the most', async () => {
	const body = ['a', 'b', 'c', 'd', 'e', 'f'].map((tag) => `{{${tag}}}`).join(' ');
	const { hints } = await run({ ...transactional, subject: 'Hello', body });

	expect(hints[0].message).toContain(
		'Sent as typed: {{a}}, {{b}}, {{c}}, {{d}}, {{e}} and 1 more. In',
	);
});

test('there is no hint of a transactional email without tags', async () => {
	const { hints } = await run({ ...transactional, subject: 'Hello', body: '={{ $json.email }}' });

	expect(hints).toEqual([]);
});
