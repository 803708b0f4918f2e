import type { INodeProperties } from 'n8n-workflow';
import { InvalidParameter } from '../parameters/InvalidParameter';
import { isEmpty } from '../parameters/values';
import { shown } from '../wording';

/** After the rejection of a request for one list. */
export const LIST_ADVICE = 'Check that the list exists. Its name can differ from its title.';

export function listProperty(description: string): INodeProperties {
	return {
		displayName: 'List',
		name: 'list',
		type: 'resourceLocator',
		default: { mode: 'list', value: '' },
		required: true,
		description,
		builderHint: {
			propertyHint:
				'Use the name of an existing list, such as newsletter, not its title. Never guess it: leave it empty if the user has not named it. "important" contains all contacts.',
		},
		modes: [
			{
				displayName: 'From List',
				name: 'list',
				type: 'list',
				placeholder: 'Select a mailing list',
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

/** Reads a resource locator or a plain name. */
export function requiredListName(value: unknown, label: string): string {
	const isLocator = typeof value === 'object' && value !== null && 'value' in value;
	const name = isLocator ? value.value : value;
	if (typeof name === 'string' && !isEmpty(name)) return name.trim();
	const problem = isEmpty(name) ? 'is empty' : `isn't a list name: ${shown(name)}`;
	const advice = 'Select a mailing list. The list "important" contains all contacts';
	throw new InvalidParameter(label, problem, advice);
}
