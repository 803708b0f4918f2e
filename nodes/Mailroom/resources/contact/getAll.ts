import type { IDataObject } from 'n8n-workflow';
import { optionalBoolean } from '../../parameters/choice';
import {
	collectionField,
	field,
	isExpression,
	type Field,
	type ValuesOf,
} from '../../parameters/Field';
import { InvalidParameter } from '../../parameters/InvalidParameter';
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
		type: 'options',
		options: [
			{
				name: 'Bounced',
				value: true,
				description: 'Only contacts whose address has hard-bounced',
			},
			{
				name: 'Not Bounced',
				value: false,
				description: 'Only contacts whose address has not hard-bounced',
			},
		],
		default: true,
		description: 'Which contacts to return, by whether their address has hard-bounced',
	},
	optionalBoolean,
);

const filters = collectionField(
	{ displayName: 'Filters', name: 'filters', placeholder: 'Add Filter' },
	[notEmptyByAccident(onLists), notEmptyByAccident(notOnLists), notEmptyByAccident(hardBounced)],
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

/** An expression that comes out empty was meant to leave some out, to whom an email may go next. A model may leave a filter empty. */
function notEmptyByAccident<T, Name extends string>(one: Field<T, Name>): Field<T, Name> {
	const { name, displayName } = one.property;
	return {
		...one,
		read: (parameters) => {
			const value = one.read(parameters);
			const raw = parameters.raw(name);
			if (value !== undefined || !isExpression(raw) || String(raw).includes('$fromAI'))
				return value;
			throw new InvalidParameter(
				displayName,
				'is empty for this item, so contacts would be returned whom it is to leave out. Check the expression, or remove the filter',
			);
		},
	};
}

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
