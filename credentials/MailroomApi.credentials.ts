import type {
	IAuthenticate,
	ICredentialTestRequest,
	ICredentialType,
	IHttpRequestOptions,
	INodeProperties,
} from 'n8n-workflow';
import { apiKey } from './apiKey';
import { beforeSendOf } from './beforeSend';
import { checkConnection, tunnelledProxy } from './connectionRules';
import { requestOrigin, serviceAddress } from './serviceAddress';

/** The options of n8n's older request helper, of the HTTP Request node. */
interface OlderRequestOptions {
	uri?: string;
	rejectUnauthorized?: boolean;
	followRedirect?: boolean;
	followAllRedirects?: boolean;
}

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
			placeholder: 'e.g. https://mail.example.com/v1',
			description:
				'Address of the email service, up to and including /v1. The API key is sent to this address only.',
		},
		{
			displayName: 'API Key',
			name: 'apiKey',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			required: true,
			description: 'API key of your project, created in the web dashboard of the service',
		},
		{
			displayName: 'Allow HTTP',
			name: 'allowHttp',
			type: 'boolean',
			default: false,
			description:
				'Whether to send the API key over an unencrypted http:// connection to another machine. Not needed for a service on this machine.',
		},
	];

	/**
	 * Adds the API key to a request, of this package's node or of any other node that uses the credential.
	 *
	 * n8n's request helper passes `url`, its older one `uri`, and each has its own word for not following redirects. They are not
	 * followed at all: n8n's HTTP client takes the key along to a subdomain of the host, and older versions take it anywhere.
	 * Everybody who edits a workflow, or asks n8n's API for the values of a drop-down, has a say in every option.
	 *
	 * This is the last step before n8n sends, so a request of this package's node waits for its turn here.
	 */
	authenticate: IAuthenticate = async (credentials, requestOptions) => {
		const options: IHttpRequestOptions & OlderRequestOptions = requestOptions;
		const address = serviceAddress(credentials);
		const beforeSend = beforeSendOf(options);
		if (beforeSend) options.baseURL = address;
		const origin = requestOrigin(options.url ?? options.uri ?? '', options.baseURL);
		if (origin !== new URL(address).origin) {
			throw new Error(
				`The Mailroom API credential can only be used for requests to ${address}, the Base URL that is set in it`,
			);
		}
		checkConnection(options, origin);
		const proxy = options.proxy && tunnelledProxy(options.proxy);
		const key = apiKey(credentials);
		options.headers = { ...options.headers, Authorization: `Bearer ${key}` };
		if (proxy) options.proxy = proxy;
		options.disableFollowRedirect = true;
		options.followRedirect = false;
		options.followAllRedirects = false;
		options.sendCredentialsOnCrossOriginRedirect = false;
		await beforeSend?.({ address, key });
		return options;
	};

	test: ICredentialTestRequest = {
		request: {
			baseURL: '={{ $credentials.baseUrl.trim() }}',
			url: '/lists',
			qs: { page: 1, per: 1 },
			disableFollowRedirect: true,
		},
		// n8n goes by each rule's own type; only its declaration wants all rules to be of one type.
		rules: [
			{
				type: 'responseCode',
				properties: { value: 401, message: 'The service does not accept this API key.' },
			},
			{
				type: 'responseCode',
				properties: {
					value: 404,
					message: 'There is no email service at this address. Check the Base URL: it ends in /v1.',
				},
			},
			{
				type: 'responseSuccessBody',
				properties: {
					key: 'data',
					// n8n compares with ===: an answer without lists, such as a web page, is not the service.
					value: undefined,
					message:
						'The address answers, but not like the email service. Check the Base URL: it ends in /v1.',
				},
			},
		] as ICredentialTestRequest['rules'],
	};
}
