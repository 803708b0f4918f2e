import type { OperationRules } from '../../execution/Operation';
import { packBatches } from '../../execution/planBatches';
import { contactKey } from '../../parameters/emailAddress';
import { collectionField, onlyWith, type Field } from '../../parameters/Field';
import type { ItemParameters } from '../../parameters/ItemParameters';
import { CONTACTS_PER_CALL, type ContactInput } from '../../service';
import { columnsToIgnore, contactFromColumns, dataMode } from './autoMap';
import * as fields from './contactFields';

// Create and upsert share this, as both are POST /contacts/create_many.

type AdditionalFields = Omit<ContactInput, 'email' | 'customProperties'>;

/**
 * The collection "Additional Fields". The service calls its members by the same names.
 *
 * @param subscribedToLists as the operation words it
 * @param own members of the operation that the other does not have
 */
export function additionalFields<Own extends Field = never>(
	subscribedToLists: ReturnType<typeof fields.subscribedToLists>,
	...own: Own[]
) {
	return collectionField(
		{ displayName: 'Additional Fields', name: 'additionalFields', placeholder: fields.ADD_FIELD },
		[fields.avatarUrl, fields.languageCode, fields.name, subscribedToLists, fields.userId, ...own],
	);
}

/** The form of both operations, in its order. */
export function contactInputFields(additional: Field, autoMapNotice: Field): Field[] {
	const defined = { dataMode: ['defineBelow'] };
	const mapped = { dataMode: ['autoMapInputData'] };
	return [
		dataMode,
		onlyWith(fields.email, defined),
		onlyWith(autoMapNotice, mapped),
		additional,
		onlyWith(fields.customPropertiesNotice, defined),
		onlyWith(fields.customProperties, defined),
		onlyWith(columnsToIgnore, mapped),
	];
}

/** The contact that an item describes, as the service takes it. */
export function contactInput(
	parameters: ItemParameters,
	additional: Field<AdditionalFields>,
): ContactInput {
	if (dataMode.read(parameters) === 'autoMapInputData') {
		const mapped = contactFromColumns(parameters.json(), columnsToIgnore.read(parameters));
		return { ...additional.read(parameters), ...mapped };
	}
	return {
		email: fields.email.read(parameters),
		...additional.read(parameters),
		customProperties: fields.customProperties.read(parameters),
	};
}

/** Up to 100 contacts in one call, no address twice. A bad contact is found, and the others are kept. */
export const createMany: Pick<
	OperationRules<ContactInput>,
	'content' | 'output' | 'contactKey' | 'bulk'
> = {
	content: (contacts) => ({ body: { contacts } }),
	output: ({ email }) => ({ success: true, email }),
	contactKey: ({ email }) => contactKey(email),
	bulk: {
		plan: packBatches(CONTACTS_PER_CALL, ({ email }) => contactKey(email)),
		// 404 is a wrong address of the service here, not a contact that is wrong.
		isSplitWhenRejected: (_, status) => status !== 404,
		unitName: ({ email }) => email,
		unitNoun: 'contacts',
	},
};
