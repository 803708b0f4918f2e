import { field, type Field } from '../parameters/Field';
import { requiredListName } from '../parameters/listNames';

/** A mailing list: searched by title, or entered by name. */
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
