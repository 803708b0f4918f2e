import { jsonPost } from './jsonPost';
import type { Work } from './Work';

const email = '={{ $json.email }}';
const customProperties = {
	assignments: [{ id: '1', name: 'plan', type: 'string', value: '={{ $json.plan }}' }],
};
const fields = { name: '={{ $json.name }}' };

export const contactWorks = {
	upsert: {
		mailroom: {
			...{ resource: 'contact', operation: 'upsert', email, customProperties },
			additionalFields: fields,
		},
		// An array of objects cannot be entered as fields.
		httpRequest: (url) => ({
			...jsonPost(`${url}/contacts/create_many`),
			specifyBody: 'json',
			jsonBody:
				'={{ { contacts: [{ email: $json.email, name: $json.name, updateIfExists: true, customProperties: { plan: $json.plan } }] } }}',
		}),
	},
	update: {
		mailroom: {
			...{ resource: 'contact', operation: 'update', email, customProperties },
			updateFields: fields,
		},
	},
	get: {
		mailroom: { resource: 'contact', operation: 'get', email },
		httpRequest: (url) => ({
			method: 'GET',
			url: `${url}/contacts/find`,
			sendQuery: true,
			specifyQuery: 'keypair',
			queryParameters: { parameters: [{ name: 'email', value: email }] },
		}),
	},
	readAll: { mailroom: { resource: 'contact', operation: 'getAll', returnAll: true } },
} satisfies Record<string, Work>;
