import type { Operation } from '../../execution/Operation';
import { optionalBoolean } from '../../parameters/choice';
import type { Form } from '../../parameters/Form';
import type { ContactInput } from '../../service';
import { listsProperty } from './contactProperties';
import { createMany, createManyProperties, readContact } from './createMany';

/** Adds a contact, or updates the one that has this address. */
export const contactUpsert: Operation<ContactInput> = {
	name: 'Create or Update',
	value: 'upsert',
	action: 'Create or update contact',
	description: 'Create a new record, or update the current one if it already exists (upsert)',
	properties: createManyProperties(
		listsProperty({
			displayName: 'Subscribed to Lists',
			name: 'subscribedToLists',
			description:
				'Mailing lists to subscribe contacts to. Choose from the list, or specify names using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
			hint: 'Applies to new contacts only, unless "Keep Lists of Existing Contacts" is off',
		}),
		{
			displayName: 'Keep Lists of Existing Contacts',
			name: 'ignoreListSubscriptionsWhenUpdating',
			type: 'boolean',
			default: true,
			description:
				'Whether existing contacts keep their current lists. Turn off only if people ask for the lists themselves, for example in a form.',
		},
	),
	...createMany,
	idempotency: 'idempotent',
	inDoubtNote:
		'The contact may or may not have been created or updated; doing it again is harmless.',
	read: (form) => {
		const contact = readContact(form);
		return { ...contact, ...keptLists(form, contact), updateIfExists: true };
	},
	hint: (accepted) => {
		const areKept = accepted.some(
			({ values }) => values.subscribedToLists && values.ignoreListSubscriptionsWhenUpdating,
		);
		return areKept ? KEPT_HINT : undefined;
	},
};

/** The service does not say which contacts existed. */
const KEPT_HINT =
	'Contacts that existed already kept their lists and were not subscribed to the chosen ones. If people ask for the lists themselves, add the field "Keep Lists of Existing Contacts" and turn it off.';

/** An import must not put people back on a list that they have left, unless the user says so. */
function keptLists(form: Form, { subscribedToLists }: ContactInput): Partial<ContactInput> {
	const isChosen = form
		.inside('additionalFields')
		.read('ignoreListSubscriptionsWhenUpdating', optionalBoolean);
	const isKept = isChosen ?? (subscribedToLists ? true : undefined);
	return isKept === undefined ? {} : { ignoreListSubscriptionsWhenUpdating: isKept };
}
