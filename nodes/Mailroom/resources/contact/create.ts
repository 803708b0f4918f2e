import type { OperationRules } from '../../execution/Operation';
import type { ContactInput } from '../../service';
import { additionalFields, contactInput, contactInputFields, createMany } from './createMany';

const additional = additionalFields();

export const contactCreateFields = contactInputFields(additional);

/** Adds a contact. One that exists already is left as it is: this operation never asks for an update. */
export const contactCreate: OperationRules<ContactInput> = {
	...createMany,
	effect: 'once',
	inDoubtNote:
		'The contact may or may not have been created; look for it before you create it again.',
	read: (parameters) => contactInput(parameters, additional),
};
