/**
 * The fields of a contact by the names that people give them, as headers of a spreadsheet do.
 */

/** What a column can say of a contact. First and last name are parts of `name`, the only one that the service has. */
export type ContactFieldName =
	| 'email'
	| 'name'
	| 'firstName'
	| 'lastName'
	| 'userId'
	| 'avatarUrl'
	| 'languageCode'
	| 'subscribedToLists'
	| 'customProperties';

/** As `comparableName` leaves them. Only names that can hardly mean anything else. */
const NAMES: Record<ContactFieldName, string[]> = {
	email: [
		...['email', 'emailaddress', 'mail', 'mailaddress', 'emailadresse', 'mailadresse'],
		...['courriel', 'adressemail', 'adresseemail', 'adresseelectronique', 'correoelectronico'],
		...['direcciondecorreoelectronico', 'indirizzoemail', 'emailadres', 'enderecodeemail'],
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

/** What spellings of the same name have in common: case, accents, blanks, hyphens and underscores do not count. */
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

/** What the form calls the field that keeps it; undefined for what the form has no other field for. */
export const FORM_LABELS: Partial<Record<ContactFieldName, string>> = {
	email: 'Email',
	name: 'Name',
	firstName: 'Name',
	lastName: 'Name',
	userId: 'User ID',
	avatarUrl: 'Avatar URL',
	languageCode: 'Language Code',
	subscribedToLists: 'Subscribed to Lists',
};
