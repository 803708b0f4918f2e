const { plainReader } = require('../../../nodes/Mailroom/parameters/plainValue');

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

/** @param {unknown} raw */
const read = (raw) => plainReader(raw)?.(json);

describe('a parameter that needs no evaluation is read as it stands:', () => {
	test.each([
		['a fixed text', 'hello', 'hello'],
		['a text with braces that is no expression', '{{firstName}}', '{{firstName}}'],
		['a switch', true, true],
		['a number', 50, 50],
		['nothing', null, null],
		['a field of the item', '={{ $json.email }}', 'ada@example.com'],
		['a field without spaces around it', '={{$json.email}}', 'ada@example.com'],
		['a field with a space in its name', "={{ $json['Full Name'] }}", 'Ada Example'],
		['a field in double quotes', '={{ $json["email"] }}', 'ada@example.com'],
		['an empty field', '={{ $json.empty }}', ''],
		['a number of the item', '={{ $json.seats }}', 5],
		['a boolean of the item', '={{ $json.isMember }}', false],
		['a field with the name of a method', '={{ $json.toString }}', 'own'],
		[
			'a collection with fields inside',
			{ name: "={{ $json['Full Name'] }}", userId: 7, lists: ['a', '={{ $json.email }}'] },
			{ name: 'Ada Example', userId: 7, lists: ['a', 'ada@example.com'] },
		],
	])('%s', (_, raw, value) => {
		expect(read(raw)).toEqual({ value });
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
		['a tag', '={{firstName}}'],
		['one member of a collection', { name: 'Ada', plan: '={{ $json.plan }}' }],
	])('%s', (_, raw) => {
		expect(read(raw)).toBeUndefined();
	});
});
