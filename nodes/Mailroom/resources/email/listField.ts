import type { INodeProperties } from 'n8n-workflow';

/** The mailing list of an email: searched by title, or entered by name. */
export function listField(
	show: NonNullable<INodeProperties['displayOptions']>['show'],
	description: string,
): INodeProperties {
	return {
		displayName: 'List',
		name: 'list',
		type: 'resourceLocator',
		default: { mode: 'list', value: '' },
		required: true,
		displayOptions: { show },
		description: `${description}. Every contact is on the list "important", which nobody can unsubscribe from.`,
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
				placeholder: 'e.g. important',
				hint: 'The name of the list, such as product-updates, not its title',
			},
		],
	};
}
