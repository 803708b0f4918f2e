import type { IDataObject, IDisplayOptions, INodeProperties } from 'n8n-workflow';
import type { Operation, Wire } from '../../run/Operation';
import { packBatches } from '../packBatches';
import { oneOf } from '../../parameters/choice';
import { contactFields, fieldsBesideName, readOwnFields } from '../../parameters/contactFields';
import { customProperties } from '../../parameters/customProperties';
import { contactKey, emailAddress } from '../../parameters/emailAddress';
import type { Form } from '../../parameters/Form';
import { listNames } from '../../parameters/text';
import type { ContactInput } from '../../service';
import { autoMap } from './autoMap';
import {
	contactFieldsProperty,
	customPropertiesWithNotice,
	emailProperty,
	namesProperty,
} from './contactForm';
import { customPropertiesAdvice } from './customPropertiesAdvice';
import { explainMappedProperties } from './knownProperties';

const WHEN_DEFINED_BELOW: IDisplayOptions = { show: { dataMode: ['defineBelow'] } };
const WHEN_MAPPED: IDisplayOptions = { show: { dataMode: ['autoMapInputData'] } };

const dataModeProperty: INodeProperties = {
	displayName: 'Data Mode',
	name: 'dataMode',
	type: 'options',
	noDataExpression: true,
	options: [
		{
			name: 'Define Below',
			value: 'defineBelow',
			description: 'Set the value of each field of the contact',
		},
		{
			name: 'Map Automatically',
			value: 'autoMapInputData',
			description: 'Match input columns to contact fields by name',
			builderHint: {
				propertyHint:
					'Use this if each input item is a contact, such as a spreadsheet row. No Edit Fields node is needed. For a form, set columnsToIgnore to submittedAt, formMode.',
			},
		},
	],
	default: 'defineBelow',
	description: 'How to map input data to contact fields',
};

const columns = fieldsBesideName.map(({ displayName }) => displayName).join(', ');

const autoMapNotice: INodeProperties = {
	displayName: `These columns fill contact fields: Email, Name (or First Name and Last Name), ${columns}, Subscribed to Lists. All others become custom properties, which must be defined in the service's dashboard.`,
	name: 'autoMapNotice',
	type: 'notice',
	default: '',
	displayOptions: WHEN_MAPPED,
};

const columnsToIgnoreProperty: INodeProperties = {
	displayName: 'Columns to Ignore',
	name: 'columnsToIgnore',
	type: 'string',
	placeholder: 'e.g. row_number, Notes',
	// n8n's spreadsheet nodes add this column.
	default: 'row_number',
	description:
		"Comma-separated names of columns to skip. Case, spaces, hyphens and underscores don't matter.",
	displayOptions: WHEN_MAPPED,
};

export function createManyProperties(
	lists: Pick<INodeProperties, 'displayName' | 'description'>,
	...own: INodeProperties[]
): INodeProperties[] {
	const listsProperty = namesProperty({ ...lists, name: 'subscribedToLists' });
	const additionalFields = { displayName: 'Additional Fields', name: 'additionalFields' };
	return [
		dataModeProperty,
		{ ...emailProperty, displayOptions: WHEN_DEFINED_BELOW },
		autoMapNotice,
		contactFieldsProperty(additionalFields, [listsProperty, ...own]),
		...customPropertiesWithNotice(additionalFields.displayName).map((one) => ({
			...one,
			displayOptions: WHEN_DEFINED_BELOW,
		})),
		columnsToIgnoreProperty,
	];
}

export function readContact(form: Form): ContactInput {
	const additionalFields = form.inside('additionalFields');
	const additional = {
		...readOwnFields(additionalFields),
		subscribedToLists: additionalFields.read('subscribedToLists', listNames),
	};
	if (form.read('dataMode', oneOf('defineBelow', 'autoMapInputData')) === 'autoMapInputData') {
		const ignored = form.read('columnsToIgnore', listNames);
		return { ...additional, ...autoMap(form.item.json(), ignored ?? []) };
	}
	return {
		email: form.read('email', emailAddress),
		...additional,
		customProperties: form.read('customProperties', customProperties),
	};
}

/** The service returns no contact. Lists are left out, as existing contacts may keep theirs. */
function contactAsSent({ email, customProperties, ...rest }: ContactInput): IDataObject {
	const fields = contactFields.map(({ name }) => [name, rest[name]] as const);
	const sent = [...fields, ['customProperties', customProperties] as const].filter(
		([, value]) => value !== undefined,
	);
	return { success: true, email, ...Object.fromEntries(sent) };
}

export const createMany = {
	wire: {
		endpoint: { method: 'POST', url: '/contacts/create_many' },
		notFoundMeans: 'wrongUrl',
		rejectionAdvice: customPropertiesAdvice,
		requestOf: (contacts) => ({ body: { contacts } }),
		contactKey: ({ email }) => contactKey(email),
		bulk: {
			plan: packBatches(({ email }) => contactKey(email)),
			isolatesRejected: () => true,
			unitName: ({ email }) => email,
			unitNoun: 'contacts',
		},
	},
	report: {
		doneWord: 'saved',
		output: contactAsSent,
	},
	features: { explainRejections: explainMappedProperties },
} satisfies Pick<Operation<ContactInput>, 'report' | 'features'> & {
	wire: Partial<Wire<ContactInput>>;
};
