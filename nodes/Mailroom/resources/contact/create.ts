import type { OperationRules } from '../../execution/Operation';
import type { ContactInput } from '../../service';
import { autoMapNotice } from './autoMap';
import { subscribedToLists } from './contactFields';
import { additionalFields, contactInput, contactInputFields, createMany } from './createMany';

const additional = additionalFields(
	subscribedToLists({ description: 'Mailing lists to subscribe the contact to' }),
);

export const contactCreateFields = contactInputFields(additional, autoMapNotice());

/** Adds a contact. One that exists already is left as it is: this operation never asks for an update. */
export const contactCreate: OperationRules<ContactInput> = {
	...createMany,
	idempotency: 'nonIdempotent',
	inDoubtNote:
		'The contact may or may not have been created; look for it before you create it again.',
	read: (parameters) => contactInput(parameters, additional),
};
