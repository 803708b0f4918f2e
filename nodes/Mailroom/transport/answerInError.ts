import type { IHttpRequestOptions } from 'n8n-workflow';
import { connectionOf, errorChain } from './errorChain';
import { isJsonObject } from './isJsonObject';
import { ProxyRefusal } from './ProxyRefusal';
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

/**
 * The answer in an error of n8n's request helper.
 *
 * @throws ProxyRefusal when it is that of a proxy: it came without TLS, which the service speaks; the error itself where it holds
 *   no answer
 */
export function answerInError(error: unknown, isTls: boolean): FullResponse {
	const chain = errorChain(error);
	const found = chain.find(({ response }) => isJsonObject(response));
	if (!isJsonObject(found?.response)) throw error;
	const { status, headers, data } = found.response;
	if (typeof status !== 'number') throw error;
	if (isTls && connectionOf(chain) === 'plain') throw new ProxyRefusal(status);
	const known = typeof headers === 'object' && headers !== null ? headers : {};
	return { statusCode: status, headers: { ...known }, body: data };
}
