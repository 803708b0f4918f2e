import type {
	IExecuteFunctions,
	IExecutePaginationFunctions,
	IHttpRequestOptions,
	ILoadOptionsFunctions,
} from 'n8n-workflow';
import { apiKey } from '../../../credentials/apiKey';
import { serviceAddress } from '../../../credentials/serviceAddress';
import { systemClock } from '../transport/clock';
import type { Lane } from '../transport/Lane';
import { redactAnswer, redactText, secretOf } from '../transport/redaction';
import { ServiceClient, type FullResponse } from '../transport/ServiceClient';
import { sharedRateLimiter } from '../transport/sharedRateLimiter';
import { connectionOptions, type RequestOptionsParameter } from './requestOptions';

const CREDENTIAL = 'mailroomApi';
/** n8n's own timeout, whose error says more, comes first by this much. */
const DRIP_GRACE_MS = 500;

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
	const secret = secretOf(key);
	const fromUser = connectionOptions(options, address);
	return new ServiceClient({
		address,
		send: async (request: IHttpRequestOptions) => {
			const timeout = Math.min(fromUser.timeout, request.timeout ?? Infinity);
			const sent = context.helpers.httpRequestWithAuthentication.call(context, CREDENTIAL, {
				...request,
				...fromUser,
				timeout,
			});
			const response = (await inTime(sent, timeout)) as FullResponse;
			redactAnswer(response.body, secret);
			return response;
		},
		redact: (text) => redactText(text, secret),
		limiter: sharedRateLimiter(address, key),
		lane,
		clock: systemClock,
	});
}

/**
 * n8n's own timeout begins anew with every byte that comes: an answer that drips would never end.
 *
 * The listener is removed as soon as the answer is there, because it keeps the answer, which may be large, in memory.
 */
async function inTime<T>(answer: Promise<T>, timeoutMs: number): Promise<T> {
	const deadline = AbortSignal.timeout(timeoutMs + DRIP_GRACE_MS);
	let fail = () => {};
	const late = new Promise<never>((_, reject) => {
		fail = () => reject(Object.assign(new Error('No answer in time'), { code: 'ETIMEDOUT' }));
		deadline.addEventListener('abort', fail, { once: true });
	});
	return await Promise.race([answer, late]).finally(() => {
		deadline.removeEventListener('abort', fail);
	});
}
