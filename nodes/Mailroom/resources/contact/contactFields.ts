import type { INodeProperties } from 'n8n-workflow';
import type { Label } from '../../parameters/InvalidParameter';
import { optionalText, optionalWebAddress } from '../../parameters/text';
import type { ContactInput } from '../../service';

export const emailProperty: INodeProperties = {
	displayName: 'Email',
	name: 'email',
	type: 'string',
	placeholder: 'e.g. ada@example.com',
	default: '',
	required: true,
	description: 'Email address that identifies the contact',
};

export const customPropertiesProperties: INodeProperties[] = [
	{
		displayName: 'For custom properties only. Name, language and lists are above.',
		name: 'customPropertiesNotice',
		type: 'notice',
		default: '',
	},
	{
		displayName: 'Custom Properties',
		name: 'customProperties',
		type: 'assignmentCollection',
		default: {},
		builderHint: {
			propertyHint:
				"Only properties defined in the service's dashboard. First and last name aren't custom properties: put them into the field Name.",
		},
		description:
			"Custom text or number fields, such as company or plan. Define them in the service's dashboard first.",
	},
];

/** Rule of the service: "Each property must first be defined in the dashboard." */
export function customPropertiesAdvice(
	contacts: Array<Pick<ContactInput, 'customProperties'>>,
): string | undefined {
	return contacts.some(({ customProperties }) => customProperties)
		? "Custom properties must be defined in the service's dashboard with exactly this name, upper and lower case included."
		: undefined;
}

const ownFieldProperties: INodeProperties[] = [
	{
		displayName: 'Avatar URL',
		name: 'avatarUrl',
		type: 'string',
		placeholder: 'e.g. https://example.com/ada.png',
		default: '',
	},
	{
		displayName: 'Language Code',
		name: 'languageCode',
		type: 'string',
		placeholder: 'e.g. en_US',
		default: '',
		description: 'Language of the contact, optionally with a region after an underscore',
	},
	{
		displayName: 'Name',
		name: 'name',
		type: 'string',
		placeholder: 'e.g. Ada Example',
		default: '',
	},
	{
		displayName: 'User ID',
		name: 'userId',
		type: 'string',
		placeholder: 'e.g. 12345',
		default: '',
		description: 'Identifier of the contact in your own system',
	},
];

export function contactFieldsProperty(
	texts: Pick<INodeProperties, 'displayName' | 'name'>,
	own: INodeProperties[],
): INodeProperties {
	const options = [...ownFieldProperties, ...own];
	return { ...texts, type: 'collection', placeholder: 'Add Contact Field', default: {}, options };
}

/** Also reads a column of the input. */
export type ContactReader<T> = (value: unknown, label: Label) => T;

type Source = { read<T>(name: string, reader: ContactReader<T>): T | undefined };

export function readOwnFields(source: Source) {
	return {
		userId: source.read('userId', optionalText),
		avatarUrl: source.read('avatarUrl', optionalWebAddress),
		name: source.read('name', optionalText),
		languageCode: source.read('languageCode', optionalText),
	};
}

/** n8n's linter would want "IDs" in the texts, but the service has only names. */
export function namesProperty(
	texts: Pick<INodeProperties, 'displayName' | 'name' | 'description' | 'hint'>,
	loadOptionsMethod = 'getLists',
): INodeProperties {
	return {
		...texts,
		type: 'multiOptions',
		typeOptions: { loadOptionsMethod },
		default: [],
		description: `${texts.description}. Choose from the list, or specify names using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.`,
	};
}
