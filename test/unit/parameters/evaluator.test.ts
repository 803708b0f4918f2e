import { evaluatorOf, type PlainItems } from '../../../nodes/Mailroom/parameters/evaluator';
import { evaluate } from '../evaluate';

const json = {
	email: 'ada@example.com',
	'Full Name': 'Ada Example',
	empty: '',
	seats: 5,
	isMember: false,
	nothing: null,
	address: { city: 'Berlin' },
	tags: ['a'],
	toString: 'own',
};

/** What n8n would evaluate. */
const LEFT = 'left to n8n';

const readWith = (raw: unknown, plain: Partial<PlainItems>) =>
	evaluatorOf(raw)({
		evaluate: () => LEFT,
		plain: { json: {}, itemOf: () => undefined, ...plain },
	});

const read = (raw: unknown) => readWith(raw, { json });

describe('a parameter that needs no evaluation is read as it stands:', () => {
	test.each([
		['a fixed text', 'hello', 'hello'],
		['a text with braces that is no expression', '{{firstName}}', '{{firstName}}'],
		['a switch', true, true],
		['a number', 50, 50],
		['nothing', null, null],
		['a field of the item', '={{ $json.email }}', 'ada@example.com'],
		[
			'a collection with fields inside',
			{ name: "={{ $json['Full Name'] }}", userId: 7, lists: ['a', '={{ $json.email }}'] },
			{ name: 'Ada Example', userId: 7, lists: ['a', 'ada@example.com'] },
		],
	])('%s', (_, raw, value) => {
		expect(read(raw)).toEqual(value);
	});
});

describe('the field of an item of another node is read where n8n has it:', () => {
	const itemOf: PlainItems['itemOf'] = (node, which) =>
		node === 'The Text' ? { which, body: 'Hello', parts: { html: '<p>' }, none: null } : undefined;
	const readOf = (raw: string) => readWith(raw, { itemOf });

	test.each([
		["={{ $('The Text').item.json.body }}", 'Hello'],
		['={{ $("The Text").first().json.which }}', 'first'],
		["={{$('The Text').last().json.which}}", 'last'],
		["={{ $('The Text').item.json.parts.html }}", '<p>'],
	])('%s', (raw, value) => {
		expect(readOf(raw)).toEqual(value);
	});

	test.each([
		"={{ $('Another').item.json.body }}",
		"={{ $('The Text').item.json.none }}",
		"={{ $('The Text').item.json.parts }}",
		"={{ $('The Text').item.json.missing }}",
		"={{ $('The Text').item.json.toString }}",
		"={{ $('The Text').item.json.body.length }}",
		"={{ $('The Text').first(1).json.body }}",
		"={{ $('The Text').all()[0].json.body }}",
		"={{ $('The Text').item.json.body.trim() }}",
		"={{ $('The Text').item.json }}",
		"=Hi {{ $('The Text').item.json.body }}",
		"={{ $('The Text').item.json.body }} ",
	])('%s is left to n8n', (raw) => {
		expect(readOf(raw)).toBe(LEFT);
	});
});

describe('all else is left to n8n:', () => {
	test.each([
		['a missing field', '={{ $json.phone }}'],
		['a field that only the prototype has', '={{ $json.hasOwnProperty }}'],
		['null', '={{ $json.nothing }}'],
		['an object', '={{ $json.address }}'],
		['a list', '={{ $json.tags }}'],
		['a path', '={{ $json.address.city }}'],
		['text around a field', '=Hello {{ $json.email }}'],
		['a method', '={{ $json.email.toUpperCase() }}'],
		['another node', "={{ $('Input').item.json.email }}"],
		['two expressions', '={{ $json.email }}{{ $json.seats }}'],
		['an expression without braces', '=hello'],
		['a space behind the braces', '={{ $json.email }} '],
		['a line break behind the braces', '={{ $json.email }}\n'],
		['a tag', '={{firstName}}'],
	])('%s', (_, raw) => {
		expect(read(raw)).toBe(LEFT);
	});

	test('one member of a collection, but not the others', () => {
		const raw = { name: '={{ $json.email }}', plan: '={{ $json.plan }}' };
		expect(read(raw)).toEqual({ name: json.email, plan: LEFT });
	});

	test('everything where items cannot be read directly', () => {
		expect(evaluatorOf('={{ $json.email }}')({ evaluate: (text) => text })).toBe(
			'{{ $json.email }}',
		);
	});
});

describe("what is read is what n8n's own evaluation gives:", () => {
	const values = ['', 'a', '=1+1', '{{ b }}', '{{firstName}}', '\\n', '"', ' x ', 0, -0, 1.5, NaN];
	const others = [true, false, null, undefined, {}, [], new Date(0), Infinity];
	const names = [
		...['a', 'b c', '_', 'a1', '1a', '0', 'a-b', 'x.y', 'größe', "x'y", 'x"y', 'a{b', 'a]b'],
		...['toString', 'length', 'true', 'new', 'json', 'toJSON', 'then', '$x', ' a ', 'a\\nb'],
	];

	const forms: Array<[form: string, write: (name: string) => string]> = [
		['{{ $json.x }}', (name) => `={{ $json.${name} }}`],
		['{{$json.x}}', (name) => `={{$json.${name}}}`],
		["{{ $json['x'] }}", (name) => `={{ $json['${name}'] }}`],
		['{{ $json["x"] }}', (name) => `={{ $json["${name}"] }}`],
		['two lines', (name) => `={{\n\t$json.${name}\n}}`],
		['a space before the equals sign', (name) => ` ={{ $json.${name} }}`],
	];

	test.each(forms)('%s', (_, write) => {
		let count = 0;
		for (const name of names) {
			for (const value of [...values, ...others]) {
				const item = { [name]: value };
				const raw = write(name);
				const plain = readWith(raw, { json: item });
				if (plain === LEFT) continue;
				count += 1;
				expect([raw, plain]).toEqual([
					raw,
					raw.startsWith('=') ? evaluate(raw.slice(1), item) : raw,
				]);
			}
		}
		expect(count).toBeGreaterThan(50);
	});
});
