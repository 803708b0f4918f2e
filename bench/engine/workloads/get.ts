/** @type {import('.').Work} */
const get = {
	mailroom: { resource: 'contact', operation: 'get', email: '={{ $json.email }}' },
	httpRequest: (url) => ({
		method: 'GET',
		url: `${url}/contacts/find`,
		sendQuery: true,
		specifyQuery: 'keypair',
		queryParameters: { parameters: [{ name: 'email', value: '={{ $json.email }}' }] },
	}),
};

module.exports = { get };
