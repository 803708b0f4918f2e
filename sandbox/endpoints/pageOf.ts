import { Refusal } from '../Refusal';
import { objectOf } from '../validation/fields';
import type { Settings } from '../createService';
import type { Answer } from './index';

export type PageQuery = { page?: string; per?: string };

/** As in the samples of the service's documentation. */
const DEFAULT_PER = 10;
const MAX_PER = 100;

const positiveInteger = { type: 'string', pattern: '^[1-9][0-9]{0,8}$' };
export const pageQuery = objectOf({ page: positiveInteger, per: positiveInteger });

/**
 * One page of the records, in the envelope of lists.
 * @param records all of them
 * @param shown formats a record for the response
 */
export function pageOf<T>(
	records: T[],
	query: PageQuery,
	{ settings, shown }: { settings: Settings; shown: (record: T) => object },
): Answer {
	const page = Number(query.page ?? 1);
	const asked = Number(query.per ?? DEFAULT_PER);
	if (asked > MAX_PER) throw new Refusal(400, `per must be at most ${MAX_PER}`);
	const per = Math.min(asked, settings.maxPer);
	const data = records.slice((page - 1) * per, page * per).map(shown);
	return { data, ...(settings.metadata && { metadata: { page, per, total: records.length } }) };
}
