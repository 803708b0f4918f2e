import type { INodeProperties } from 'n8n-workflow';

/** Fields of a contact that several operations show. The order is that of the form. */

export const emailField: INodeProperties = {
	displayName: 'Email',
	name: 'email',
	type: 'string',
	placeholder: 'e.g. ada@example.com',
	default: '',
	required: true,
	description: 'Email address of the contact, by which the service knows it',
};

export const customPropertiesField: INodeProperties = {
	displayName: 'Custom Properties',
	name: 'customProperties',
	type: 'assignmentCollection',
	default: {},
	description:
		'Your own fields of a contact, texts or numbers, such as company or plan. Each must first be defined in the dashboard of the service. Drag values here from the left.',
};

export const avatarUrlField: INodeProperties = {
	displayName: 'Avatar URL',
	name: 'avatarUrl',
	type: 'string',
	placeholder: 'e.g. https://example.com/ada.png',
	default: '',
	description: 'Web address of a picture of the contact',
};

export const languageCodeField: INodeProperties = {
	displayName: 'Language Code',
	name: 'languageCode',
	type: 'string',
	placeholder: 'e.g. en_US',
	default: '',
	description: "Language of the contact, with the region after an underscore if there's one",
};

export const nameField: INodeProperties = {
	displayName: 'Name',
	name: 'name',
	type: 'string',
	placeholder: 'e.g. Ada Example',
	default: '',
	description: 'Full name of the contact',
};

export const userIdField: INodeProperties = {
	displayName: 'User ID',
	name: 'userId',
	type: 'string',
	placeholder: 'e.g. 12345',
	default: '',
	description: 'Identifier of the contact in your own system',
};

/** A multi-select of mailing lists, loaded from the service. */
export function listsField(
	field: Pick<INodeProperties, 'displayName' | 'name' | 'description'>,
): INodeProperties {
	return {
		...field,
		type: 'multiOptions',
		typeOptions: { loadOptionsMethod: 'getLists' },
		default: [],
		description: `${field.description}. Every contact is on the list "important" anyway. Choose from the list, or specify names using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.`,
	};
}

export const subscribedToListsField = listsField({
	displayName: 'Subscribed to Lists',
	name: 'subscribedToLists',
	description: 'Mailing lists to subscribe the contact to',
});
