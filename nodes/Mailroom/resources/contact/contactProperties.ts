import type { INodeProperties } from 'n8n-workflow';
import { optionalText } from '../../parameters/text';
import { optionalWebAddress } from '../../parameters/webAddress';
import type { Form } from '../../parameters/Form';
import type { ContactInput } from '../../service';

/*
 * Properties of a contact that several operations show.
 */

export const emailProperty: INodeProperties = {
	displayName: 'Email',
	name: 'email',
	type: 'string',
	placeholder: 'e.g. ada@example.com',
	default: '',
	required: true,
	description: 'Email address that identifies the contact',
};

/** Where a first name is dropped by mistake. */
export const customPropertiesNotice: INodeProperties = {
	displayName:
		'Add custom properties only. Set name, user ID, avatar, language and lists with "Add Contact Field".',
	name: 'customPropertiesNotice',
	type: 'notice',
	default: '',
};

export const customPropertiesProperty: INodeProperties = {
	displayName: 'Custom Properties',
	name: 'customProperties',
	type: 'assignmentCollection',
	default: {},
	builderHint: {
		propertyHint:
			'Only properties that the user has defined in the dashboard of the service. First and last name are no custom properties: they go into the field name.',
	},
	description:
		"Custom text or number fields, such as company or plan. Define them in the service's dashboard first.",
};

export const avatarUrlProperty: INodeProperties = {
	displayName: 'Avatar URL',
	name: 'avatarUrl',
	type: 'string',
	placeholder: 'e.g. https://example.com/ada.png',
	default: '',
	description: 'Web address of a picture of the contact',
};

export const languageCodeProperty: INodeProperties = {
	displayName: 'Language Code',
	name: 'languageCode',
	type: 'string',
	placeholder: 'e.g. en_US',
	default: '',
	description: "Language of the contact, with the region after an underscore if there's one",
};

export const nameProperty: INodeProperties = {
	displayName: 'Name',
	name: 'name',
	type: 'string',
	placeholder: 'e.g. Ada Example',
	default: '',
	description: 'Full name of the contact',
};

export const userIdProperty: INodeProperties = {
	displayName: 'User ID',
	name: 'userId',
	type: 'string',
	placeholder: 'e.g. 12345',
	default: '',
	description: 'Identifier of the contact in your own system',
};

type OwnFields = Pick<ContactInput, 'userId' | 'avatarUrl' | 'name' | 'languageCode'>;

/** Reads the fields above from the collection that holds them. */
export function readOwnFields(collection: Form): OwnFields {
	return {
		userId: collection.read('userId', optionalText),
		avatarUrl: collection.read('avatarUrl', optionalWebAddress),
		name: collection.read('name', optionalText),
		languageCode: collection.read('languageCode', optionalText),
	};
}

type Texts = Pick<INodeProperties, 'displayName' | 'name' | 'description' | 'hint'>;

/** A multi-select of names. n8n's linter wants "IDs" in the description of one, but the service knows lists and properties by name only. */
export function namesProperty(loadOptionsMethod: string, texts: Texts): INodeProperties {
	return { ...texts, type: 'multiOptions', typeOptions: { loadOptionsMethod }, default: [] };
}

/** A multi-select of mailing lists. */
export function listsProperty(texts: Texts): INodeProperties {
	return namesProperty('getLists', texts);
}
