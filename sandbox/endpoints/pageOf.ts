const { ServiceError } = require('../ServiceError');
const { objectOf } = require('../validation/fields');

/** @typedef {{ page?: string, per?: string }} PageQuery */

const DEFAULT_PER = 25;
const MAX_PER = 100;

const positiveInteger = { type: 'string', pattern: '^[1-9][0-9]{0,8}$' };
const pageQuery = objectOf({ page: positiveInteger, per: positiveInteger });

/**
 * One page of the records, in the envelope of lists.
 * @param {object[]} records all of them
 * @param {PageQuery} query
 * @param {import('../createService').Settings} settings
 * @returns {import('./index').Payload}
 */
function pageOf(records, query, settings) {
	const page = Number(query.page ?? 1);
	const asked = Number(query.per ?? DEFAULT_PER);
	if (asked > MAX_PER) throw new ServiceError(400, `per must be at most ${MAX_PER}`);
	const per = Math.min(asked, settings.maxPer);
	const data = records.slice((page - 1) * per, page * per);
	if (!settings.metadata) return { success: true, data };
	return { success: true, data, metadata: { page, per, total: records.length } };
}

module.exports = { pageOf, pageQuery };
