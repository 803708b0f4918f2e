import { customProperties as propertiesByName } from '../../parameters/customProperties';
import { emailAddress } from '../../parameters/emailAddress';
import { field, notice, textField, type Field, type NamedProperty } from '../../parameters/Field';
import { listNames } from '../../parameters/listNames';
import { optionalText } from '../../parameters/text';
import { optionalWebAddress } from '../../parameters/webAddress';

/*
 * Fields of a contact that several operations show.
 */

export const email = textField(
	{
		displayName: 'Email',
		name: 'email',
		placeholder: 'e.g. ada@example.com',
		required: true,
		description: 'Email address of the contact, by which the service knows it',
	},
	emailAddress,
);

/** The button that adds a field. n8n words the one of the custom properties itself. */
export const ADD_FIELD = 'Add Contact Field';

/** Where a first name is dropped by mistake. */
export const customPropertiesNotice = notice(
	'customPropertiesNotice',
	'Only your own fields of a contact go below. Name, user ID, picture, language and lists have fields of their own, under "Add Contact Field": {{firstName}} in an email comes from "Name" there.',
);

export const customProperties = field(
	{
		displayName: 'Custom Properties',
		name: 'customProperties',
		type: 'assignmentCollection',
		default: {},
		builderHint: {
			propertyHint:
				'Only properties that the user has defined in the dashboard of the service. First and last name are no custom properties: they go into the field name.',
		},
		description:
			'Your own fields of a contact, texts or numbers, such as company or plan. Each must first be defined in the dashboard of the service. Drag values here from the left.',
	},
	propertiesByName,
);

export const avatarUrl = textField(
	{
		displayName: 'Avatar URL',
		name: 'avatarUrl',
		placeholder: 'e.g. https://example.com/ada.png',
		description: 'Web address of a picture of the contact',
	},
	optionalWebAddress,
);

export const languageCode = textField(
	{
		displayName: 'Language Code',
		name: 'languageCode',
		placeholder: 'e.g. en_US',
		description: "Language of the contact, with the region after an underscore if there's one",
	},
	optionalText,
);

export const name = textField(
	{
		displayName: 'Name',
		name: 'name',
		placeholder: 'e.g. Ada Example',
		description: 'Full name of the contact',
	},
	optionalText,
);

export const userId = textField(
	{
		displayName: 'User ID',
		name: 'userId',
		placeholder: 'e.g. 12345',
		description: 'Identifier of the contact in your own system',
	},
	optionalText,
);

type Described<Name extends string> = Pick<
	NamedProperty<Name>,
	'displayName' | 'name' | 'description' | 'hint'
>;

/** A multi-select of names that the service gives. */
export function namesField<Name extends string>(
	property: Described<Name>,
	loadOptionsMethod: string,
	read: (value: unknown, label: string) => string[] | undefined,
): Field<string[] | undefined, Name> {
	return field(
		{
			...property,
			type: 'multiOptions',
			typeOptions: { loadOptionsMethod },
			default: [],
			description: `${property.description}. Choose from the list, or specify names using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.`,
		},
		read,
	);
}

/** A multi-select of mailing lists. */
export function listsField<Name extends string>(
	property: Described<Name>,
): Field<string[] | undefined, Name> {
	const description = `${property.description}. Every contact is on the list "important" anyway`;
	return namesField({ ...property, description }, 'getLists', listNames);
}

/** @param texts what it says of contacts that exist already */
export function subscribedToLists(texts: Pick<NamedProperty<string>, 'description' | 'hint'>) {
	return listsField({ displayName: 'Subscribed to Lists', name: 'subscribedToLists', ...texts });
}
