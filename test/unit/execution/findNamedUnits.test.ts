import { findNamedUnits } from '../../../nodes/Mailroom/execution/findNamedUnits';

const addresses = ['ann', 'joann', 'ann.lee', 'bob', "o'neil", 'neil', 'eve'].map(
	(name) => `${name}@example.com`,
);

const named = (reason: string, units = addresses) =>
	findNamedUnits(units, reason, (address) => address).map((address) => address.split('@')[0]);

test.each<[reason: string, names: string[]]>([
	['contacts[3].email is invalid', ['bob']],
	['body/contacts/3/email must match format "email"', ['bob']],
	['contacts.3.email is invalid', ['bob']],
	['contactEmails[0] is not a contact', ['ann']],
	['contacts[1] is bad; contacts[3] is bad', ['joann', 'bob']],
	['contacts[7].email is invalid', []],
	['contacts[99999] is invalid', []],
	['There is no contact joann@example.com', ['joann']],
	['There is no contact "ANN@Example.com".', ['ann']],
	['list: ann.lee@example.com is not subscribed', ['ann.lee']],
	["'neil@example.com' is unknown", ['neil']],
	['email=bob@example.com, status=bounced', ['bob']],
	['joann@example.com and ann@example.com are taken', ['ann', 'joann']],
	['ann@example.com.au is unknown', []],
	['x+bob@example.com is unknown', []],
	['Too many contacts', []],
	['contact 3 is bad', []],
	['', []],
])('%j names %j', (reason, names) => {
	expect(named(reason)).toEqual(names);
});

test('a reason that names most of the request names nobody', () => {
	expect(named(`${addresses.join(', ')}: one of them is unknown`)).toEqual([]);
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
