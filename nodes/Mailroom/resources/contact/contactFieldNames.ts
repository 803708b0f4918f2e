/** What a column can say of a contact. First and last name are parts of `name`, the only one that the service has. */
export type ContactFieldName = keyof typeof NAMES;

/** The names of these columns, and those that people give to them beside, as `comparableName` leaves them. */
const NAMES = {
	email: [
		...['email', 'emailaddress', 'mail', 'mailaddress', 'emailadresse', 'mailadresse', 'courriel'],
		...['adressemail', 'adresseemail', 'adresseelectronique', 'correoelectronico', 'emailadres'],
		...['direcciondecorreoelectronico', 'indirizzoemail', 'enderecodeemail'],
	],
	name: ['name', 'fullname'],
	firstName: ['firstname', 'givenname', 'forename', 'vorname'],
	lastName: ['lastname', 'surname', 'familyname', 'nachname', 'familienname'],
	userId: ['userid'],
	avatarUrl: ['avatarurl'],
	languageCode: ['languagecode'],
	subscribedToLists: ['subscribedtolists'],
	customProperties: ['customproperties'],
};

const FIELD_BY_NAME = new Map(
	Object.entries(NAMES).flatMap(([field, names]) =>
		names.map((name) => [name, field as ContactFieldName] as const),
	),
);

/** A name of a column without what spellings of it differ in: case, accents, blanks, hyphens and underscores. */
export function comparableName(name: string): string {
	return name
		.normalize('NFD')
		.replace(/[\u0300-\u036f]/g, '')
		.replace(/[\s\p{Pd}_]+/gu, '')
		.toLowerCase();
}

/** The names of the fields themselves. Another one counts only where there is no column of such a name. */
const OWN_NAMES = new Set([
	...['email', 'emailaddress', 'name', 'firstname', 'lastname', 'userid', 'avatarurl'],
	...['languagecode', 'subscribedtolists', 'customproperties'],
]);

/** Whether a column is only called like a field by some: @param comparable as `comparableName` gives it */
export function isOtherName(comparable: string): boolean {
	return !OWN_NAMES.has(comparable);
}

/** @param comparable as `comparableName` gives it */
export function contactFieldOf(comparable: string): ContactFieldName | undefined {
	return FIELD_BY_NAME.get(comparable);
}
