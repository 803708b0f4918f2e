import { InvalidParameter } from '../../nodes/Mailroom/parameters/InvalidParameter';
import { autoMap } from '../../nodes/Mailroom/resources/contact/autoMap';
import { refusalOf } from '../support/refusal';

const email = 'ada@example.com';

/** Of JSON, as items have it. */
const map = (json: string | object, ignored: string[] = []) =>
	autoMap(typeof json === 'string' ? JSON.parse(json) : json, ignored);

const messageOf = (json: string | object, ignored?: string[]) =>
	refusalOf(InvalidParameter, () => map(json, ignored));

test('columns that are named like fields become fields, and all others custom properties', () => {
	expect(
		map({
			'E-Mail': ` ${email} `,
			Name: 'Ada Example',
			'User ID': 7,
			avatar_url: 'https://example.com/a.png',
			'Language Code': 'en_US',
			'Subscribed to Lists': 'newsletter; product-updates',
			Company: 'Engines',
			seats: 42,
			vip: true,
			'Date of birth': new Date('1815-12-10T00:00:00Z'),
			'address.city': 'London',
		}),
	).toStrictEqual({
		email,
		name: 'Ada Example',
		userId: '7',
		avatarUrl: 'https://example.com/a.png',
		languageCode: 'en_US',
		subscribedToLists: ['newsletter', 'product-updates'],
		customProperties: {
			Company: 'Engines',
			seats: 42,
			vip: 'true',
			'Date of birth': '1815-12-10T00:00:00Z',
			'address.city': 'London',
		},
	});
});

test.each([
	'email',
	'EMAIL',
	'E-Mail',
	'E‑Mail',
	'\uFEFFemail',
	'Email_Address',
	'  Email  Address ',
])('%j is the column of the address', (column) => {
	expect(map({ [column]: email })).toStrictEqual({ email });
});

test.each(['Mail', 'Full Name', 'Vorname', 'surname', 'language', 'email 2', 'id', 'Nom'])(
	'%j is its own column',
	(column) => {
		expect(map({ email, [column]: 'x' })).toStrictEqual({
			email,
			customProperties: { [column]: 'x' },
		});
	},
);

test.each(['', null, []])('a cell that holds %j is left out', (empty) => {
	const cells = ['name', 'User ID', 'avatarUrl', 'languageCode', 'subscribedToLists', 'plan', ''];
	const json = Object.fromEntries(cells.map((column) => [column, empty]));
	expect(map({ email, ...json })).toStrictEqual({ email });
});

test.each([
	[{ 'First Name': 'Ada', 'Last Name': 'Example' }, { name: 'Ada Example' }],
	[{ lastname: ' Example ', firstname: ' Ada ' }, { name: 'Ada Example' }],
	[{ 'first-name': 'Ada', 'Last Name': '' }, { name: 'Ada' }],
	[{ name: '', first_name: 'Ada', last_name: 'Example' }, { name: 'Ada Example' }],
	[
		{ 'First Name': 'Ada', Name: 'Ada Example' },
		{ name: 'Ada Example', customProperties: { 'First Name': 'Ada' } },
	],
])('the name from %j', (columns, expected) => {
	expect(map({ email, ...columns })).toStrictEqual({ email, ...expected });
});

test.each(['__proto__', 'constructor'])('%s is a column like any other', (name) => {
	const contact = map(`{"email": "${email}", "${name}": "x"}`);
	expect(JSON.stringify(contact)).toBe(`{"email":"${email}","customProperties":{"${name}":"x"}}`);
});

test.each<[claim: string, columns: object, written: object, ignored?: string[]]>([
	[
		'columns in any spelling are ignored, those of fields too',
		{ row_number: 2, 'Internal Notes': 'x', name: 'Ada', plan: 'pro' },
		{ customProperties: { plan: 'pro' } },
		['Row Number', 'internal-notes', 'NAME'],
	],
	['of two columns for the address the one that is filled in counts', { 'E-Mail': '' }, {}],
	['so does the other one', { email: '', 'E-Mail': email }, {}],
	['they may have the same address', { 'E-Mail': ` ${email} ` }, {}],
	['also in other cases', { 'E-Mail': email.toUpperCase() }, {}],
	[
		'beside a full name, each column with a part of the name is a custom property',
		{ name: 'Ada Example', 'First Name': 'Ada', first_name: 'A.' },
		{ name: 'Ada Example', customProperties: { 'First Name': 'Ada', first_name: 'A.' } },
	],
	[
		'two columns with the same lists are no contradiction',
		{ subscribedToLists: ['news'], subscribed_to_lists: ['news'] },
		{ subscribedToLists: ['news'] },
	],
	[
		'custom properties may be JSON text, as in a sheet',
		{ 'Custom Properties': '{"plan": "pro"}' },
		{ customProperties: { plan: 'pro' } },
	],
	[
		'single custom properties may be ignored',
		{ customProperties: { plan: 'pro', 'Internal Notes': 'x' } },
		{ customProperties: { plan: 'pro' } },
		['internal notes'],
	],
	['or all of them', { customProperties: { plan: 'pro' } }, {}, ['customProperties']],
	[
		'a column may say the same as a custom property, or be empty',
		{
			...{ plan: 'pro', seats: '', company: 'Engines' },
			customProperties: { plan: 'pro', seats: 3, company: null },
		},
		{ customProperties: { plan: 'pro', seats: 3, company: 'Engines' } },
	],
	['the time of a bounce may be spelled otherwise', { 'Hard Bounced At': '2026-05-01' }, {}],
])('%s: %j', (...[, columns, written, ignored]) => {
	expect(map({ email, ...columns }, ignored)).toStrictEqual({ email, ...written });
});

describe('a contact as Get Many returns it', () => {
	const contact = {
		email,
		userId: 12,
		name: 'Ada Example',
		avatarUrl: null,
		languageCode: 'en-US',
		hardBouncedAt: '2026-05-01T10:00:00.000Z',
		subscribedToLists: ['important', 'newsletter'],
	};
	const written = {
		email,
		userId: '12',
		name: 'Ada Example',
		languageCode: 'en-US',
		subscribedToLists: ['important', 'newsletter'],
	};

	test('can be written back: its custom properties are custom properties', () => {
		const since = '2026-05-01T10:00:00.123Z';
		const customProperties = { plan: 'pro', seats: 3, since, company: null, name: 'x', email: 'y' };
		expect(map({ ...contact, customProperties })).toStrictEqual({
			...written,
			customProperties: { plan: 'pro', seats: 3, since, name: 'x', email: 'y' },
		});
	});

	test.each([{}, null, '', '{}', { plan: null }])('may have no custom properties: %j', (none) => {
		expect(map({ ...contact, customProperties: none })).toStrictEqual(written);
	});
});

describe('refuses', () => {
	test('an item without a column for the address, and lists those found', () => {
		expect(messageOf({ 'First Name': 'Ada', Company: 'Engines' })).toBe(
			'"Data Mode" is "Map Automatically", but the input has no column with the email address. Columns found: "First Name", "Company". Rename the column that contains the address to "email"',
		);
		expect(messageOf({})).toMatch(/Columns found: none\. Rename /);
		const many = Object.fromEntries(Array.from({ length: 200 }, (_, n) => [`c${n}`, n]));
		expect(messageOf(many)).toMatch(/"c29" and 170 more\. Rename /);
	});

	test('an address column that is ignored', () => {
		expect(messageOf({ email, plan: 'pro', row: 1 }, ['email', 'row'])).toMatch(
			/Columns found: "plan"\. Rename /,
		);
	});

	test('an empty cell in the column of the address', () => {
		expect(messageOf({ 'E-Mail': ' ', plan: 'pro' })).toBe(
			'Column "E-Mail" is empty, but required. Fill it in, or remove the row',
		);
	});

	test.each([
		[{ 'E-Mail': 'nobody' }, /^Column "E-Mail" isn't an email address: "nobody"/],
		[{ email, 'Avatar URL': 'none' }, /^Column "Avatar URL" isn't a web address/],
		[{ email, 'First Name': { first: 'Ada' } }, /^Column "First Name" must be text/],
		[{ email, tags: ['a', 'b'] }, /^Column "tags" must be text or a number/],
		[{ email, address: { city: 'x' } }, /^Column "address" must be text or a number/],
		[
			{ email, subscribedToLists: [1] },
			/^Column "subscribedToLists" must contain names as text, but contains "1"/,
		],
		[{ email, ' ': 'x' }, /the value "x" is in a column without a name$/],
		[{ email, customProperties: { '': 'x' } }, /the value "x" is in a column without a name$/],
		[{ email, customProperties: { plan: {} } }, /^Column "customProperties\.plan" must be text or/],
		...['pro', '{"plan": ', ['pro'], 7].map((value): [object, RegExp] => [
			{ email, customProperties: value },
			/^Column "customProperties" must be an object such as \{"plan": "pro"\}, but is /,
		]),
	])('%j, and names the column', (columns, message) => {
		expect(messageOf(columns)).toMatch(message);
	});

	test.each([
		[{ email, 'E-Mail': 'grace@example.com' }, 'Column "E-Mail" and column "email"'],
		[
			{ 'email address': email, EMAIL: 'grace@example.com' },
			'Column "EMAIL" and column "email address"',
		],
		[{ email, plan: 'a', ' plan ': 'b' }, 'Column " plan " and column "plan"'],
		[{ email, plan: { id: 1n }, ' plan ': {} }, 'Column " plan " and column "plan"'],
		[{ email, userId: 'ab1', 'User ID': 'AB1' }, 'Column "User ID" and column "'],
		[{ email, plan: 'Pro', 'plan ': 'pro' }, 'Column "plan " and column "plan"'],
		[
			{ email, plan: 'a', customProperties: { plan: 'b' } },
			'Column "customProperties.plan" and column "plan"',
		],
	])('two columns for the same with different values: %j', (columns, message) => {
		expect(messageOf(columns)).toContain(message);
		expect(messageOf(columns)).toContain('Remove one of the two columns');
	});
});
