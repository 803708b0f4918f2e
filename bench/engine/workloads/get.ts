import type { Work } from '.';

export const get: Work = {
	mailroom: { resource: 'contact', operation: 'get', email: '={{ $json.email }}' },
	httpRequest: (url) => ({
		method: 'GET',
		url: `${url}/contacts/find`,
		sendQuery: true,
		specifyQuery: 'keypair',
		queryParameters: { parameters: [{ name: 'email', value: '={{ $json.email }}' }] },
	}),
};
