import type { INodeProperties } from 'n8n-workflow';
import { contactFields } from '../../parameters/contactFields';
import { numberMeantBy } from '../../parameters/number';
import { firstOf, shown, shownBare } from '../../parameters/wording';
import type { ContactInput, CustomPropertyValue } from '../../service';

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

const MAX_LISTED_PROPERTIES = 30;

/** Rule of the service: "Each property must first be defined in the dashboard." */
export function customPropertiesAdvice(
	contacts: Array<Pick<ContactInput, 'customProperties'>>,
): string | undefined {
	if (!contacts.some(({ customProperties }) => customProperties)) return undefined;
	const rule =
		"Custom properties must be defined in the service's dashboard with the same name and type, including capitals.";
	// A service that names the first unknown property only would cost a try for each.
	return contacts.length === 1
		? `${rule} This contact has ${describeProperties(contacts[0])}.`
		: rule;
}

function describeProperties({
	customProperties = {},
}: Pick<ContactInput, 'customProperties'>): string {
	const listed = Object.entries(customProperties).map(
		([name, value]) => `${shownBare(name)}: ${describeValue(value)}`,
	);
	return firstOf(listed, MAX_LISTED_PROPERTIES);
}

/** A text that looks like a number is told apart, as the type of the property counts. */
function describeValue(value: CustomPropertyValue): string {
	if (value === null) return 'removed';
	if (typeof value === 'number') return String(value);
	const number = numberMeantBy(value);
	if (number === undefined) return shown(value);
	return number === value
		? `${shown(value)} (text)`
		: `${shown(value)} (text; for a number, write ${number})`;
}

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
