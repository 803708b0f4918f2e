import { evaluatorOf, type PlainItems } from '../../nodes/Mailroom/parameters/evaluator';
import { evaluate } from '../support/evaluate';

const json = {
	email: 'ada@example.com',
	'Full Name': 'Ada Example',
	address: { city: 'Berlin' },
	tags: ['a'],
};

/** Expressions that n8n evaluates. */
const LEFT = 'left to n8n';

const itemOf: PlainItems['itemOf'] = (node, which) =>
	node === 'The Text' ? { which, body: 'Hello', parts: { html: '<p>' }, none: null } : undefined;

const readWith = (raw: unknown, item: PlainItems['json']) =>
	evaluatorOf(raw, 'Field')({ evaluate: () => LEFT, plain: { json: item, itemOf } });

test.each([
	['{{firstName}}', '{{firstName}}'],
	[50, 50],
	[null, null],
	[
		{ name: "={{ $json['Full Name'] }}", lists: ['a', '={{ $json.email }}', '={{ $json.plan }}'] },
		{ name: 'Ada Example', lists: ['a', 'ada@example.com', LEFT] },
	],
	["={{ $('The Text').item.json.body }}", 'Hello'],
	['={{ $("The Text").first().json.which }}', 'first'],
	["={{$('The Text').last().json.which}}", 'last'],
	["={{ $('The Text').item.json.parts.html }}", '<p>'],
])('%j is read as it stands', (raw, value) => {
	expect(readWith(raw, json)).toEqual(value);
});

test.each([
	...['={{ $json.phone }}', '={{ $json.hasOwnProperty }}', '={{ $json.address }}'],
	...['={{ $json.tags }}', '={{ $json.address.city }}', '=Hello {{ $json.email }}'],
	...['={{ $json.email.toUpperCase() }}', '={{ $json.email }}{{ $json.email }}', '=hello'],
	...['={{ $json.email }} ', '={{ $json.email }}\n', '={{firstName}}'],
	...["={{ $('Another').item.json.body }}", "={{ $('The Text').item.json.none }}"],
	...["={{ $('The Text').item.json.parts }}", "={{ $('The Text').item.json.toString }}"],
	...["={{ $('The Text').item.json.body.length }}", "={{ $('The Text').first(1).json.body }}"],
	...["={{ $('The Text').all()[0].json.body }}", "={{ $('The Text').item.json.body.trim() }}"],
	...["={{ $('The Text').item.json }}", "=Hi {{ $('The Text').item.json.body }}"],
])('%j is left to n8n', (raw) => {
	expect(readWith(raw, json)).toBe(LEFT);
});

test('everything is left to n8n where items cannot be read directly', () => {
	const evaluator = evaluatorOf('={{ $json.email }}', 'Field');
	expect(evaluator({ evaluate: (text) => text })).toBe('{{ $json.email }}');
});

const values = ['', 'a', '=1+1', '{{ b }}', '\\n', '"', ' x ', 0, -0, 1.5, NaN];
const others = [true, false, null, undefined, {}, [], new Date(0), Infinity];
const names = [
	...['a', 'b c', '_', 'a1', '1a', '0', 'a-b', 'x.y', 'größe', "x'y", 'x"y', 'a{b', 'a]b'],
	...['toString', 'length', 'true', 'new', 'json', 'toJSON', 'then', '$x', ' a ', 'a\\nb'],
];

test.each<[form: string, write: (name: string) => string]>([
	['{{ $json.x }}', (name) => `={{ $json.${name} }}`],
	['{{$json.x}}', (name) => `={{$json.${name}}}`],
	["{{ $json['x'] }}", (name) => `={{ $json['${name}'] }}`],
	['{{ $json["x"] }}', (name) => `={{ $json["${name}"] }}`],
	['two lines', (name) => `={{\n\t$json.${name}\n}}`],
])("what is read is what n8n's own evaluation gives: %s", (_, write) => {
	let count = 0;
	for (const name of names) {
		for (const value of [...values, ...others]) {
			const raw = write(name);
			const plain = readWith(raw, { [name]: value });
			if (plain === LEFT) continue;
			count += 1;
			expect([raw, plain]).toEqual([raw, evaluate(raw.slice(1), { [name]: value })]);
		}
	}
	expect(count).toBeGreaterThan(50);
});
