import type {
	IExecuteFunctions,
	IExecutePaginationFunctions,
	IHttpRequestOptions,
	ILoadOptionsFunctions,
	IPollFunctions,
} from 'n8n-workflow';
import { apiKey } from '../../../credentials/apiKey';
import { withDeparture } from '../../../credentials/departure';
import { serviceAddress } from '../../../credentials/serviceAddress';
import { answerInError, STATUSES_AS_ERRORS } from '../transport/answerInError';
import { systemClock } from '../transport/clock';
import type { RunQueue } from '../transport/RunQueue';
import { redactAnswer, redactText, secretOf } from '../transport/redaction';
import { ServiceClient, type FullResponse } from '../transport/ServiceClient';
import { sharedRateLimiter } from '../transport/sharedRateLimiter';
import { connectionOptions, type RequestOptionsParameter } from './requestOptions';
import { Sending } from './Sending';

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
	lane: RunQueue,
	options: RequestOptionsParameter = {},
): Promise<ServiceClient> {
	const credentials = await context.getCredentials(CREDENTIAL);
	const credential = { address: serviceAddress(credentials), key: apiKey(credentials) };
	const { address, key } = credential;
	const secret = secretOf(key);
	const fromUser = connectionOptions(options, address);
	const isTls = address.startsWith('https:');
	const errors = isTls ? { ignoreHttpStatusErrors: STATUSES_AS_ERRORS } : {};
	const redact = (text: string) => redactText(text, secret);
	return new ServiceClient({
		address,
		proxy: hostOf(fromUser.proxy),
		send: async (request, leave) => {
			const timeout = Math.min(fromUser.timeout, request.timeout ?? Infinity);
			const sending = new Sending({ credential, leave, timeoutMs: timeout, redact });
			const sent = context.helpers.httpRequestWithAuthentication.call(
				context,
				CREDENTIAL,
				withDeparture({ ...request, ...fromUser, timeout, ...errors }, sending.depart),
			);
			const response = await sending
				.answer(sent as Promise<FullResponse>)
				.catch((error: unknown) => answerInError(error, isTls));
			redactAnswer(response.body, secret);
			return response;
		},
		redact,
		limiter: sharedRateLimiter(address, key),
		lane,
		clock: systemClock,
	});
}

function hostOf(proxy: IHttpRequestOptions['proxy']): string | undefined {
	return proxy && `${proxy.host}:${proxy.port}`;
}
