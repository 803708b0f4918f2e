import { upsert } from './upsert';
import type { Work } from '.';

/** Like upsert, but no value is a field of the item as it is: n8n has to compute all of them. */
export const upsertComputed: Work = {
	mailroom: {
		...upsert.mailroom,
		email: '={{ $json.email.toLowerCase() }}',
		customProperties: {
			assignments: [
				{ id: '1', name: 'plan', type: 'string', value: '={{ $json.plan.toUpperCase() }}' },
			],
		},
		additionalFields: { name: '=Dr. {{ $json.name }}' },
	},
	httpRequest: (url) => ({
		...upsert.httpRequest?.(url),
		jsonBody:
			'={{ { contacts: [{ email: $json.email.toLowerCase(), name: "Dr. " + $json.name, updateIfExists: true, customProperties: { plan: $json.plan.toUpperCase() } }] } }}',
	}),
};
