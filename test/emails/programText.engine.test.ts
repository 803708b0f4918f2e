import type { IDataObject, INodeParameters as Parameters } from 'n8n-workflow';
import { programTextCheck } from '../../nodes/Mailroom/parameters/programText';
import { list, runOn, textOf } from '../support/engine/runNode';
import { useSandbox } from '../support/useSandbox';

/** Texts that JavaScript writes for what is no text. The Send Once Key: `completeKey.unit`. */

const service = useSandbox();

const ada = 'ada@example.com';
const weird =
	'[object Object] NaN undefined Invalid DateTime function Date() { [native code] } class A { }';
const json: IDataObject = { name: 'Ada', address: { city: 'Oslo' }, weird, email: ada };

beforeEach(() => {
	service.sandbox.store.addContact({ email: ada });
});

const run = async (parameters: Parameters) => {
	const { error, hints, json: output } = await runOn(service)(parameters, [json]);
	return { text: textOf(error), hints, output };
};

const email = { resource: 'email', list: list('important'), subject: 'Hello', body: 'Hello' };
const transactional = { ...email, operation: 'sendTransactional', to: ada };
const toList = { ...email, operation: 'sendToList' };

const CALL = 'To call it, type () behind its name';
const FIELD = 'Use one of its fields, such as {{ $json.address.city }}, or JSON.stringify()';

describe.each([transactional, toList])('$operation', (parameters) => {
	test.each([
		...['{{Date}}', '{{ Duration }}', '{{Map}}', '{{class}}', '{{ this }}', '{{ NaN }}'].map(
			(typed) => [
				typed,
				`contains ${typed}, which is a name of JavaScript or n8n, not a value. Type a field such as {{ $json.name }}`,
			],
		),
		...['{{ $json.name.toUpperCase }}', '{{ $now.toISO }}', '{{ () => 1 }}', '{{ Date.now }}'].map(
			(typed) => [
				typed,
				`contains program code, because ${typed.replace('=>', '=›')} gives a function instead of text. ${CALL}`,
			],
		),
		...[
			'{{ $json.address }}',
			'{{ [$json.address] }}',
			'{{ "in " + $json.address }}',
			'{{ `in ${$json.address}` }}',
			'{{ new Map() }}',
		].map((typed) => [
			typed,
			`contains [object Object], because ${typed} gives an object instead of text. ${FIELD}`,
		]),
		[
			'{{ $json.name * 2 }}',
			'contains NaN, because {{ $json.name * 2 }} gives no number. Check the numbers in the expression',
		],
		[
			'{{ Number($json.name).toFixed(2) }}',
			'contains NaN, because {{ Number($json.name).toFixed(2) }} gives no number. Check the numbers in the expression',
		],
		[
			'{{ $json.address.toString() }}',
			`contains [object Object], because {{ $json.address.toString() }} gives an object instead of text. ${FIELD}`,
		],
		...[
			'{{ DateTime.fromISO("x") }}',
			'{{ DateTime.fromISO($json.name).toFormat("d LLLL") }}',
			'{{ new Date("x") }}',
			'{{ new Date($json.name).toLocaleDateString() }}',
		].map((typed) => [
			typed,
			`contains an invalid date, because ${typed} gives none. Check the date in the expression`,
		]),
	])('refuses %s in a longer text before anything is sent', async (typed, problem) => {
		for (const label of ['Subject', 'Body']) {
			const entered = `=Your course: {{ $json.name }} ${typed}.`;
			const { text } = await run({ ...parameters, [label.toLowerCase()]: entered });

			expect(text).toBe(`"${label}" ${problem}`);
		}
		expect(service.received).toEqual([]);
	});

	test.each(['={{Date}}', '={{ $json.address }}', '={{ $json.name * 2 }}', '={{ new Date("x") }}'])(
		'refuses %s as the whole text',
		async (subject) => {
			const { text } = await run({ ...parameters, subject });
			expect(text).toMatch(/^"Subject" (?:contains|must be text|is an invalid date)/);
			expect(service.received).toEqual([]);
		},
	);

	test.each([
		['=Hi {{ $json.weird }}', `Hi ${weird}`],
		['={{ $json.weird }}', weird],
		['={{ $json.weird.trim() }} {{ $json.name }}', `${weird} Ada`],
		['=NaN class="x" @media (a) { {{ $json.name }} }', 'NaN class="x" @media (a) { Ada }'],
		['=Hi {{ true }} {{ [1, 2] }} {{ 0 }}', 'Hi true 1,2 0'],
		['={{ JSON.stringify($json.address) }}!', '{"city":"Oslo"}!'],
	])('judges no text that a value brings in, and none that was typed: %s', async (body, sent) => {
		const { text } = await run({ ...parameters, body });

		expect(text).toBe('');
		expect(service.bodies).toEqual([expect.objectContaining({ body: sent })]);
	});
});

test('an expression that joins a missing value to a text is told as empty', async () => {
	const body = '={{ "Dear " + $json.missing }}, {{ $json.weird }} {{ `of ${$json.gone}` }}';
	const { text, hints } = await run({ ...transactional, body });

	expect(text).toBe('');
	expect(hints).toEqual([
		'These expressions were empty, so the emails have a gap there: {{ "Dear " + $json.missing }} in "Body" for 1 item, {{ `of ${$json.gone}` }} in "Body" for 1 item.',
	]);
});

const contact = { resource: 'contact', operation: 'upsert', email: ada };
const question = {
	...{ resource: 'email', operation: 'sendAndWait', to: ada },
	...{ subject: 'Refund', message: 'Refund?' },
};
const name = (value: string) => ({ additionalFields: { name: value } });
const property = (value: string) => ({
	customProperties: { assignments: [{ id: '1', name: 'plan', type: 'string', value }] },
});
const label = (approveLabel: string) => ({ approvalOptions: { values: { approveLabel } } });
const prefilled = (prefilledText: string) => ({ responseType: 'freeText', prefilledText });

test.each<[string, Parameters, (text: string) => Parameters]>([
	['To', transactional, (to) => ({ to })],
	[
		'Contact Emails',
		{ ...email, operation: 'sendToContacts' },
		(contactEmails) => ({ contactEmails }),
	],
	['Email', contact, (value) => ({ email: value })],
	['Name', contact, name],
	['Custom Properties > plan', contact, property],
	['Message', question, (message) => ({ message })],
	['Subject', question, (subject) => ({ subject })],
	['Approval Options > Approve Button Label', question, label],
	['Prefilled Text', question, prefilled],
])('"%s" is judged, too, and refuses an extra }}', async (field, parameters, fieldOf) => {
	const texts: Array<[entered: string, problem: string]> = [
		['=Ada {{ Date }}', 'contains {{ Date }}, which is a name of JavaScript or n8n'],
		['=Ada {{ $json.address }}', 'contains [object Object], because {{ $json.address }} gives an'],
		[
			'={{ $json.name.trim }} {{ $json.name }}',
			'contains program code, because {{ $json.name.trim }}',
		],
		['={{ $json.email }} }}', 'contains }} without {{. Delete the extra }}'],
	];
	for (const [entered, problem] of texts) {
		const { text } = await run({ ...parameters, ...fieldOf(entered) });
		expect(text).toContain(`"${field}" ${problem}`);
	}
	expect(service.received).toEqual([]);
});

test('a subject is trimmed', async () => {
	await run({ ...transactional, subject: '=  Hello {{ $json.name }} ' });
	await run({ ...toList, subject: '  Hello' });
	expect(service.bodies.map(({ subject }) => subject)).toEqual(['Hello Ada', 'Hello']);
});

test('parts of an expression are evaluated again only if the text has more program text than was typed', () => {
	const evaluated: string[] = [];
	const check = programTextCheck('NaN {{ $json.a }} {{ $json.b }} @media (a) {', 'Body');
	const checkText = (text: string) =>
		check(text, (part) => {
			evaluated.push(part);
			return 'a';
		});
	for (const text of ['NaN 1 2 @media (a) {', 'NaN {x} class="a" @media (a) {']) checkText(text);
	expect(evaluated).toEqual([]);
	checkText('NaN NaN 2 @media (a) {');
	expect(evaluated).toEqual(['{{ $json.a }}', '{{ $json.b }}']);
});
