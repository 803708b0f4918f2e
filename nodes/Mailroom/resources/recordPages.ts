import type { IDataObject, INodeProperties } from 'n8n-workflow';
import type { Operation } from '../execution/Operation';
import { switchedOn } from '../parameters/choice';
import type { Form } from '../parameters/Form';
import { wholeNumberFrom1 } from '../parameters/number';
import { fetchRecords, type FetchedRecords } from '../transport/fetchRecords';

/** Properties of an operation that returns many records. */
export const recordPagesProperties: INodeProperties[] = [
	{
		displayName: 'Return All',
		name: 'returnAll',
		type: 'boolean',
		default: false,
		description: 'Whether to return all results or only up to a given limit',
	},
	{
		displayName: 'Limit',
		name: 'limit',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 50,
		displayOptions: { show: { returnAll: [false] } },
		description: 'Max number of results to return',
	},
];

/** Says which records are wanted. */
type Matches = (record: IDataObject) => boolean;

interface RecordsWanted {
	/** How many records an item asks for; undefined for all. */
	limit: number | undefined;
	/** Undefined where all are wanted. */
	matches: Matches | undefined;
}

type RecordPages = Pick<
	Operation<RecordsWanted, FetchedRecords>,
	'idempotency' | 'read' | 'content' | 'perform' | 'output' | 'hint'
>;

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
	matching?(form: Form): Matches | undefined;
}): RecordPages {
	return {
		idempotency: 'safe',
		read: (form) => ({
			limit: form.read('returnAll', switchedOn) ? undefined : form.read('limit', readLimit),
			matches: matching?.(form),
		}),
		content: () => ({}),
		perform: async (client, request, wanted) =>
			await fetchRecords(client, request, { identity, ...wanted }),
		output: (_, { records }) => records,
		hint: (accepted) => {
			const missing = accepted.reduce((sum, { result }) => sum + result.missing, 0);
			const hints: string[] = [];
			if (missing > 0) {
				hints.push(
					`The service counts ${missing.toLocaleString('en-US')} more than it returned. Some may have been deleted meanwhile.`,
				);
			}
			if (accepted.some(({ result }) => result.isEndUnread)) {
				hints.push(
					"The page after the last one could not be read. Records beyond the service's total may be missing.",
				);
			}
			return hints;
		},
	};
}

function readLimit(value: unknown, label: string): number {
	return wholeNumberFrom1(value, label, 'To get all records, turn on "Return All"');
}
