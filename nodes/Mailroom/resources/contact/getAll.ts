import type { Operation } from '../../run/Operation';
import { optionalBoolean } from '../../parameters/choice';
import type { Form } from '../../parameters/Form';
import type { Reader } from '../../parameters/Reader';
import { InvalidParameter } from '../../parameters/InvalidParameter';
import { listNames } from '../../parameters/text';
import { hasBounced, listsOfContact } from '../../service';
import {
	readsAllPages,
	recordPagesProperties,
	recordQueryOf,
	type FetchedRecords,
	type RecordQuery,
} from '../recordPages';
import { namesProperty } from './contactForm';

/** The service cannot filter, so the node does. */
export const contactGetAll: Operation<RecordQuery, FetchedRecords> = {
	value: 'getAll',
	form: {
		name: 'Get Many',
		action: 'Get many contacts',
		description: 'Retrieve contacts',
		properties: [
			...recordPagesProperties,
			{
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
			},
		],
		read: recordQueryOf('email', (form) => readFilters(form.inside('filters'))),
	},
	...readsAllPages('/contacts'),
};

function readFilters(filters: Form): RecordQuery['matches'] {
	if (filters.isUntouched) return undefined;
	const onLists = readFilter(filters, 'onLists', listNames);
	const notOnLists = readFilter(filters, 'notOnLists', listNames);
	const hardBounced = readFilter(filters, 'hardBounced', optionalBoolean);
	return (contact) => {
		const lists = listsOfContact(contact);
		if (onLists && !onLists.some((list) => lists.has(list))) return false;
		if (notOnLists?.some((list) => lists.has(list))) return false;
		return hardBounced === undefined || hardBounced === hasBounced(contact);
	};
}

/** An added filter without a value is refused, since all contacts might be emailed next. AI models may leave a filter empty. */
function readFilter<T>(filters: Form, name: string, reader: Reader<T>): T {
	const value = filters.read(name, reader);
	const mayBeEmpty = !filters.isAdded(name) || String(filters.raw(name)).includes('$fromAI');
	if (value !== undefined || mayBeEmpty) return value;
	const advice = 'Choose a value, or check the expression. To get all contacts, remove the filter';
	throw new InvalidParameter(filters.label(name), 'has no value', advice);
}
