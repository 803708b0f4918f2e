import {
	comparableName,
	contactFieldOf,
} from '../../../../nodes/Mailroom/resources/contact/contactFieldNames';

const headers: Array<[header: string, fieldName: string]> = [
	['email', 'email'],
	['EMAIL', 'email'],
	['E-Mail', 'email'],
	['E‑Mail', 'email'],
	['e_mail', 'email'],
	['\uFEFFemail', 'email'],
	['email address', 'email'],
	['Email_Address', 'email'],
	['  Email  Address ', 'email'],
	['E-Mail-Adresse', 'email'],
	['Correo electrónico', 'email'],
	['Correo electro\u0301nico', 'email'],
	['Courriel', 'email'],
	['Adresse électronique', 'email'],
	['NAME', 'name'],
	['Full Name', 'name'],
	['First Name', 'firstName'],
	['firstname', 'firstName'],
	['first_name', 'firstName'],
	['Vorname', 'firstName'],
	['Last Name', 'lastName'],
	['surname', 'lastName'],
	['Nachname', 'lastName'],
	['User ID', 'userId'],
	['userid', 'userId'],
	['user-id', 'userId'],
	['Avatar URL', 'avatarUrl'],
	['avatar_url', 'avatarUrl'],
	['Language Code', 'languageCode'],
	['Subscribed to Lists', 'subscribedToLists'],
	['subscribedToLists', 'subscribedToLists'],
	['customProperties', 'customProperties'],
];

test.each(headers)('%j is the column of %s', (header, fieldName) => {
	expect(contactFieldOf(comparableName(header))).toBe(fieldName);
});

test.each([
	'',
	'company',
	'language',
	'lists',
	'id',
	'user',
	'mailing address',
	'email 2',
	'emailed at',
	'name of company',
	'Nombre',
	'Nom',
	'constructor',
	'__proto__',
	'toString',
])('%j is a column of its own', (header) => {
	expect(contactFieldOf(comparableName(header))).toBeUndefined();
});

test('two names in a script with marks of its own stay two', () => {
	expect(comparableName('ハ')).not.toBe(comparableName('バ'));
});
