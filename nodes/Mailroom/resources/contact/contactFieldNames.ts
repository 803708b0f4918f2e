/** The fields of a contact that a column can be. First and last name are parts of `name`, the only one that the service has. */
export type ContactFieldName = keyof typeof NAMES;

/** The names that people give to these columns, as `comparableName` leaves them. */
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

/** @param comparable as `comparableName` gives it */
export function contactFieldOf(comparable: string): ContactFieldName | undefined {
	return FIELD_BY_NAME.get(comparable);
}
