import type {
	IExecuteFunctions,
	IExecutePaginationFunctions,
	IHttpRequestOptions,
	ILoadOptionsFunctions,
	IPollFunctions,
} from 'n8n-workflow';
import { apiKey } from '../../../credentials/apiKey';
import { withBeforeSend } from '../../../credentials/beforeSend';
import { serviceAddress } from '../../../credentials/serviceAddress';
import { systemClock } from './clock';
import { PendingRequest } from './PendingRequest';
import { redactResponse, redactText, secretOf } from './redaction';
import { connectionOptions, type RequestOptionsParameter } from './requestOptions';
import type { RunQueue } from './RunQueue';
import { ServiceClient, type FullResponse } from './ServiceClient';
import { sharedGate } from './sharedGate';

/** The type of the credential, by its name. */
export const CREDENTIAL = 'mailroomApi';

/** The contexts of n8n from which the node sends requests: runs of a workflow, tools, drop-downs, polls. */
export type RequestContext =
	IExecuteFunctions | IExecutePaginationFunctions | ILoadOptionsFunctions | IPollFunctions;

/**
 * A client for the service of the context's credential.
 *
 * @param options what the user has set under n8n's own "Request Options"
 * @throws n8n's error when no credential is set, UnusableServiceAddress, UnusableApiKey or UnsafeConnection when the key could
 *   not be sent, or somebody else could read it
 */
export async function createClient(
	context: RequestContext,
	queue: RunQueue,
	options: RequestOptionsParameter = {},
): Promise<ServiceClient> {
	const credentials = await context.getCredentials(CREDENTIAL);
	const credential = { address: serviceAddress(credentials), key: apiKey(credentials) };
	const { address, key } = credential;
	const secret = secretOf(key);
	const fromUser = connectionOptions(options, address);
	const redact = (text: string) => redactText(text, secret);
	return new ServiceClient({
		...{ address, proxy: hostOf(fromUser.proxy), redact },
		send: async (request, enter) => {
			const timeout = Math.min(fromUser.timeout, request.timeout ?? Infinity);
			const pending = new PendingRequest({ credential, enter, timeoutMs: timeout, redact });
			const sent = context.helpers.httpRequestWithAuthentication.call(
				context,
				CREDENTIAL,
				withBeforeSend({ ...request, ...fromUser, timeout }, pending.beforeSend),
			);
			const response = await pending.response(sent as Promise<FullResponse>);
			redactResponse(response.body, secret);
			return response;
		},
		...{ gate: sharedGate(address, key), queue, clock: systemClock },
	});
}

function hostOf(proxy: IHttpRequestOptions['proxy']): string | undefined {
	return proxy && `${proxy.host}:${proxy.port}`;
}
