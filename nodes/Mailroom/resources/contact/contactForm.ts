import type { INodeProperties } from 'n8n-workflow';
import { contactFields } from '../../parameters/contactFields';

export const emailProperty: INodeProperties = {
	displayName: 'Email',
	name: 'email',
	type: 'string',
	placeholder: 'e.g. ada@example.com',
	default: '',
	required: true,
	description: 'Email address that identifies the contact',
};

/** @param otherFields display name of the collection with the contact's own fields */
export function customPropertiesWithNotice(otherFields: string): INodeProperties[] {
	const notice = `For custom properties only. Name, language and lists are in ${otherFields}.`;
	return [
		{ displayName: notice, name: 'customPropertiesNotice', type: 'notice', default: '' },
		customPropertiesField,
	];
}

const customPropertiesField: INodeProperties = {
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
};

export function contactFieldsProperty(
	texts: Pick<INodeProperties, 'displayName' | 'name'>,
	own: INodeProperties[],
): INodeProperties {
	const fields = contactFields.map(
		({ name, displayName, placeholder, description }): INodeProperties => ({
			displayName,
			name,
			type: 'string',
			placeholder,
			default: '',
			description,
		}),
	);
	const options = [...fields, ...own];
	return { ...texts, type: 'collection', placeholder: 'Add Contact Field', default: {}, options };
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
