import type { INodeProperties } from 'n8n-workflow';
import { answerRecords } from '../transport/answerData';
import type { Operation } from '../execution/Operation';
import { optionalBoolean } from '../parameters/boolean';
import { limit } from '../parameters/number';
import { fetchPages } from '../transport/fetchPages';

/** Fields of an operation that returns many records. */
export function recordPagesFields(
	show: NonNullable<INodeProperties['displayOptions']>['show'],
): INodeProperties[] {
	return [
		{
			displayName: 'Return All',
			name: 'returnAll',
			type: 'boolean',
			default: false,
			displayOptions: { show },
			description: 'Whether to return all results or only up to a given limit',
		},
		{
			displayName: 'Limit',
			name: 'limit',
			type: 'number',
			typeOptions: { minValue: 1 },
			default: 50,
			displayOptions: { show: { ...show, returnAll: [false] } },
			description: 'Max number of results to return',
		},
	];
}

/** How many records an item asks for; undefined for all. */
interface RecordsWanted {
	limit: number | undefined;
}

/**
 * An operation that returns the records of a paginated endpoint, one output item each.
 *
 * @param identity the field by which a record is known, to return one only once when the data moves between two pages
 */
export function recordPagesOperation(url: string, identity: string): Operation<RecordsWanted> {
	return {
		request: { method: 'GET', url },
		effect: 'none',
		read: (parameters) => ({
			limit:
				optionalBoolean(parameters.value('returnAll'), 'Return All') === true
					? undefined
					: limit(parameters.value('limit'), 'Limit'),
		}),
		content: () => ({}),
		output: (_, answer) => answerRecords(answer),
		perform: async (client, request, wanted) => ({
			data: await fetchPages(client, request, { identity, limit: wanted.limit }),
		}),
	};
}
