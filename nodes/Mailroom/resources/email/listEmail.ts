import { field, type Field } from '../../parameters/Field';
import type { ItemParameters } from '../../parameters/ItemParameters';
import { requiredListName } from '../../parameters/listNames';
import type { ListEmail } from '../../service';
import { personalizedContent } from './content';
import { delivery } from './delivery';
import { tracking, type Tracking } from './optionsField';

/** The mailing list of an email: searched by title, or entered by name. */
export function listField(about: string): Field<string, 'list'> {
	return field(
		{
			displayName: 'List',
			name: 'list',
			type: 'resourceLocator',
			default: { mode: 'list', value: '' },
			required: true,
			description: `${about}. Every contact is on the list "important", which nobody can unsubscribe from.`,
			modes: [
				{
					displayName: 'From List',
					name: 'list',
					type: 'list',
					placeholder: 'Choose a mailing list',
					typeOptions: { searchListMethod: 'searchLists', searchable: true },
				},
				{
					displayName: 'Name',
					name: 'name',
					type: 'string',
					placeholder: 'e.g. newsletter',
					hint: 'The name of the list, such as product-updates, not its title',
				},
			],
		},
		requiredListName,
	);
}

/** Reads the email of an item of "Send to Contacts" and "Send to List", but for its recipients. */
export function listEmail(
	parameters: ItemParameters,
	list: Field<string>,
	options: Tracking & { allowAnyTag: boolean },
): ListEmail {
	return {
		list: list.read(parameters),
		...personalizedContent.read(parameters, options.allowAnyTag),
		...delivery.read(parameters),
		...tracking(options),
	};
}
