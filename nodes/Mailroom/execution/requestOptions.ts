import type { IHttpRequestOptions } from 'n8n-workflow';
import { checkConnection, tunnelledProxy } from '../../../credentials/safeConnection';

/**
 * The parameter "Request Options", which n8n adds to every declarative node. Its batching is not needed here: the limit of the
 * service is always kept.
 */
export interface RequestOptionsParameter {
	timeout?: number;
	proxy?: string;
	allowUnauthorizedCerts?: boolean;
}

/** What n8n's declarative engine uses when the user has set none. */
const DEFAULT_TIMEOUT_MS = 300_000;

/**
 * The user's settings in the terms of n8n's request helper.
 *
 * @param address of the service
 * @throws UnsafeConnection when somebody could read the API key on the way, before anything is sent
 */
export function connectionOptions(
	{ timeout, proxy, allowUnauthorizedCerts }: RequestOptionsParameter,
	address: string,
): Partial<IHttpRequestOptions> & { timeout: number } {
	const options = {
		timeout: timeout || DEFAULT_TIMEOUT_MS,
		...(allowUnauthorizedCerts ? { skipSslCertificateValidation: true } : {}),
		...(proxy ? { proxy: tunnelledProxy(proxy) } : {}),
	};
	checkConnection(options, new URL(address).origin);
	return options;
}
