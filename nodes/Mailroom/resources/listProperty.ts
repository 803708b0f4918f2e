import type { INodeProperties } from 'n8n-workflow';

/** A mailing list: searched by title, or entered by name. */
export function listProperty(description: string): INodeProperties {
	return {
		displayName: 'List',
		name: 'list',
		type: 'resourceLocator',
		default: { mode: 'list', value: '' },
		required: true,
		description,
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
	};
}
