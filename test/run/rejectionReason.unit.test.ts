import { findNamedUnits, withoutAddresses } from '../../nodes/Mailroom/run/send/rejectionReason';

const addresses = ['ann', 'joann', 'ann.lee', 'bob', "o'neil", 'neil', 'eve'].map(
	(name) => `${name}@example.com`,
);

const named = (reason: string, units = addresses) =>
	findNamedUnits(units, reason, (address) => address).map((address) => address.split('@')[0]);

test.each<[reason: string, names: string[]]>([
	['contacts[3].email is invalid', ['bob']],
	['body/contacts/3/email must match format "email"', ['bob']],
	['contacts.3.email is invalid', ['bob']],
	['contacts/3 is invalid', ['bob']],
	["Value at path 'contacts.Index 3.email' was not of type 'String'.", ['bob']],
	["No such key 'email' at path 'contacts.Index 3'.", ['bob']],
	['contactEmails.Index 0 is not a contact', ['ann']],
	['Contacts[3].Email is invalid', ['bob']],
	['contactEmails[0] is not a contact', ['ann']],
	['contacts[1] is bad; contacts[3] is bad', ['joann', 'bob']],
	['contacts[7].email is invalid', []],
	['contacts[99999] is invalid', []],
	['There is no contact joann@example.com', ['joann']],
	['There is no contact "ANN@Example.com".', ['ann']],
	['list: ann.lee@example.com is not subscribed', ['ann.lee']],
	["'neil@example.com' is unknown", ['neil']],
	['email=bob@example.com, status=bounced', ['bob']],
	['ann@example.com.au is unknown', []],
	['x+bob@example.com is unknown', []],
	['contact 3 is bad', []],
	// Most of the request.
	[`${addresses.join(', ')}: one of them is unknown`, []],
])('%j names %j', (reason, names) => {
	expect(named(reason)).toEqual(names);
});

test('a reason names half of the units at the most', () => {
	expect(named('contacts[0] is bad', addresses.slice(0, 1))).toEqual([]);
	expect(named('contacts[1] is bad', addresses.slice(0, 2))).toEqual(['joann']);
});

test('a unit without an address is named by its place alone', () => {
	expect(findNamedUnits(['a', 'b'], 'contacts[1]: undefined', () => undefined)).toEqual(['b']);
});

test('takes no time over a text made to be slow', () => {
	const texts = ['contacts[', 'ann@example.com', '@'.repeat(10)].map((text) => text.repeat(2_000));
	const before = process.cpuUsage();
	for (const text of texts) named(text);
	expect(process.cpuUsage(before).user / 1000).toBeLessThan(2_000);
});

test.each([
	['There is no contact ada@example.com (status 404).', 'There is no contact … (status 404).'],
	['Is "ada@example.com", or (b@c.de)?', 'Is … or …'],
	['No address at all', 'No address at all'],
])('without addresses %j is %j', (text, expected) => {
	expect(withoutAddresses(text)).toBe(expected);
});
