import type { INodeParameters as Parameters } from 'n8n-workflow';
import { runNode } from '../support/engine/runNode';
import { useSandbox } from './useSandbox';

/** What is a tag, and which ones are misspelled: `unit/parameters`. */

const service = useSandbox();

const list = { __rl: true, mode: 'name', value: 'important' };
const ada = 'ada@example.com';
const content = { resource: 'email', list, subject: 'Hello', body: 'Hello' };
const toContacts = { ...content, operation: 'sendToContacts', contactEmails: ada };
const toList = { ...content, operation: 'sendToList' };
const transactional = { ...content, operation: 'sendTransactional', to: ada };
const allowAnyTag = { options: { allowAnyTag: true } };

beforeEach(() => {
	service.sandbox.store.addContact({ email: ada });
});

const run = async (parameters: Parameters) => {
	const { error, hints } = await runNode({
		credential: service.credential,
		parameters,
		items: [{ text: 'Dear {{ first_name }}', plain: 'Hi' }],
	});
	const bodies = service.received.map(({ body }) => {
		const { subject, body: text } = body as { subject: string; body: string };
		return [subject, text];
	});
	return { error, hints: hints.map(({ message }) => message), sent: bodies };
};

describe.each([toContacts, toList])('$operation', (parameters) => {
	test.each([
		['Subject', { subject: 'Hello {{ Email }}' }, '{{Email}} (meant: {{email}}?)'],
		['Body', { bodyFormat: 'html', body: '<p>{{ First Name }}</p>' }, '{{First Name}} (meant'],
		['Body', { body: '={{ $json.text }}' }, '{{first_name}} (meant: {{firstName}}?)'],
	])('refuses a misspelled tag in "%s", and nothing is sent: %j', async (label, fields, named) => {
		const { error, sent } = await run({ ...parameters, ...fields });

		expect(error?.message).toContain(`"${label}" contains a misspelled tag: ${named}`);
		expect(error?.description).toContain('turn on "Allow Any Tag"');
		expect(sent).toEqual([]);
	});

	test('sends tags that the service knows, or that may be custom properties', async () => {
		const subject = '{{firstName}} {{lastName}} {{name}} {{email}} {{ plan | "$5" }}';
		const body = '=<p>Dear {{firstName}} of {{company}}, {{names}}: {{ $json.plain }}</p>';
		const { error, sent, hints } = await run({ ...parameters, subject, bodyFormat: 'html', body });

		expect(error).toBeUndefined();
		expect(sent).toEqual([[subject, '<p>Dear {{firstName}} of {{company}}, {{names}}: Hi</p>']]);
		expect(hints).toContain(
			'These tags aren\'t standard contact fields and arrive empty unless your service fills them in: {{ plan | "$5" }}, {{company}}, {{names}}.',
		);
	});
});

test('sendTransactional refuses tags, which the service does not fill in', async () => {
	for (const [label, text] of [
		['Subject', '=Dear {{firstName}}, {{ $json.plain }}'],
		['Body', 'Dear {{firstName}}'],
	]) {
		const { error, sent } = await run({ ...transactional, [label.toLowerCase()]: text });

		expect(error?.message).toContain(
			`"${label}" contains the personalization tag {{firstName}}, which the service does not fill in here`,
		);
		expect(error?.description).toContain('"Allow Any Tag"');
		expect(sent).toEqual([]);
	}
});

test('sendTransactional asks to replace a misspelled tag, as a corrected one would not be filled in', async () => {
	const { error, sent } = await run({ ...transactional, body: 'Dear {{First Name}}' });

	expect(error?.message).toContain('"Body" contains a misspelled tag: {{First Name}}');
	expect(error?.description).toMatch(/^Replace it with an expression .* turn on "Allow Any Tag"$/);
	expect(sent).toEqual([]);
});

test.each([
	[toContacts, [expect.stringContaining('{{ Email }}, {{first_name | "friend"}}.')]],
	[transactional, []],
])('with "Allow Any Tag" sends what was typed: %j', async (parameters, expectedHints) => {
	const { error, sent, hints } = await run({
		...parameters,
		...allowAnyTag,
		subject: 'Hello {{ Email }}',
		body: '=Dear {{first_name | "friend"}}, {{ $json.plain }}',
	});

	expect(error).toBeUndefined();
	expect(sent).toEqual([['Hello {{ Email }}', 'Dear {{first_name | "friend"}}, Hi']]);
	expect(hints).toEqual(expectedHints);
});
