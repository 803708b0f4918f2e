import type { INodeParameters as Parameters } from 'n8n-workflow';
import { runNode } from '../support/engine/runNode';
import { useSandbox } from './useSandbox';

const service = useSandbox();

const list = { __rl: true, mode: 'name', value: 'important' };
const emails = ['ada@example.com', 'grace@example.com'];
const content = { resource: 'email', list, subject: 'Hello', body: 'Hello' };
const toContacts = { ...content, operation: 'sendToContacts', contactEmails: '={{ $json.email }}' };
const toList = { ...content, operation: 'sendToList' };
const transactional = { ...content, operation: 'sendTransactional', to: '={{ $json.email }}' };
const allowAnyTag = { options: { allowAnyTag: true } };

beforeEach(() => {
	for (const email of emails) service.sandbox.store.addContact({ email });
});

const run = async (parameters: Parameters, node = {}) =>
	await runNode({
		credential: service.credential,
		parameters,
		items: emails.map((email) => ({ email, text: 'Dear {{ first_name }}', plain: 'Hi' })),
		node,
	});

const sent = () =>
	service.received.map(({ body }) => {
		const { subject, body: text } = body as { subject: string; body: string };
		return [subject, text];
	});

const hintsOf = ({ hints }: Awaited<ReturnType<typeof run>>) => hints.map(({ message }) => message);

describe.each([toContacts, toList])('$operation', (parameters) => {
	// Which tags are misspelled: the unit tests of tags.
	test.each([
		['Subject', { subject: 'Hello {{ Email }}' }, '{{Email}} (meant: {{email}}?)'],
		['Body', { body: '={{ fistName | "you" }} {{ $json.email }}' }, '{{fistName}} (meant'],
		['Body', { bodyFormat: 'html', body: '<p>{{ First Name }}</p>' }, '{{First Name}} (meant'],
		['Body', { body: '={{ $json.text }}' }, '{{first_name}} (meant: {{firstName}}?)'],
	])('refuses a misspelled tag in "%s", and nothing is sent: %j', async (label, fields, named) => {
		const { error } = await run({ ...parameters, ...fields });

		expect(error?.message).toContain(`"${label}" contains a misspelled tag: ${named}`);
		expect(error?.description).toContain('turn on "Allow Any Tag"');
		expect(service.received).toEqual([]);
	});

	test('sends tags that the service knows, or that may be custom properties', async () => {
		const subject = '{{firstName}} {{lastName}} {{name}} {{email}} {{ plan | "$5" }}';
		const body = '=Dear {{firstName}} of {{company}}, {{names}}: {{ $json.plain }}';
		const result = await run({ ...parameters, subject, body });

		expect(result.error).toBeUndefined();
		expect(sent()[0]).toEqual([subject, 'Dear {{firstName}} of {{company}}, {{names}}: Hi']);
		expect(hintsOf(result).filter((hint) => hint.includes('{{'))).toEqual([
			'These tags are no standard fields of a contact: {{ plan | "$5" }}, {{company}}, {{names}}. They were sent as typed, and come out empty unless the contact has a custom property of that name.',
		]);
	});

	test('with "Allow Any Tag" sends what was typed, with a hint', async () => {
		const result = await run({
			...parameters,
			...allowAnyTag,
			subject: 'Hello {{ Email }}',
			body: '=Dear {{first_name | "friend"}}, {{ $json.plain }}',
		});

		expect(result.error).toBeUndefined();
		expect(sent()[0]).toEqual(['Hello {{ Email }}', 'Dear {{first_name | "friend"}}, Hi']);
		expect(hintsOf(result).join()).toContain('{{ Email }}, {{first_name | "friend"}}.');
	});
});

describe('sendTransactional', () => {
	test.each([
		['=Dear {{firstName}}, {{ $json.plain }}', '{{firstName}}'],
		[
			'Your {{ order.id | "?" }}, {{firstName}}: {{ 1 + 1 }}',
			'{{ order.id | "?" }}, {{firstName}}',
		],
		['Dear {{ fistName }}', '{{ fistName }}'],
	])('refuses the tags of %j, which the service does not fill in', async (text, named) => {
		for (const [label, fields] of [
			['Subject', { subject: text }],
			['Body', { body: text }],
		] as const) {
			const { error } = await run({ ...transactional, ...fields });

			expect(error?.message).toContain(
				`"${label}" contains the personalization tag ${named}, which the service does not fill in here`,
			);
			expect(error?.description).toContain('"Allow Any Tag"');
		}
		expect(service.received).toEqual([]);
	});

	test('with "Allow Any Tag" sends what was typed, also in an expression', async () => {
		const result = await run({
			...transactional,
			...allowAnyTag,
			subject: 'Hello {{firstName}}',
			body: '=Dear {{ first_name | "you" }}, {{ $json.plain }} {{firstName}}',
		});

		expect(result.error).toBeUndefined();
		expect(sent()[0]).toEqual([
			'Hello {{firstName}}',
			'Dear {{ first_name | "you" }}, Hi {{firstName}}',
		]);
		expect(hintsOf(result)).toEqual([]);
	});
});
