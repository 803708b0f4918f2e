import type { INodeParameters as Parameters } from 'n8n-workflow';
import { continued, list, runOn, textOf } from '../support/engine/runNode';
import { useSandbox } from '../support/useSandbox';

/** Spelling of tags: `tags.unit`. */

const service = useSandbox();

const ada = 'ada@example.com';
const content = { resource: 'email', list: list('important'), subject: 'Hello', body: 'Hello' };
const toContacts = { ...content, operation: 'sendToContacts', contactEmails: ada };
const toList = { ...content, operation: 'sendToList' };
const transactional = { ...content, operation: 'sendTransactional', to: ada };
const allowAnyTag = { options: { allowAnyTag: true } };

beforeEach(() => {
	service.sandbox.store.addContact({ email: ada });
});

const run = async (parameters: Parameters, settings: { node?: typeof continued } = {}) => {
	const { error, hints } = await runOn(service)(
		parameters,
		[
			{
				text: 'Dear {{ first_name }} of {{Name}}',
				cell: 'Hi {{firstName}}',
				plain: 'Hi',
				open: 'Hi {{firstName}',
				tags: 'Dear {{ city }} of {{plan}}',
				stray: 'CSS ends with }}',
			},
		],
		settings,
	);
	return { error, hints, sent: service.bodies.map(({ subject, body }) => [subject, body]) };
};

describe.each([toContacts, toList])('$operation', (parameters) => {
	test.each([
		['Subject', { subject: 'Hello {{ Email }}' }, '{{Email}}. Type {{email}}'],
		[
			'Body',
			{ bodyFormat: 'html', body: '<p>{{ First Name }}</p>' },
			'{{First Name}}. Type {{firstName}}',
		],
		[
			'Body',
			{ body: '=Dear {{first_name}}, {{ $json.plain }}' },
			'{{first_name}}. Type {{firstName}}',
		],
		[
			'Body',
			{ bodyFormat: 'html', body: '=<p>{{ firstName&nbsp;}}, {{ $json.plain }}</p>' },
			'{{firstName&nbsp;}}. Type {{firstName}}',
		],
		[
			'Subject',
			{ subject: '=Dear {{ firstName ?? "you" }}' },
			'{{firstName ?? "you"}}. Type {{firstName}}',
		],
		// n8n could not evaluate it.
		['Body', { body: '=Dear {{ first name }}' }, '{{first name}}. Type {{firstName}}'],
	])('refuses a misspelled tag in "%s", and nothing is sent: %j', async (label, fields, named) => {
		const { error, sent } = await run({ ...parameters, ...fields });

		expect(error?.message).toContain(`"${label}" contains a misspelled tag: ${named}`);
		expect(error?.description).toContain('turn on "Allow Any Tag"');
		expect(sent).toEqual([]);
	});

	test('sends what an expression brings in as it is, and tells of tags that may arrive empty', async () => {
		const texts = { subject: '={{ $json.cell }}', body: '={{ $json.tags }}' };
		const { error, sent, hints } = await run({ ...parameters, ...texts });

		expect(error).toBeUndefined();
		expect(sent).toEqual([['Hi {{firstName}}', 'Dear {{ city }} of {{plan}}']]);
		expect(hints).toContainEqual(expect.stringContaining('{{ city }}, {{plan}}'));
	});

	test('sends tags that the service knows, or that may be custom properties', async () => {
		service.subscribe(ada);
		const known =
			'{{firstName|default:"there"}} {{lastName}} {{name}} {{email}} {{userId}} {{avatarUrl}} {{languageCode}} {{companyName}} {{companyAddress}} {{unsubscribeURL}}';
		const subject = `${known} {{ plan | default: "$5" }}`;
		const body = `=<p>${known} of {{company}}, {{names}}: {{ $json.plain }}</p>`;
		const { error, sent, hints } = await run({
			...{ ...parameters, list: list('newsletter') },
			...{ subject, bodyFormat: 'html', body },
		});

		expect(error).toBeUndefined();
		expect(sent).toEqual([[subject, `<p>${known} of {{company}}, {{names}}: Hi</p>`]]);
		expect(hints).toContain(
			'These tags aren\'t standard contact fields and arrive empty unless your service fills them in: {{ plan | default: "$5" }}, {{company}}, {{names}}.',
		);
	});
});

test.each([toContacts, toList])(
	'refuses {{unsubscribeURL}} in an email to the list that nobody can leave: $operation',
	async (parameters) => {
		for (const body of ['Leave: {{unsubscribeURL}}', '=Leave: {{ unsubscribeURL }}']) {
			const { error, sent } = await run({ ...parameters, body });
			expect(error?.message).toContain(
				'"Body" contains {{unsubscribeURL}}, but contacts can\'t leave the list "important"',
			);
			expect(sent).toEqual([]);
		}
		const { sent } = await run({ ...parameters, ...allowAnyTag, body: '{{unsubscribeURL}}' });
		expect(sent).toEqual([['Hello', '{{unsubscribeURL}}']]);
	},
);

describe('a misspelled tag that an expression brings in', () => {
	const text = 'Dear {{ first_name }} of {{Name}}';
	const body = '={{ $json.text }}';

	test('is refused before a whole list gets it, unless any tag is allowed', async () => {
		const { error, sent } = await run({ ...toList, body });
		expect(textOf(error)).toBe(
			'"Body" gets a misspelled tag from an expression: {{first_name}}, {{Name}}. It should be {{firstName}}, {{name}}. Correct the text. If a custom property has that name, turn on "Allow Any Tag"',
		);
		expect(sent).toEqual([]);
		expect((await run({ ...toList, ...allowAnyTag, body })).sent).toEqual([['Hello', text]]);
	});

	test('is sent to single contacts, and a hint names what it should be, also if none is accepted', async () => {
		const hint =
			'Expressions brought in tags that look misspelled, and arrive empty: {{first_name}}, {{Name}}. They should be {{firstName}}, {{name}}.';
		const { error, sent, hints } = await run({ ...toContacts, body });
		expect(error).toBeUndefined();
		expect(sent).toEqual([['Hello', text]]);
		expect(hints).toContain(hint);

		service.sandbox.faults.add({ endpoint: '*', status: 400 });
		expect((await run({ ...toContacts, body }, { node: continued })).hints).toEqual([hint]);
		const { hints: withAnyTag } = await run({ ...toContacts, ...allowAnyTag, body });
		expect(withAnyTag).not.toContain(hint);
	});
});

test.each(['Dear {{Favorite Bread}}', '=Dear {{Favorite Bread}}'])(
	'a name with blanks is no tag, and the error names it: %s',
	async (body) => {
		for (const parameters of [toContacts, toList]) {
			const { error, sent } = await run({ ...parameters, body });
			expect(textOf(error)).toBe(
				'"Body" contains {{Favorite Bread}}. Names of tags can\'t have blanks. For a field of the input, type {{ $json["Favorite Bread"] }}',
			);
			expect(sent).toEqual([]);
		}
	},
);

test.each([
	['=Hello {{ $json.plain }} }}', undefined],
	['=Hello {{firstName}} you }}', undefined],
	['=Hello {{ $json.plain }}}}', undefined],
	['=Hello {{ $json.stray }}', 'Hello CSS ends with }}'],
	[
		'=<style>@media print{p{x:y}}</style>{{ $json.plain }}',
		'<style>@media print{p{x:y}}</style>Hi',
	],
	['={"a":{"b":"{{ $json.plain }}"}}', '{"a":{"b":"Hi"}}'],
	['={ {{ $json.plain }} }} x', '{ Hi }} x'],
	['=}} {{ $json.plain }}', '}} Hi'],
])('an extra }} behind an expression is refused, but not in a value: %s', async (body, text) => {
	for (const parameters of [toContacts, toList]) {
		const { error, sent } = await run({ ...parameters, body });
		if (text === undefined) {
			expect(error?.message).toBe('"Body" contains }} without {{');
			expect(error?.description).toBe('Delete the extra }}');
			expect(sent).toEqual([]);
		} else expect(sent.at(-1)).toEqual(['Hello', text]);
	}
});

const replace = 'with an expression such as {{ $json.name }}, or use Send to Contacts.';
const fixed = 'Switch the field to Expression and replace';

describe('sendTransactional', () => {
	test.each([
		['Subject', '=Dear {{firstName}}, {{ $json.plain }}', '{{firstName}}', 'Replace'],
		['Body', '={{ $json.text }} {{ company | "x" }}', '{{ company | "x" }}', 'Replace'],
		['Body', 'Dear {{firstName}} {{name}}', '{{firstName}}, {{name}}', fixed],
		// n8n could not evaluate it.
		['Body', 'Dear {{First Name}}', '{{First Name}}', fixed],
		['Body', '=Dear {{First Name}}', '{{First Name}}', 'Replace'],
	])('refuses tags that were typed into "%s": %s', async (label, text, tags, advice) => {
		const { error, sent } = await run({ ...transactional, [label.toLowerCase()]: text });

		expect(textOf(error)).toBe(
			`"${label}" contains the personalization tag ${tags}, which the service doesn't fill in here. ${advice} ${tags} ${replace} To send it as typed, turn on "Allow Any Tag"`,
		);
		expect(sent).toEqual([]);
	});

	test('sends what a form visitor writes as it is, without a hint', async () => {
		const texts = { subject: '=From a visitor: {{ $json.text }}', body: '={{ $json.text }}' };
		const { error, sent, hints } = await run({ ...transactional, ...texts });

		const text = 'Dear {{ first_name }} of {{Name}}';
		expect(error).toBeUndefined();
		expect(sent).toEqual([[`From a visitor: ${text}`, text]]);
		expect(hints).toEqual([]);
	});

	test.each([
		['={{ $json.cell }}', 'Hi {{firstName}}', {}],
		['={{ "Hi {" + "{firstName}" + "}" }}', 'Hi {{firstName}}', {}],
		['={{name}}: {{ $json.cell }}', '{{name}}: Hi {{firstName}}', allowAnyTag],
	])(
		'tells that a tag of the service in a value was sent as it is: %s',
		async (body, text, fields) => {
			const { error, sent, hints } = await run({ ...transactional, ...fields, body });

			expect(error).toBeUndefined();
			expect(sent).toEqual([['Hello', text]]);
			expect(hints).toEqual([
				"Text from expressions was sent as it is, including {{firstName}}. Send Transactional doesn't fill in tags.",
			]);
		},
	);
});

test.each([
	[toContacts, [expect.stringContaining('{{ Email }}, {{first_name | default: "friend"}}.')]],
	[transactional, []],
])('with "Allow Any Tag" sends what was typed: %j', async (parameters, expectedHints) => {
	const { error, sent, hints } = await run({
		...parameters,
		...allowAnyTag,
		subject: 'Hello {{ Email }}',
		body: '=Dear {{first_name | default: "friend"}}, {{ $json.plain }}',
	});

	expect(error).toBeUndefined();
	expect(sent).toEqual([['Hello {{ Email }}', 'Dear {{first_name | default: "friend"}}, Hi']]);
	expect(hints).toEqual(expectedHints);
});

test('with "Allow Any Tag" sends tags in several words as typed, which n8n could not evaluate', async () => {
	const body = 'Dear {{ first name }}, ';
	const { error, sent } = await run({
		...toContacts,
		...allowAnyTag,
		body: `=${body}{{ $json.plain }}`,
	});

	expect(error).toBeUndefined();
	expect(sent).toEqual([['Hello', `${body}Hi`]]);
});

// The sandbox refuses some of these texts itself.
describe.each([toContacts, toList, transactional])('$operation', (parameters) => {
	test.each([
		['Hello {{firstName}', '{{firstName}', '{{firstName}}'],
		['Hello {{firstName, welcome', '{{firstName', '{{firstName}}'],
		['Hello {{ firstName }, welcome', '{{ firstName }', '{{ firstName }}'],
		['Hello {{firstName} of {{company}}', '{{firstName}', '{{firstName}}'],
		['=Hello {{firstName}, {{ $json.plain }}', '{{firstName}', '{{firstName}}'],
		['={{ $json.plain }} {{ firstName', '{{ firstName', '{{ firstName }}'],
		['={{ $json.plain } and {{ $json.plain }}', '{{ $json.plain }', '{{ $json.plain }}'],
		['Hello {{ $json.plain }', '{{ $json.plain }', '{{ $json.plain }}'],
		['{{firstName | x: "}"}, a{b:{c}}', '{{firstName', '{{firstName}}'],
		['<style>@media print{p{x:y}}</style>{{firstName} }}', '{{firstName}', '{{firstName}}'],
	])('refuses what is not closed before anything is sent: %s', async (text, named, closed) => {
		for (const label of ['Subject', 'Body']) {
			const { error, sent } = await run({ ...parameters, [label.toLowerCase()]: text });

			expect(error?.message).toBe(`"${label}" contains ${named}, which isn't closed`);
			const isTagInPlain = parameters === transactional && !named.includes('$');
			const correct = isTagInPlain
				? 'Replace it with an expression such as {{ $json.name }}'
				: `Type ${closed}`;
			expect(error?.description).toBe(`${correct}. To send it as typed, turn on "Allow Any Tag"`);
			expect(sent).toEqual([]);
		}
	});

	test.each([
		'Hello {{ }}, {{',
		'a {{ 1',
		'{"a":{"b":{"c":1}}}',
		'{{{',
		'p{color:red} a{b:c}',
		'@media print{p{color:red}}',
	])('sends braces that are no tag: %s', async (body) => {
		const { sent } = await run({ ...parameters, body });

		expect(sent).toEqual([['Hello', body]]);
	});

	test.each([
		['={{ "{{firstName" + $json.plain }}', '{{firstNameHi'],
		['={{ $json.open }}', 'Hi {{firstName}'],
		['=Hi {{ [1].map((x) => { return { y: x } })[0].y }}', 'Hi 1'],
	])('judges no value of an expression: %s', async (body, text) => {
		const { sent } = await run({ ...parameters, body });

		expect(sent).toEqual([['Hello', text]]);
	});

	test('refuses an expression in a fixed text, and names the way out', async () => {
		const { error, sent } = await run({ ...parameters, body: 'Type {{ $json.name }}' });

		expect(error?.message).toBe('"Body" contains an n8n expression but is set to Fixed');
		expect(error?.description).toBe(
			'Switch the field to Expression. To send it as typed, turn on "Allow Any Tag"',
		);
		expect(sent).toEqual([]);
	});

	test.each(['Type {{ $json.name }}', 'Type {{firstName}', 'Type {{ $json.name }'])(
		'with "Allow Any Tag" sends a fixed text as typed: %s',
		async (text) => {
			const fields = { ...allowAnyTag, subject: text, body: text };
			const { sent } = await run({ ...parameters, ...fields });

			expect(sent).toEqual([[text, text]]);
		},
	);

	test('with "Allow Any Tag" still refuses an empty text, and line breaks in a subject', async () => {
		const broken = await run({ ...parameters, ...allowAnyTag, subject: 'a\nb' });
		expect(broken.error?.message).toMatch(/^"Subject" must not contain line breaks/);
		const blank = await run({ ...parameters, ...allowAnyTag, body: ' ' });
		expect(blank.error?.message).toMatch(/^"Body" is empty, but required/);
		expect(service.received).toEqual([]);
	});
});
