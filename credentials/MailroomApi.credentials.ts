import type {
	IAuthenticate,
	ICredentialTestRequest,
	ICredentialType,
	IHttpRequestOptions,
	INodeProperties,
} from 'n8n-workflow';
import { BEFORE_SEND, type WithBeforeSend } from './beforeSend';
import { protectKey } from './keyProtection';
import { resolvedCredential } from './resolvedCredential';

export class MailroomApi implements ICredentialType {
	name = 'mailroomApi';
	displayName = 'Mailroom API';
	icon = { light: 'file:../icons/mailroom.svg', dark: 'file:../icons/mailroom.dark.svg' } as const;
	documentationUrl = 'https://github.com/n8n-nodes-mailroom/n8n-nodes-mailroom#credential';

	properties: INodeProperties[] = [
		{
			displayName: 'Base URL',
			name: 'baseUrl',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. https://api.indiepitcher.com/v1',
			description:
				"Address of the service's API, up to and including /v1. The API key is sent to this server only.",
		},
		{
			displayName: 'API Key',
			name: 'apiKey',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			required: true,
			description: 'API key of your project. In IndiePitcher, create it under Settings > API Keys.',
		},
		{
			displayName: 'Allow HTTP',
			name: 'allowHttp',
			type: 'boolean',
			default: false,
			description:
				"Whether to send the API key unencrypted over http:// to a service that isn't on n8n's machine",
		},
	];

	/** n8n sends soon after this, so this node's requests wait here for their turn. */
	authenticate: IAuthenticate = async (credentials, requestOptions) => {
		const options: IHttpRequestOptions & WithBeforeSend = requestOptions;
		const { address, key } = resolvedCredential(credentials);
		const beforeSend = options[BEFORE_SEND];
		if (beforeSend) options.baseURL = address;
		protectKey(options, address);
		options.headers = { ...options.headers, Authorization: `Bearer ${key}` };
		const deadline = await beforeSend?.({ address, key });
		const cancelSignal = options.abortSignal as AbortSignal | undefined;
		if (!deadline) return options;
		options.abortSignal = AbortSignal.any([deadline, ...(cancelSignal ? [cancelSignal] : [])]);
		return options;
	};

	test: ICredentialTestRequest = {
		request: {
			baseURL: '={{ $credentials.baseUrl.trim() }}',
			url: '/lists',
			qs: { page: 1, per: 1 },
			disableFollowRedirect: true,
		},
		// Only n8n's type wants all rules to be of one kind.
		rules: [
			{
				type: 'responseCode',
				properties: { value: 401, message: "The service doesn't accept this API key." },
			},
			{
				type: 'responseCode',
				properties: {
					value: 404,
					message: 'There is no email service at this address. Check the Base URL.',
				},
			},
			{
				type: 'responseSuccessBody',
				properties: {
					key: 'data',
					// A response without lists is not the service's.
					value: undefined,
					message: 'The address responds, but not like the email service. Check the Base URL.',
				},
			},
		] as ICredentialTestRequest['rules'],
	};
}
