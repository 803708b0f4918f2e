import type {
	IExecuteFunctions,
	IExecutePaginationFunctions,
	IHttpRequestOptions,
	ILoadOptionsFunctions,
} from 'n8n-workflow';
import { apiKey } from '../../../credentials/apiKey';
import { serviceAddress } from '../../../credentials/serviceAddress';
import { systemClock } from '../transport/clock';
import type { Lane } from '../transport/lane';
import { redactAnswer, redactText } from '../transport/redaction';
import { ServiceClient, type FullResponse } from '../transport/ServiceClient';
import { sharedRateLimiter } from '../transport/sharedRateLimiter';
import { connectionOptions, type RequestOptionsParameter } from './requestOptions';

const CREDENTIAL = 'mailroomApi';

/** The contexts of n8n from which the node sends requests: runs of a workflow, tools, drop-downs. */
export type RequestContext =
	IExecuteFunctions | IExecutePaginationFunctions | ILoadOptionsFunctions;

/**
 * A client for the service of the context's credential.
 *
 * @param options what the user has set under n8n's own "Request Options"
 * @throws n8n's error when no credential is set, UnusableServiceAddress, UnusableApiKey or UnsafeConnection when the key could
 *   not be sent, or somebody else could read it
 */
export async function connect(
	context: RequestContext,
	lane: Lane,
	options: RequestOptionsParameter = {},
): Promise<ServiceClient> {
	const credentials = await context.getCredentials(CREDENTIAL);
	const address = serviceAddress(credentials);
	const key = apiKey(credentials);
	const fromUser = connectionOptions(options, address);
	return new ServiceClient({
		address,
		send: async (request: IHttpRequestOptions) => {
			const response = (await context.helpers.httpRequestWithAuthentication.call(
				context,
				CREDENTIAL,
				{ ...request, ...fromUser },
			)) as FullResponse;
			redactAnswer(response.body, key);
			return response;
		},
		redact: (text) => redactText(text, key),
		limiter: sharedRateLimiter(address, key),
		lane,
		clock: systemClock,
	});
}
