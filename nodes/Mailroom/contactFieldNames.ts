/*
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

/** As `comparableName` leaves them. */
const NAMES: Record<ContactFieldName, string[]> = {
	email: ['email', 'emailaddress'],
	name: ['name'],
	firstName: ['firstname'],
	lastName: ['lastname'],
	userId: ['userid'],
	avatarUrl: ['avatarurl'],
	languageCode: ['languagecode'],
	subscribedToLists: ['subscribedtolists'],
	customProperties: ['customproperties'],
};

/** Further names that can hardly mean anything else, where no column has one of the names above. */
const ALIASES: Partial<typeof NAMES> = {
	email: [
		...['mail', 'mailaddress', 'emailadresse', 'mailadresse', 'courriel', 'adressemail'],
		...['adresseemail', 'adresseelectronique', 'correoelectronico', 'direcciondecorreoelectronico'],
		...['indirizzoemail', 'emailadres', 'enderecodeemail'],
	],
	name: ['fullname'],
	firstName: ['givenname', 'forename', 'vorname'],
	lastName: ['surname', 'familyname', 'nachname', 'familienname'],
};

const FIELD_BY_NAME = byName(NAMES);
const FIELD_BY_ALIAS = byName(ALIASES);

function byName(names: Partial<typeof NAMES>): Map<string, ContactFieldName> {
	return new Map(
		Object.entries(names).flatMap(([field, some]) =>
			some.map((name) => [name, field as ContactFieldName] as const),
		),
	);
}

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
	return FIELD_BY_NAME.get(comparable) ?? FIELD_BY_ALIAS.get(comparable);
}

/** Whether a column has the name of a field only as long as no other has a better one. */
export function isAlias(comparable: string): boolean {
	return FIELD_BY_ALIAS.has(comparable);
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
