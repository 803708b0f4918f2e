import type { IHttpRequestOptions } from 'n8n-workflow';
import { parsedUrl } from '../../../credentials/parsedUrl';
import { InvalidParameter, shown } from '../parameters/InvalidParameter';

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

/** The user's settings in the terms of n8n's request helper. */
export function connectionOptions({
	timeout,
	proxy,
	allowUnauthorizedCerts,
}: RequestOptionsParameter): Partial<IHttpRequestOptions> & { timeout: number } {
	return {
		timeout: timeout || DEFAULT_TIMEOUT_MS,
		...(allowUnauthorizedCerts ? { skipSslCertificateValidation: true } : {}),
		...(proxy ? { proxy: proxySettings(proxy) } : {}),
	};
}

function proxySettings(proxy: string): IHttpRequestOptions['proxy'] {
	const url = parsedUrl(proxy);
	if (!url) {
		throw new InvalidParameter(
			'Proxy',
			`is not a web address: ${shown(proxy)}. Enter one such as http://proxy.example.com:3128`,
		);
	}
	const defaultPort = url.protocol === 'https:' ? 443 : 80;
	return {
		protocol: url.protocol.replace(':', ''),
		host: url.hostname,
		port: url.port === '' ? defaultPort : Number(url.port),
		...(url.username === ''
			? {}
			: {
					auth: {
						username: decodeURIComponent(url.username),
						password: decodeURIComponent(url.password),
					},
				}),
	};
}
