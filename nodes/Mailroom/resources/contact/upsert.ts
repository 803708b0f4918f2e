import type { OperationRules } from '../../execution/Operation';
import { switchField } from '../../parameters/Field';
import type { ContactInput } from '../../service';
import { autoMapNotice } from './autoMap';
import { subscribedToLists } from './contactFields';
import { additionalFields, contactInput, contactInputFields, createMany } from './createMany';

const IGNORE_LISTS = 'Ignore Lists When Updating';

const ignoreListSubscriptionsWhenUpdating = switchField(
	{
		displayName: IGNORE_LISTS,
		name: 'ignoreListSubscriptionsWhenUpdating',
		description:
			'Whether a contact that exists already keeps the lists it is on, so that nobody is put back on a list they have left. Without this field, too; add it and switch it off where people ask for the lists themselves, as in a form.',
	},
	true,
);

const additional = additionalFields(
	subscribedToLists({
		description: `Mailing lists to subscribe new contacts to. To put existing ones on them, too, add "${IGNORE_LISTS}" and switch it off`,
		hint: 'For new contacts; existing ones keep the lists they have',
	}),
	ignoreListSubscriptionsWhenUpdating,
);

export const contactUpsertFields = contactInputFields(
	additional,
	autoMapNotice(
		`Lists are for new contacts; existing ones keep those they have, unless you add "${IGNORE_LISTS}" and switch it off.`,
	),
);

/** Adds a contact, or updates the one that has this address. */
export const contactUpsert: OperationRules<ContactInput> = {
	...createMany,
	effect: 'repeatable',
	inDoubtNote:
		'The contact may or may not have been created or updated; doing it again is harmless.',
	read: (parameters) => {
		const contact = contactInput(parameters, additional);
		return { ...contact, ...keptLists(contact), updateIfExists: true };
	},
};

/** An import is not to put people back on a list that they have left: whoever wants that says so. */
function keptLists(contact: ContactInput): Partial<ContactInput> {
	const { subscribedToLists: lists, ignoreListSubscriptionsWhenUpdating: ignores } = contact;
	return lists ? { ignoreListSubscriptionsWhenUpdating: ignores ?? true } : {};
}
