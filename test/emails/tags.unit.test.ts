import { runInNewContext } from 'node:vm';
import { keepTags } from '../../nodes/Mailroom/parameters/tags/keepTags';
import { misspelledTags } from '../../nodes/Mailroom/parameters/tags/misspelledTags';
import { ownTagsIn, tagsIn } from '../../nodes/Mailroom/parameters/tags/tags';
import { typedText } from '../../nodes/Mailroom/parameters/tags/typedText';
import { evaluate } from '../support/evaluate';

const item = { a: 1, name: 'Ada', tag: '{{firstName}}' };

const tags = [
	...['{{firstName}}', '{{ firstName }}', '{{firstName }}', '{{\tfirstName\n}}'],
	...['{{ first_name }}', '{{_name}}', '{{ first-name }}', '{{name2}}'],
	...['{{ contact.firstName }}', '{{contact.address.city}}', '{{ custom.2 }}'],
	...['{{ company.plan-name }}', '{{ firstName | upcase }}', '{{firstName|upcase}}'],
	...['{{ firstName | default: "friend" }}', "{{ firstName | default: 'my friend' }}"],
	...['{{ first_name | "there" }}', '{{ contact.name | default: "a \\"b\\" c" | upcase }}'],
	...['{{ firstName | default: "back\\\\slash" }}', '{{ firstName | default: "{brace}" }}'],
	...['{{ firstName | default: "" }}', '{{ firstName | default: "$friend" }}'],
	...["{{ plan | default: '$10' }}", '{{ firstName | default: "it\'s $5" }}'],
	...['{{ name | split: "," | first }}', '{{ firstName |\n\tdefault: "two\nlines" }}'],
	...['{{ firstName | default: "ü 🎉 \ud83c" }}', '{{ firstName | default: "a\u2028b" }}'],
	...['{{ firstName | default: "a\u2029b" }}', '{{ größe }}', '{{ Имя }}', '{{ 名前 }}'],
	'{{ prénom.été }}',
	// Names that stand in every object, or mean something in other places than n8n's expressions.
	...['{{ constructor }}', '{{ toString }}', '{{ __proto__ }}', '{{ async }}', '{{ of }}'],
	...['{{ email }}', '{{ name }}', '{{ zip }}', '{{ status }}', '{{ date }}', '{{ Name }}'],
	// Names of which a part is known.
	...['{{ Dates }}', '{{ newsletter }}', '{{ iframe }}', '{{ thisYear }}', '{{ undefinedName }}'],
	...['{{ contact.Date }}', '{{ contact.new }}', '{{ MATH }}', '{{ jsonData }}'],
];

/** Code of n8n or JavaScript. */
const code = [
	// Names of n8n.
	...['{{ $json.name }}', '{{$json.name}}', '{{ $json }}', '{{ $now }}', '{{ $json["name"] }}'],
	...['{{ $("Node").item.json.name }}', '{{ DateTime.now() }}', '{{ DateTime }}'],
	...['{{ DateTime.local }}', '{{ Interval }}', '{{ Duration.fromMillis(1) }}', '{{ Duration }}'],
	...['{{ extend }}', '{{ extendOptional }}', '{{ $json.name | "x" }}'],
	...['{{ name | "a" + $json.name + "b" }}', '{{ name || $json["first name"] }}'],
	'{{ $json.a || $json.name }}',
	// Names of JavaScript.
	...['{{ Date.now() }}', '{{ Date.now }}', '{{ new Date() }}', '{{ new Date }}'],
	...['{{ undefined }}', '{{ null }}', '{{ true }}', '{{ false }}', '{{ NaN }}'],
	...['{{ Infinity }}', '{{ this }}', '{{ this.name }}', '{{ Math.PI }}', '{{ JSON }}'],
	...['{{ Object }}', '{{ Number.MAX_SAFE_INTEGER }}', '{{ String }}', '{{ Intl }}'],
	...['{{ globalThis }}', '{{ typeof name }}', '{{ void 0 }}', '{{ if }}', '{{ await }}'],
	...['{{ true | false }}', '{{ Math.PI | 0 }}'],
	// More than a name.
	...['{{ name() }}', '{{ name.toUpperCase() }}', '{{ name.length + 1 }}', '{{ a + b }}'],
	...['{{ a ? b : c }}', '{{ a && b }}', '{{ a == b }}', '{{ a > 1 }}', '{{ a, b }}'],
	...['{{ !name }}', '{{ -name }}', '{{ [name] }}', '{{ items[0] }}', '{{ items[0].name }}'],
	...['{{ a?.b }}', '{{ a ?? b }}', '{{ (name) }}', '{{ {name} }}', '{{ name; }}'],
	...['{{ my name }}', '{{ name // comment\n }}', '{{ a.b.c() }}', '{{ a . b() }}'],
	...['{{ name. }}', '{{ .name }}', '{{ a..b }}'],
	// Literals.
	...['{{ "name" }}', "{{ 'name' }}", '{{ `name` }}', '{{ "{" + "{name}" + "}" }}'],
	...['{{ /name/ }}', '{{ 1 }}', '{{ 1.5 }}', '{{ 2nd }}', '{{ -1 }}'],
	// Nothing.
	...['{{}}', '{{ }}', '{{ | upcase }}', '{{{name}}}', '{{#if name}}', '{{/if}}', '{{> name}}'],
	...['{{! name}}', '{{@name}}', '{{ näme() }}'],
];

test.each(tags)(
	'a tag is %j, and comes out as typed, alone and beside a text and an expression',
	(tag) => {
		expect(tagsIn(tag)).toEqual([tag]);
		expect(evaluate(keepTags(tag))).toBe(tag);
		const text = (a: unknown, name: unknown) =>
			`Dear ${tag},\n"${a}" } { ${tag}${name}${tag} $${tag} ${a}`;
		const expression = text('{{ $json.a }}', '{{ $json.name.toUpperCase() }}');
		expect(evaluate(keepTags(expression), item)).toBe(text(1, 'ADA'));
		expect(tagsIn(expression)).toEqual([tag, tag, tag, tag]);
	},
);

/** Globals that n8n's expressions do not have; `gc` is there when another test of the process has exposed it. */
const notInExpressions = [
	...['gc', 'console', 'Float16Array', 'SuppressedError', 'DisposableStack'],
	'AsyncDisposableStack',
];

const globals = (runInNewContext('Object.getOwnPropertyNames(globalThis)') as string[]).filter(
	(name) => !notInExpressions.includes(name),
);

const keywords =
	'await break case catch class const continue debugger default delete do else enum export extends false finally for function if implements import in instanceof interface let new null package private protected public return static super switch this throw true try typeof var void while with yield'.split(
		' ',
	);

describe('no tag', () => {
	test('is a name of JavaScript itself, with or without more behind it', () => {
		expect(globals).toEqual(expect.arrayContaining(['Date', 'Math', 'undefined', 'parseInt']));
		const texts = [...globals, ...keywords].flatMap((name) => [
			`{{ ${name} }}`,
			`{{${name}.a.b}}`,
			`{{ ${name} | upcase }}`,
		]);
		expect(texts.flatMap((text) => tagsIn(typedText(`=${text}`)))).toEqual([]);
	});

	test.each(code)('is %j, which stays as it is', (text) => {
		expect(tagsIn(typedText(`=${text}`))).toEqual([]);
		expect(keepTags(text)).toBe(text);
		const beside = `a ${text} b`;
		expect(tagsIn(typedText(`=${beside}`))).toEqual([]);
		expect(keepTags(beside)).toBe(beside);
	});

	test.each([
		...['', 'Dear Ada', '{firstName}', '{ {firstName} }', '}} firstName {', '{', '}}', '$name'],
		...['{{ firstName', 'Dear {{ firstName }', '{{', 'a }} b {{ c'],
	])('is in %j, which stays as it is', (text) => {
		expect(tagsIn(text)).toEqual([]);
		expect(keepTags(text)).toBe(text);
	});
});

describe('where n8n sees code, and where text', () => {
	const cases: Array<[claim: string, expression: string, tags: string[], evaluated: string]> = [
		['braces after a backslash are text', 'a \\{{b}} c', [], 'a \\{{b}} c'],
		['a tag follows braces that are text', '\\{{b}} {{c}}', ['{{c}}'], '\\{{b}} {{c}}'],
		['braces after two backslashes are code', 'a \\\\{{b}}', ['{{b}}'], 'a \\{{b}}'],
		[
			'braces after three backslashes are text',
			'a \\\\\\{{b}} {{c}}',
			['{{c}}'],
			'a \\\\{{b}} {{c}}',
		],
		['a backslash elsewhere is text', 'C:\\temp {{b}}', ['{{b}}'], 'C:\\temp {{b}}'],
		[
			'an escaped closing brace does not close',
			'{{ b | "\\}}" }}',
			['{{ b | "\\}}" }}'],
			'{{ b | "\\}}" }}',
		],
		['closing braces close, in quotes too', '{{ b | "}}" }}', ['{{ b | "}}'], '{{ b | "}}" }}'],
		['closing braces alone are text', 'a }} {{b}}', ['{{b}}'], 'a }} {{b}}'],
		['a third brace is text behind a tag', '{{b}}}', ['{{b}}'], '{{b}}}'],
		['tags may touch', '{{b}}{{c}}{{b}}', ['{{b}}', '{{c}}', '{{b}}'], '{{b}}{{c}}{{b}}'],
		['unclosed braces behind a tag are no tag', '{{b}} {{c', ['{{b}}'], '{{b}} '],
		['a tag in a string of an expression is not touched', "{{ '{'+'{b}'+'}' }}", [], '{{b}}'],
		[
			'a value that looks like a tag is a value',
			'{{ $json.tag }} {{b}}',
			['{{b}}'],
			'{{firstName}} {{b}}',
		],
		[
			'two lines are no obstacle',
			'Dear {{b}},\n\n{{ $json.a }}\r\n{{c}}',
			['{{b}}', '{{c}}'],
			'Dear {{b}},\n\n1\r\n{{c}}',
		],
	];

	test.each(cases)('%s', (_claim, expression, expected, evaluated) => {
		expect(tagsIn(expression)).toEqual(expected);
		expect(evaluate(keepTags(expression), item)).toBe(evaluated);
	});

	test('without it the tags are gone, which is why all this', () => {
		expect(evaluate('Dear {{firstName}}, {{ $json.a }}', item)).toBe('Dear , 1');
	});
});

test.each(
	Object.entries({
		firstName: [
			...['firstname', 'FIRST_NAME', 'first-name', 'First Name', 'fistName', 'firtsName'],
			...['firstNamee', 'firztName', '<b>firstName</b>', '&nbsp;firstName&nbsp;', 'first<wbr>Name'],
			...['<span style="color: red">first_name</span>', 'firstName ?? "you"'],
			'First_Name ?? lastName',
		],
		lastName: ['lastname', 'last_nmae'],
		name: ['Name', 'NAME'],
		email: ['e-mail', 'Email', 'emial', "email || 'none'"],
		unsubscribeURL: ['unsubscribeUrl', 'unsubscribe_url', 'unsubscribURL'],
		companyName: ['company_name', 'Company Name', 'companyname'],
		avatarUrl: ['avatarURL'],
		userId: ['user_id', 'userID'],
	}),
)('is {{%s}} misspelled: %j', (suggestion, misspelled) => {
	for (const name of misspelled) {
		expect(misspelledTags(`<p>Dear {{ ${name} }},</p>`)).toEqual([{ name, suggestion }]);
	}
	const [name] = misspelled;
	expect(misspelledTags(`Dear {{${name} | "you" }},`)).toEqual([{ name, suggestion }]);
});

test.each([
	...['firstName | default: "a ?? b"', '<b>game</b>', 'company ?? "yours"', 'a || b'],
	...['firstName', 'lastName', 'name', 'email', ' firstName ', 'firstName | default: "x"'],
	...['game', 'names', 'company', 'plan', 'email2', 'lastDate', 'first', 'userId', 'languageCode'],
	...['nickname', 'e', 'customProperties.firstname', '$json.email', '', ' '],
])('leaves {{%s}} alone', (name) => {
	expect(misspelledTags(`Dear {{${name}}},`)).toEqual([]);
});

test('names each once, and none that is no tag', () => {
	const text = '{{firstname}} {{firstname}} {{ Email }} firstname {firstname} {{firstName}}';

	expect(misspelledTags(text)).toEqual([
		{ name: 'firstname', suggestion: 'firstName' },
		{ name: 'Email', suggestion: 'email' },
	]);
});

test.each([
	['Dear {{ firstName }}', 'Dear {{ firstName }}'],
	['{{ $json.a }}', '{{ $json.a }}'],
	['=Dear {{ firstName }}, {{ $json.text }} {{plan}}!', 'Dear {{ firstName }},   {{plan}}!'],
	['={{ $json.text }}', ' '],
	['={{ "{{firstName" + $json.a }}', ' '],
	['={{ "Hi {" + "{firstName}" + "}" }}', ' '],
	// Text on both sides of an expression does not become a tag.
	['={{{ $json.a }}{firstName}}', ' {firstName}}'],
	['={ {{ $json.a }}{firstName}}', '{  {firstName}}'],
	[7, '7'],
	[undefined, ''],
])('what the author typed in %j is %j', (entered, typed) => {
	expect(typedText(entered)).toBe(typed);
});

test('a tag that n8n cannot evaluate is one in a fixed text', () => {
	const tags = ['{{First Name}}', '{{<b>name</b>}}', '{{Favorite Bread}}', '{{ Date }}'];
	expect(tagsIn(`Dear ${tags.join(' ')} {{a + b}} {{ new Date }} {{ true }}`)).toEqual(tags);
});

test("only tags for a contact's own fields are the service's own", () => {
	const text =
		'{{firstName}} {{ email | "x" }} {{userId}} {{companyName}} {{Name}} {{company}} {{ $json.name }} {name}';

	const own = ['{{firstName}}', '{{ email | "x" }}', '{{userId}}', '{{companyName}}'];
	expect(ownTagsIn(text)).toEqual(own);
});

const COUNT = 50_000;

/** Quadratic work takes minutes of the processor here, linear work a fraction of a second. */
test.each([
	['escaped brackets', '\\{{', 0],
	['backslashes', '\\\\', 0],
	['backslashes before brackets', '\\\\\\\\{{a}}', COUNT],
	['tags', '{{firstName}} ', COUNT],
	['tags with a filter', '{{firstName | "you"}}', COUNT],
	['quotation marks', '{{ "\'', 0],
	['open brackets', '{{', 0],
	['closing brackets', '}}', 0],
	['tags with another value', '{{ firstName ?? "you" }}', COUNT],
	['marks of other values', '{{ a ?? ', 0],
])('personalization tags are found in no time in many %s', (_what, piece, tags) => {
	const text = piece.repeat(COUNT);
	const begin = process.cpuUsage();

	expect(tagsIn(text)).toHaveLength(tags);
	expect(keepTags(text).length).toBeGreaterThanOrEqual(text.length);
	expect(process.cpuUsage(begin).user / 1000).toBeLessThan(4000);
});

test.each(['<', '<b>', '&nbsp;', '?? ', '| '])('nor takes it long in a tag of many %j', (piece) => {
	const begin = process.cpuUsage();
	misspelledTags(`{{${piece.repeat(100_000)}firstName}}`);
	expect(process.cpuUsage(begin).user / 1000).toBeLessThan(2000);
});
