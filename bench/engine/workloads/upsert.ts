import { jsonPost } from './jsonPost';
import type { Work } from '.';

export const upsert: Work = {
	mailroom: {
		resource: 'contact',
		operation: 'upsert',
		email: '={{ $json.email }}',
		customProperties: {
			assignments: [{ id: '1', name: 'plan', type: 'string', value: '={{ $json.plan }}' }],
		},
		additionalFields: { name: '={{ $json.name }}' },
	},
	// An array of objects cannot be entered as fields.
	httpRequest: (url) => ({
		...jsonPost(`${url}/contacts/create_many`),
		specifyBody: 'json',
		jsonBody:
			'={{ { contacts: [{ email: $json.email, name: $json.name, updateIfExists: true, customProperties: { plan: $json.plan } }] } }}',
	}),
};
