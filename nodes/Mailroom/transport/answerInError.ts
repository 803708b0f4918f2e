import type { IHttpRequestOptions } from 'n8n-workflow';
import { connectionOf, errorChain } from './errorChain';
import { isJsonObject } from './isJsonObject';
import type { FullResponse } from './ServiceClient';

/**
 * Which statuses n8n's request helper is to make an error of. n8n hands on the answer of a proxy that refuses to lead to the
 * service as if it were the service's; only in an error it keeps the connection, which tells them apart. Not 401, after which
 * n8n sends the request a second time, past the limiter.
 */
export const STATUSES_AS_ERRORS: IHttpRequestOptions['ignoreHttpStatusErrors'] = {
	ignore: true,
	except: Array.from({ length: 200 }, (_, index) => 400 + index).filter((status) => status !== 401),
};

/** A proxy has answered itself, instead of leading to the service: nothing of the request has left. */
export class ProxyRefusal extends Error {
	constructor(readonly status: number) {
		super(`status ${status}`);
	}
}

/**
 * The answer in an error of n8n's request helper.
 *
 * @throws ProxyRefusal when it is that of a proxy: it came without TLS, which the service speaks; the error itself where it holds
 *   answer that is complete
 */
export function answerInError(error: unknown, isTls: boolean): FullResponse {
	const chain = errorChain(error);
	const response = chain.map((one) => one.response).find(isJsonObject);
	if (typeof response?.status !== 'number') throw error;
	const { status, headers, data } = response;
	// One that was accepted is an error only where the connection has ended within the answer.
	if (status < 400) throw error;
	if (isTls && connectionOf(chain) === 'plain') throw new ProxyRefusal(status);
	return { statusCode: status, headers: isJsonObject(headers) ? { ...headers } : {}, body: data };
}
