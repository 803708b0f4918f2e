import type { IHttpRequestOptions } from 'n8n-workflow';
import { assertSafeConnection, tunnelledProxy } from '../../../credentials/keyProtection';
import { numberWhere } from '../parameters/number';
import { isEmpty } from '../parameters/values';

export interface RequestOptionsParameter {
	/** An expression may return anything. */
	timeout?: unknown;
	proxy?: string;
	allowUnauthorizedCerts?: boolean;
}

/** The default of n8n's declarative engine. */
const DEFAULT_TIMEOUT_MS = 300_000;
/** Longer timers of Node.js end at once. */
const MAX_TIMEOUT_MS = 2_147_000_000;

/** @throws UnusableCredential; InvalidParameter */
export function connectionOptions(
	{ timeout, proxy, allowUnauthorizedCerts }: RequestOptionsParameter,
	address: string,
): Partial<IHttpRequestOptions> & { timeout: number } {
	const options = {
		timeout: timeoutMs(timeout),
		...(allowUnauthorizedCerts ? { skipSslCertificateValidation: true } : {}),
		...(proxy ? { proxy: tunnelledProxy(proxy) } : {}),
	};
	assertSafeConnection(options, new URL(address).origin);
	return options;
}

const readTimeout = numberWhere((number) => number >= 0, 'a number of milliseconds, 0 or more');

/** As in n8n, 0 stands for the default. */
function timeoutMs(value: unknown): number {
	if (isEmpty(value)) return DEFAULT_TIMEOUT_MS;
	const number = readTimeout(value, 'Timeout');
	return number === 0 ? DEFAULT_TIMEOUT_MS : Math.ceil(Math.min(number, MAX_TIMEOUT_MS));
}
