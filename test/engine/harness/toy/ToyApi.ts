/** @typedef {import('n8n-workflow').ICredentialType} ICredentialType */

/** @implements {ICredentialType} */
class ToyApi {
	constructor() {
		this.name = 'toyApi';
		this.displayName = 'Toy API';
		/** @type {import('n8n-workflow').INodeProperties[]} */
		this.properties = [
			{ displayName: 'Base URL', name: 'baseUrl', type: 'string', default: '' },
			{ displayName: 'API Key', name: 'apiKey', type: 'string', default: 'default-key' },
		];
		/** @type {import('n8n-workflow').IAuthenticateGeneric} */
		this.authenticate = {
			type: 'generic',
			properties: { headers: { Authorization: '=Bearer {{ $credentials.apiKey }}' } },
		};
		/** @type {import('n8n-workflow').ICredentialTestRequest} */
		this.test = { request: { baseURL: '={{ $credentials.baseUrl }}', url: '/things' } };
	}
}

module.exports = { ToyApi };
