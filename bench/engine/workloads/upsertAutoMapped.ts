import { upsert } from './upsert';
import type { Work } from '.';

/** Like upsert, but the node takes the fields from the columns of the input, and n8n has nothing to compute. */
export const upsertAutoMapped: Work = {
	...upsert,
	mailroom: {
		resource: 'contact',
		operation: 'upsert',
		dataMode: 'autoMapInputData',
		additionalFields: {},
	},
};
