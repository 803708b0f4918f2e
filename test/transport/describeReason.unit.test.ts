import { describeReason, reasonOf } from '../../nodes/Mailroom/transport/describeReason';

const rewritten: Array<[wire: string, inWords: string]> = [
	['contacts[0].email must be an email address', 'email must be an email address'],
	['contacts.0.email is invalid', 'email is invalid'],
	['/contacts/0/email must match format "email"', 'email must match format "email"'],
	['body/contacts/12/avatarUrl must be a URL', 'avatarUrl must be a URL'],
	['body.contacts[3].name is too long', 'name is too long'],
	['data/contacts/0/email is invalid', 'email is invalid'],
	['"contacts[0].email" must be a valid email', '"email" must be a valid email'],
	['request.body.contacts[3].name is too long', 'name is too long'],
	['contacts[7] must be an object', 'The contact must be an object'],
	['contacts/0 is no object', 'The contact is no object'],
	[
		'contacts[0].customProperties.First Name is not defined in the dashboard',
		'Custom property "First Name" is not defined in the dashboard',
	],
	[
		'customProperties.Date of birth is not defined',
		'Custom property "Date of birth" is not defined',
	],
	['customProperties.plan: too long', 'Custom property "plan": too long'],
	['customProperties.a.b must be a number', 'Custom property "a.b" must be a number'],
	['Unknown field contacts[0].customProperties.plan.', 'Unknown field custom property "plan".'],
	['"customProperties.First Name" is not allowed', 'Custom property "First Name" is not allowed'],
	['/contacts/0/customProperties/seats must be number', 'Custom property "seats" must be number'],
	[
		'contacts[0].subscribedToLists[1]: there is no list "x"; contacts[1].email is taken',
		'subscribedToLists: there is no list "x"; email is taken',
	],
	[
		"Value at path 'contacts.Index 37.email' was not of type 'String'.",
		"Value at path 'email' was not of type 'String'.",
	],
	["No such key 'email' at path 'contacts.Index 0'.", "No such key 'email' at path 'the contact'."],
	[
		"Value at path 'contacts.Index 3.customProperties.First Name' was not of type 'String'.",
		`Value at path custom property "First Name" was not of type 'String'.`,
	],
	[
		"Value at path 'contacts.Index 3.subscribedToLists.Index 1' was not of type 'String'.",
		"Value at path 'subscribedToLists' was not of type 'String'.",
	],
	[
		"Value at path 'addedListSubscripitons.Index 0' was not of type 'String'.",
		"Value at path 'addedListSubscripitons' was not of type 'String'.",
	],
	["Value at path 'contactEmails.Index 2' is null", "Value at path 'the address' is null"],
	['Contacts[3].Email is not valid', 'Email is not valid'],
	['#/contacts/0/email: format', 'email: format'],
	['instance.contacts[0].email is not an email', 'email is not an email'],
	['$.contacts[0].email is not valid', 'email is not valid'],
	[
		"/contacts/0 must have required property 'email'",
		"The contact must have required property 'email'",
	],
	['contacts.0 is not valid', 'The contact is not valid'],
	['contacts[3] is not valid. Try again', 'The contact is not valid. Try again'],
	['Wrong: contacts.3.', 'Wrong: the contact.'],
	['body.customProperties.plan: too long', 'Custom property "plan": too long'],
	['contactEmails[2] is not a contact', 'The address is not a contact'],
	['contacts.Index 0.email is invalid', 'email is invalid'],
	['contacts.Index 7 is taken', 'The contact is taken'],
	['contactEmails.Index 2 is not a contact', 'The address is not a contact'],
	['contactEmails.2 is not a contact', 'The address is not a contact'],
	['body/contactEmails/0 must match format "email"', 'The address must match format "email"'],
];

test.each(rewritten)('%s becomes: %s', (wire, inWords) => {
	expect(describeReason(wire)).toBe(inWords);
});

test.each([
	...['There is no contact ada@example.com', 'See https://example.com/contacts/12/email for help'],
	...['Cannot find /contacts/merge', 'Too many contacts.'],
	...['You have 12 contacts. 5 are bounced', 'customProperties must be an object'],
	...['mycontacts[0].email is wrong', 'The body of contacts is missing'],
	...['GET /v1/contacts/12 failed', 'Index 37 of contacts is wrong', ''],
])('%j stays as it is', (reason) => {
	expect(describeReason(reason)).toBe(reason);
});

test('takes no time over a text made to be slow', () => {
	const texts = [
		'contacts[0].'.repeat(4_000),
		'contacts.Index 0.'.repeat(3_000),
		'subscribedToLists.Index '.repeat(2_000),
		'customProperties.'.repeat(3_000),
		`customProperties.${'a '.repeat(20_000)}`,
		'customProperties["'.repeat(3_000),
		'"'.repeat(40_000),
		'custom property "'.repeat(3_000),
	];
	const tags = ['<p <p', '</', '<p x', '<h1>@', 'x. '];
	const before = process.cpuUsage();
	for (const text of texts) describeReason(text);
	for (const tag of tags) reasonOf({ message: tag.repeat(400_000 / tag.length) });
	expect(process.cpuUsage(before).user / 1000).toBeLessThan(2_000);
});
