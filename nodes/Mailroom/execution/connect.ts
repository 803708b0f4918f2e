import type {
	IExecuteFunctions,
	IExecutePaginationFunctions,
	IHttpRequestOptions,
	ILoadOptionsFunctions,
} from 'n8n-workflow';
import { serviceAddress } from '../../../credentials/serviceAddress';
import { systemClock } from '../transport/clock';
import type { Lane } from '../transport/lane';
import { ServiceClient, type FullResponse } from '../transport/ServiceClient';
import { sharedRateLimiter } from '../transport/sharedRateLimiter';
import { connectionOptions, type RequestOptionsParameter } from './requestOptions';

const CREDENTIAL = 'mailroomApi';
const REDACTED = '***';

/** The contexts of n8n from which the node sends requests: runs of a workflow, tools, drop-downs. */
export type RequestContext =
	IExecuteFunctions | IExecutePaginationFunctions | ILoadOptionsFunctions;

/**
 * A client for the service of the context's credential.
 *
 * @param options what the user has set under n8n's own "Request Options"
 * @throws n8n's error when no credential is set, UnusableServiceAddress when its address must not be used
 */
export async function connect(
	context: RequestContext,
	lane: Lane,
	options: RequestOptionsParameter = {},
): Promise<ServiceClient> {
	const credentials = await context.getCredentials(CREDENTIAL);
	const address = serviceAddress(credentials);
	const apiKey = String(credentials.apiKey).trim();
	const fromUser = connectionOptions(options);
	return new ServiceClient({
		address,
		send: async (request: IHttpRequestOptions) =>
			(await context.helpers.httpRequestWithAuthentication.call(context, CREDENTIAL, {
				...request,
				...fromUser,
			})) as FullResponse,
		redact: (text) => (apiKey === '' ? text : text.replaceAll(apiKey, REDACTED)),
		limiter: sharedRateLimiter(address, apiKey),
		lane,
		clock: systemClock,
	});
}
