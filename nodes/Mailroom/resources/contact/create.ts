import type { Operation } from '../../run/Operation';
import { contactKey } from '../../parameters/emailAddress';
import type { ContactInput } from '../../service';
import { createMany, createManyProperties, readContact } from './createMany';

/** Never updates an existing contact. */
export const contactCreate: Operation<ContactInput> = {
	value: 'create',
	form: {
		name: 'Create',
		action: 'Create contact',
		description: 'Create a new contact without changing an existing one',
		properties: createManyProperties({
			displayName: 'Subscribed to Lists',
			description: 'Mailing lists to subscribe the contact to',
		}),
		// The service documents no default.
		read: (form) => ({ ...readContact(form), updateIfExists: false }),
	},
	wire: {
		...createMany.wire,
		idempotency: 'nonIdempotent',
		doubtTexts: {
			problem: 'The contact may or may not have been created',
			advice: 'Look for it before you create it again.',
		},
	},
	report: createMany.report,
	features: createMany.features,
	recipient: ({ email }) => ({ kind: 'contact', name: contactKey(email) }),
};
