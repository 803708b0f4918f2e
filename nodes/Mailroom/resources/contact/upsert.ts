import type { OperationRules } from '../../execution/Operation';
import { switchField } from '../../parameters/Field';
import type { ContactInput } from '../../service';
import { autoMapNotice } from './autoMap';
import { subscribedToLists } from './contactFields';
import { additionalFields, contactInput, contactInputFields, createMany } from './createMany';

const KEEP_LISTS = 'Keep Lists of Existing Contacts';

const ignoreListSubscriptionsWhenUpdating = switchField(
	{
		displayName: KEEP_LISTS,
		name: 'ignoreListSubscriptionsWhenUpdating',
		description:
			'Whether existing contacts keep their current lists, as they do by default. Turn off only if people ask for the lists themselves, for example in a form.',
	},
	true,
);

const additional = additionalFields(
	subscribedToLists({
		description: `Mailing lists to subscribe new contacts to. To subscribe existing ones, too, add "${KEEP_LISTS}" and turn it off`,
		hint: `Applies to new contacts only, unless "${KEEP_LISTS}" is off`,
	}),
	ignoreListSubscriptionsWhenUpdating,
);

export const contactUpsertFields = contactInputFields(
	additional,
	autoMapNotice(
		`Lists apply to new contacts only, unless you add "${KEEP_LISTS}" and turn it off.`,
	),
);

/** Adds a contact, or updates the one that has this address. */
export const contactUpsert: OperationRules<ContactInput> = {
	...createMany,
	idempotency: 'idempotent',
	inDoubtNote:
		'The contact may or may not have been created or updated; doing it again is harmless.',
	read: (parameters) => {
		const contact = contactInput(parameters, additional);
		return { ...contact, ...keptLists(contact), updateIfExists: true };
	},
	hint: (accepted) => {
		const areKept = accepted.some(
			({ values }) => values.subscribedToLists && values.ignoreListSubscriptionsWhenUpdating,
		);
		return areKept ? KEPT_HINT : undefined;
	},
};

/** The service does not say which contacts existed. */
const KEPT_HINT = `Contacts that existed already kept their lists and were not subscribed to the chosen ones. If people ask for the lists themselves, add the field "${KEEP_LISTS}" and turn it off.`;

/** An import is not to put people back on a list that they have left: whoever wants that says so. */
function keptLists(contact: ContactInput): Partial<ContactInput> {
	const { subscribedToLists: lists, ignoreListSubscriptionsWhenUpdating: ignores } = contact;
	return lists ? { ignoreListSubscriptionsWhenUpdating: ignores ?? true } : {};
}
