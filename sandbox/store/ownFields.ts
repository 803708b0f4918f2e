import { text, webUrl } from '../validation/fields';

interface OwnField {
	/** Of its values in requests. */
	schema: object;
	/** On the contacts page, which shows the name as a heading. */
	label?: string;
	/** Its value in responses and emails, if that is not the stored one. */
	returned?(value: string): string | number;
}

/** Identifiers that a number represents exactly. */
const NUMERIC_ID = /^(0|[1-9]\d{0,14})$/;

/** Fields of a contact in the order of responses, apart from its address, lists and custom properties. */
const OWN_FIELDS = {
	userId: {
		schema: text,
		label: 'User ID',
		// Requests contain a string, but the document's sample responses contain a number.
		returned: (userId) => (NUMERIC_ID.test(userId) ? Number(userId) : userId),
	},
	name: { schema: text },
	avatarUrl: { schema: webUrl, label: 'Avatar' },
	languageCode: {
		schema: text,
		label: 'Language',
		// Requests may contain an underscore. Responses contain a hyphen.
		returned: (code) => code.replaceAll('_', '-'),
	},
} satisfies Record<string, OwnField>;

type FieldName = keyof typeof OWN_FIELDS;

/** As given in requests. */
export type OwnFields = { [Name in FieldName]?: string };

export const ownFields = Object.entries<OwnField>(OWN_FIELDS).map(([name, field]) => ({
	...field,
	name: name as FieldName,
}));

/** As in responses; null without a value. */
export function returnedFields(contact: OwnFields) {
	return Object.fromEntries(
		ownFields.map(({ name, returned = String }) => {
			const value = contact[name];
			return [name, value === undefined ? null : returned(value)];
		}),
	) as Record<FieldName, string | number | null>;
}
