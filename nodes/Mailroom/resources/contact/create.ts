import type { Operation } from '../../execution/Operation';
import type { ContactInput } from '../../service';
import { listsProperty } from './contactProperties';
import { createMany, createManyProperties, readContact } from './createMany';

/** Adds a contact. One that exists already is left as it is: this operation never asks for an update. */
export const contactCreate: Operation<ContactInput> = {
	name: 'Create',
	value: 'create',
	action: 'Create contact',
	description: 'Create a new contact without changing an existing one',
	properties: createManyProperties(
		listsProperty({
			displayName: 'Subscribed to Lists',
			name: 'subscribedToLists',
			description:
				'Mailing lists to subscribe the contact to. Choose from the list, or specify names using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
		}),
	),
	...createMany,
	idempotency: 'nonIdempotent',
	inDoubtNote:
		'The contact may or may not have been created; look for it before you create it again.',
	read: readContact,
};
