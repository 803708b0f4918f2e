import type { IDataObject } from 'n8n-workflow';
import type { OperationRules } from '../execution/Operation';
import { optionalBoolean } from '../parameters/choice';
import { field } from '../parameters/Field';
import type { ItemParameters } from '../parameters/ItemParameters';
import { wholeNumberFrom1 } from '../parameters/number';
import { fetchRecords, type FetchedRecords } from '../transport/fetchRecords';

const returnAll = field(
	{
		displayName: 'Return All',
		name: 'returnAll',
		type: 'boolean',
		default: false,
		description: 'Whether to return all results or only up to a given limit',
	},
	optionalBoolean,
);

const limit = field(
	{
		displayName: 'Limit',
		name: 'limit',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 50,
		displayOptions: { show: { returnAll: [false] } },
		description: 'Max number of results to return',
	},
	(value, label) =>
		wholeNumberFrom1(
			value,
			label,
			`. To get all records, switch on "${returnAll.property.displayName}"`,
		),
);

/** Fields of an operation that returns many records. */
export const recordPagesFields = [returnAll, limit];

/** Says which records are wanted. */
type Matches = (record: IDataObject) => boolean;

interface RecordsWanted {
	/** How many records an item asks for; undefined for all. */
	limit: number | undefined;
	/** Undefined where all are wanted. */
	matches: Matches | undefined;
}

/**
 * Returns the records of a paginated endpoint, one output item each.
 *
 * @param identity the field by which a record is known, to return one only once when the data moves between two pages
 * @param matching reads from an item which records it wants
 */
export function recordPages({
	identity,
	matching,
}: {
	identity: string;
	matching?(parameters: ItemParameters): Matches | undefined;
}): OperationRules<RecordsWanted, FetchedRecords> {
	return {
		idempotency: 'safe',
		read: (parameters) => ({
			limit: returnAll.read(parameters) === true ? undefined : limit.read(parameters),
			matches: matching?.(parameters),
		}),
		content: () => ({}),
		perform: async (client, request, wanted) =>
			await fetchRecords(client, request, { identity, ...wanted }),
		output: (_, { records }) => records,
		hint: (accepted) => {
			const missing = accepted.reduce((sum, { result }) => sum + result.missing, 0);
			return missing === 0
				? undefined
				: `The service counts ${missing.toLocaleString('en-US')} more than it returned. Some may have been deleted meanwhile.`;
		},
	};
}
