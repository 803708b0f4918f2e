import type { IDataObject } from 'n8n-workflow';
import { optionalBoolean } from '../../parameters/choice';
import { collectionField, field, type ValuesOf } from '../../parameters/Field';
import { recordPages, recordPagesFields } from '../recordPages';
import { listsField } from './contactFields';
import { listsOfContact } from './listsOfContact';

const onLists = listsField({
	displayName: 'On Lists',
	name: 'onLists',
	description: 'Only contacts that are on at least one of these mailing lists',
});

const notOnLists = listsField({
	displayName: 'Not on Lists',
	name: 'notOnLists',
	description: 'Only contacts that are on none of these mailing lists',
});

const hardBounced = field(
	{
		displayName: 'Hard Bounced',
		name: 'hardBounced',
		type: 'boolean',
		default: true,
		description:
			'Whether to return only contacts whose address has hard-bounced, or only the others',
	},
	optionalBoolean,
);

const filters = collectionField(
	{ displayName: 'Filters', name: 'filters', placeholder: 'Add Filter' },
	[onLists, notOnLists, hardBounced],
);

type Filters = ValuesOf<typeof onLists | typeof notOnLists | typeof hardBounced>;

export const contactGetAllFields = [...recordPagesFields, filters];

/** Lists contacts. The service cannot filter them, so the node does, page by page. */
export const contactGetAll = recordPages({
	identity: 'email',
	matching: (parameters) => {
		const wanted = filters.read(parameters);
		const isAnySet = Object.values(wanted).some((value) => value !== undefined);
		return isAnySet ? (contact) => isWanted(contact, wanted) : undefined;
	},
});

function isWanted(contact: IDataObject, wanted: Filters): boolean {
	const lists = listsOfContact(contact);
	if (wanted.onLists && !wanted.onLists.some((list) => lists.has(list))) return false;
	if (wanted.notOnLists?.some((list) => lists.has(list))) return false;
	return wanted.hardBounced === undefined || wanted.hardBounced === hasBounced(contact);
}

/** Says if the address of a contact of the service has hard-bounced. */
export function hasBounced({ hardBouncedAt }: IDataObject): boolean {
	return typeof hardBouncedAt === 'string' && hardBouncedAt !== '';
}
