import type { OperationRules } from '../../execution/Operation';
import { optionalBoolean } from '../../parameters/choice';
import { field } from '../../parameters/Field';
import type { ContactInput } from '../../service';
import { additionalFields, contactInput, contactInputFields, createMany } from './createMany';

const ignoreListSubscriptionsWhenUpdating = field(
	{
		displayName: 'Ignore Lists When Updating',
		name: 'ignoreListSubscriptionsWhenUpdating',
		type: 'boolean',
		default: true,
		description:
			'Whether to leave the subscriptions of a contact that exists already as they are, so that nobody is put back on a list they have left',
	},
	optionalBoolean,
);

const additional = additionalFields(ignoreListSubscriptionsWhenUpdating);

export const contactUpsertFields = contactInputFields(additional);

/** Adds a contact, or updates the one that has this address. */
export const contactUpsert: OperationRules<ContactInput> = {
	...createMany,
	effect: 'repeatable',
	inDoubtNote:
		'The contact may or may not have been created or updated; doing it again is harmless.',
	read: (parameters) => ({ ...contactInput(parameters, additional), updateIfExists: true }),
};
