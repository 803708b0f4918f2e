import { InvalidParameter } from '../../../../nodes/Mailroom/parameters/InvalidParameter';
import { contactFromColumns } from '../../../../nodes/Mailroom/resources/contact/autoMap';
import { refusalOf } from '../../refusal';

const email = 'ada@example.com';

/** Of JSON, as items have it. */
const map = (json: string | object, ignored: string[] = []) =>
	contactFromColumns(typeof json === 'string' ? JSON.parse(json) : json, ignored);

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
			'Date of birth': '1815-12-10T00:00:00.000Z',
			'address.city': 'London',
		},
	});
});

test.each([
	[{ email, Mail: 'yes' }, { customProperties: { Mail: 'yes' } }],
	[{ Mail: 'yes', email }, { customProperties: { Mail: 'yes' } }],
	[{ email, mail: email }, {}],
	[
		{ name: 'Ada', 'Full Name': 'Ada E.' },
		{ name: 'Ada', customProperties: { 'Full Name': 'Ada E.' } },
	],
	[
		{ Vorname: 'Grace', 'First Name': 'Ada' },
		{ name: 'Ada', customProperties: { Vorname: 'Grace' } },
	],
])('of %j the better name counts, and the other is a custom property', (columns, expected) => {
	expect(map({ email, ...columns })).toStrictEqual({ email, ...expected });
});

test.each(['', '  ', null, undefined, []])('a cell that holds %j is left out', (empty) => {
	const cells = ['name', 'User ID', 'avatarUrl', 'languageCode', 'subscribedToLists', 'plan', ''];
	const json = Object.fromEntries(cells.map((column) => [column, empty]));
	expect(map({ email, ...json })).toStrictEqual({ email });
});

test.each([
	[{ 'First Name': 'Ada', 'Last Name': 'Example' }, { name: 'Ada Example' }],
	[{ surname: ' Example ', firstname: ' Ada ' }, { name: 'Ada Example' }],
	[{ Vorname: 'Ada', Nachname: '' }, { name: 'Ada' }],
	[{ name: '', first_name: 'Ada', last_name: 'Example' }, { name: 'Ada Example' }],
	[
		{ 'First Name': 'Ada', Name: 'Ada Example' },
		{ name: 'Ada Example', customProperties: { 'First Name': 'Ada' } },
	],
])('the name from %j', (columns, expected) => {
	expect(map({ email, ...columns })).toStrictEqual({ email, ...expected });
});

test.each([
	['newsletter'],
	['newsletter, newsletter'],
	[' newsletter ;'],
	['["newsletter"]'],
	[['newsletter']],
])('the list from %j', (subscribedToLists) => {
	expect(map({ email, subscribedToLists }).subscribedToLists).toEqual(['newsletter']);
});

test.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])(
	'%s is a column like any other',
	(name) => {
		const contact = map(`{"email": "${email}", "${name}": "x"}`);
		expect(JSON.stringify(contact)).toBe(`{"email":"${email}","customProperties":{"${name}":"x"}}`);
	},
);

test('ignores columns in any spelling, those of fields too', () => {
	const columns = { email, row_number: 2, 'Internal Notes': 'x', name: 'Ada', plan: 'pro' };
	expect(map(columns, ['Row Number', 'internal-notes', 'NAME'])).toStrictEqual({
		email,
		customProperties: { plan: 'pro' },
	});
});

test('takes the custom properties of a contact that this node has returned', () => {
	const returned = { email, customProperties: { plan: 'pro', seats: 4 }, company: 'Engines' };
	expect(map(returned).customProperties).toEqual({ plan: 'pro', seats: 4, company: 'Engines' });
});

test.each([
	[{ email: '', 'E-Mail': email }],
	[{ email, 'E-Mail': '' }],
	[{ email, 'E-Mail': ` ${email} ` }],
	[{ email, mail: email }],
	[{ email, 'E-Mail': email.toUpperCase() }],
])('of two columns for the address, the one that is filled in counts: %j', (columns) => {
	expect(map(columns)).toStrictEqual({ email });
});

describe('refuses', () => {
	test('an item without a column for the address, and lists those found', () => {
		expect(messageOf({ 'First Name': 'Ada', Company: 'Engines' })).toBe(
			'"Data Mode" is "Map Automatically", but the input has no column with the email address. Name it "email". Columns found: "First Name", "Company"',
		);
		expect(messageOf({})).toMatch(/Columns found: none$/);
		const many = Object.fromEntries(Array.from({ length: 200 }, (_, n) => [`c${n}`, n]));
		expect(messageOf(many)).toMatch(/"c29" and 170 more$/);
	});

	test('an address column that is ignored', () => {
		expect(messageOf({ email, plan: 'pro', row: 1 }, ['email', 'row'])).toMatch(
			/Columns found: "plan"$/,
		);
	});

	test('an empty cell in the column of the address', () => {
		expect(messageOf({ 'E-Mail': ' ', plan: 'pro' })).toBe(
			'Column "E-Mail" is empty, but an address is required',
		);
	});

	test.each([
		[{ 'E-Mail': '', Mail: email }, /^Column "E-Mail" is empty/],
		[{ Mail: email, 'E-Mail': '' }, /^Column "E-Mail" is empty/],
		[{ 'E-Mail': 'nobody' }, /^Column "E-Mail" is not an email address: "nobody"/],
		[{ email, 'Avatar URL': 'none' }, /^Column "Avatar URL" is not a web address/],
		[{ email, 'Full Name': { first: 'Ada' } }, /^Column "Full Name" must be text/],
		[{ email, tags: ['a', 'b'] }, /^Column "tags" must be a text or a number/],
		[{ email, address: { city: 'x' } }, /^Column "address" must be a text or a number/],
		[{ email, subscribedToLists: [1] }, /^Column "subscribedToLists" holds "1"/],
		[{ email, customProperties: 'none' }, /^Column "customProperties" must hold names/],
		[{ email, ' ': 'x' }, /the value "x" stands in a column without a name$/],
	])('%j, and names the column', (columns, message) => {
		expect(messageOf(columns)).toMatch(message);
	});

	test.each([
		[
			{ email, 'E-Mail': 'grace@example.com' },
			'Column "E-Mail" means the same as the column "email"',
		],
		[
			{ mail: email, Courriel: 'grace@example.com' },
			'Column "Courriel" means the same as the column "mail"',
		],
		[
			{ email, plan: 'a', customProperties: { plan: 'b' } },
			'Column "customProperties › plan" means the same as the column "plan"',
		],
		[{ email, plan: 'a', ' plan ': 'b' }, 'Column " plan " means the same as the column "plan"'],
		[
			{ email, note: `${'x'.repeat(90)}1`, 'note ': `${'x'.repeat(90)}2` },
			'means the same as the column "note"',
		],
		[{ email, userId: 'ab1', 'User ID': 'AB1' }, 'Column "User ID" means the same as the column "'],
		[{ email, plan: 'Pro', 'plan ': 'pro' }, 'Column "plan " means the same as the column "plan"'],
	])('two columns for the same with different values: %j', (columns, message) => {
		expect(messageOf(columns)).toContain(message);
		expect(messageOf(columns)).toContain('Remove one of the two columns');
	});
});
