import type { Operation } from '../../run/Operation';
import { optionalBoolean } from '../../parameters/choice';
import type { ContactInput } from '../../service';
import { createMany, createManyProperties, readContact } from './createMany';

const KEEP_LISTS = 'Keep Lists of Existing Contacts';

export const contactUpsert: Operation<ContactInput> = {
	value: 'upsert',
	form: {
		name: 'Create or Update',
		action: 'Create or update contact',
		description: 'Create a new contact, or update the current one if it already exists (upsert)',
		properties: createManyProperties(
			{
				displayName: 'Lists for New Contacts',
				description: `Contacts that already exist keep their lists, unless you turn off ${KEEP_LISTS}`,
			},
			{
				displayName: KEEP_LISTS,
				name: 'ignoreListSubscriptionsWhenUpdating',
				type: 'boolean',
				default: true,
				description:
					'Whether existing contacts keep their current lists. Turn off only if people confirm their address.',
			},
		),
		read: (form) => {
			const contact = readContact(form);
			const chosen = form
				.inside('additionalFields')
				.read('ignoreListSubscriptionsWhenUpdating', optionalBoolean);
			// An import must not resubscribe contacts to lists they have left.
			const keepsLists = chosen ?? (contact.subscribedToLists ? true : undefined);
			return { ...contact, ignoreListSubscriptionsWhenUpdating: keepsLists, updateIfExists: true };
		},
	},
	wire: {
		...createMany.wire,
		idempotency: 'idempotent',
		doubtTexts: {
			problem: 'The contact may or may not have been created or updated',
			advice: 'It is safe to do it again.',
		},
	},
	report: {
		...createMany.report,
		hint: (accepted) =>
			accepted.some(
				({ values }) => values.subscribedToLists && values.ignoreListSubscriptionsWhenUpdating,
			)
				? ['Contacts that already existed kept their lists.']
				: [],
	},
	features: createMany.features,
};
