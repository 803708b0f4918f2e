import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { optionalBoolean } from '../../parameters/choice';
import type { Form } from '../../parameters/Form';
import { InvalidParameter } from '../../parameters/InvalidParameter';
import type { Reader } from '../../parameters/Reader';
import { listNames } from '../../parameters/text';
import { hasBounced, listsOfContact } from '../../service';
import type { NamedLists } from '../unknownLists';
import { namesProperty } from './contactForm';

/** Which contacts _Get Many_ returns. The service cannot filter, so the node does. */
export interface ContactFilter {
	/** On any of them. */
	onLists?: NamedLists;
	/** On none of them. */
	notOnLists?: NamedLists;
	hardBounced?: boolean;
}

export const filtersProperty: INodeProperties = {
	displayName: 'Filters',
	name: 'filters',
	type: 'collection',
	placeholder: 'Add Filter',
	default: {},
	options: [
		{
			displayName: 'Hard Bounced',
			name: 'hardBounced',
			type: 'options',
			options: [
				{ name: 'Bounced', value: true },
				{ name: 'Not Bounced', value: false },
			],
			default: true,
			description: 'Only contacts whose address bounced, or only the others',
		},
		namesProperty({
			displayName: 'Not on Lists',
			name: 'notOnLists',
			description: 'Only contacts on none of these lists',
		}),
		namesProperty({
			displayName: 'On Lists',
			name: 'onLists',
			description: 'Only contacts on any of these lists',
		}),
	],
};

/** Undefined without filters. */
export function readFilter(form: Form): ContactFilter | undefined {
	const filters = form.inside(filtersProperty.name);
	if (filters.isUntouched) return undefined;
	const lists = (name: string): NamedLists | undefined => {
		const names = readAdded(filters, name, listNames);
		return names && { label: filters.label(name), names };
	};
	return {
		onLists: lists('onLists'),
		notOnLists: lists('notOnLists'),
		hardBounced: readAdded(filters, 'hardBounced', optionalBoolean),
	};
}

/** Without the contact's lists, nobody knows whether it may be emailed, so it passes no filter on lists. */
export function passes(contact: IDataObject, filter: ContactFilter): boolean {
	const { onLists, notOnLists, hardBounced } = filter;
	if (isUnclear(contact, filter)) return false;
	const lists = listsOfContact(contact) ?? new Set();
	if (onLists && !onLists.names.some((name) => lists.has(name))) return false;
	if (notOnLists?.names.some((name) => lists.has(name))) return false;
	return hardBounced === undefined || hardBounced === hasBounced(contact);
}

/** The filter needs the contact's lists, but the service hasn't told them. */
export function isUnclear(contact: IDataObject, { onLists, notOnLists }: ContactFilter): boolean {
	return (onLists ?? notOnLists) !== undefined && listsOfContact(contact) === undefined;
}

/** An added filter without a value is refused, since all contacts might be emailed next. AI models may leave a filter empty. */
function readAdded<T>(filters: Form, name: string, reader: Reader<T>): T {
	const value = filters.read(name, reader);
	const mayBeEmpty = !filters.isAdded(name) || String(filters.raw(name)).includes('$fromAI');
	if (value !== undefined || mayBeEmpty) return value;
	const advice = 'Choose a value, or check the expression. To get all contacts, remove the filter';
	throw new InvalidParameter(filters.label(name), 'has no value', advice);
}
