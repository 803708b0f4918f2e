import type {
	IAuthenticateGeneric,
	ICredentialTestRequest,
	ICredentialType,
	INodeProperties,
} from 'n8n-workflow';

export class ToyApi implements ICredentialType {
	readonly name = 'toyApi';

	readonly displayName = 'Toy API';

	readonly properties: INodeProperties[] = [
		{ displayName: 'Base URL', name: 'baseUrl', type: 'string', default: '' },
		{ displayName: 'API Key', name: 'apiKey', type: 'string', default: 'default-key' },
	];

	readonly authenticate: IAuthenticateGeneric = {
		type: 'generic',
		properties: { headers: { Authorization: '=Bearer {{ $credentials.apiKey }}' } },
	};

	readonly test: ICredentialTestRequest = {
		request: { baseURL: '={{ $credentials.baseUrl }}', url: '/things' },
	};

	constructor() {}
}
