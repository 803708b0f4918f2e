import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';
import { parsedUrl } from './parsedUrl';
import { UnusableCredential } from './UnusableCredential';

/** A way to the service on which somebody else could read the API key. The message is for the user. */
export class UnsafeConnection extends UnusableCredential {}

/** The options that decide who can read a request, in the words of n8n's request helper and of its older one, of the HTTP Request node. */
export interface ConnectionOptions {
	proxy?: IHttpRequestOptions['proxy'] | string;
	skipSslCertificateValidation?: boolean;
	rejectUnauthorized?: boolean;
	agentOptions?: object;
	headers?: IDataObject;
}

/** A certificate that the client shows. Other options of an agent could lead the connection elsewhere. */
const CLIENT_CERTIFICATE = ['cert', 'key', 'passphrase'];
const SERVER_CERTIFICATE = ['ca', 'rejectUnauthorized'];

/**
 * Refuses connection settings with which the key would be readable by somebody whom the owner of the credential has not chosen:
 * whoever edits a workflow sets them, and may use the credential without being allowed to read it.
 *
 * Certificate checks may be off where no proxy is set: that alone leads the request nowhere else.
 *
 * @param origin of the service
 * @throws UnsafeConnection
 */
export function checkConnection(options: ConnectionOptions, origin: string): void {
	const agentOptions = Object.keys(options.agentOptions ?? {});
	const unknown = agentOptions.find(
		(name) => !CLIENT_CERTIFICATE.includes(name) && !SERVER_CERTIFICATE.includes(name),
	);
	if (unknown !== undefined) {
		throw new UnsafeConnection(
			`The Mailroom API credential cannot be used with "${unknown}" among the options of the connection`,
		);
	}
	checkHostHeader(options.headers, origin);
	if (!options.proxy) return;

	if (!origin.startsWith('https:')) {
		throw new UnsafeConnection(
			`"Proxy" cannot be used while the "Base URL" of the Mailroom API credential starts with http://: the proxy could read the API key`,
			'Remove the proxy, or use a service with https://',
		);
	}
	const checksAreOff = options.skipSslCertificateValidation || options.rejectUnauthorized === false;
	if (checksAreOff || agentOptions.includes('rejectUnauthorized')) {
		throw new UnsafeConnection(
			'"Proxy" cannot be used together with "Ignore SSL Issues": the proxy could read the API key',
			'Remove the proxy, or switch "Ignore SSL Issues" off',
		);
	}
	if (agentOptions.includes('ca')) {
		throw new UnsafeConnection(
			'"Proxy" cannot be used together with "SSL Certificates" that name an authority of their own: the proxy could read the API key',
			'Remove the one or the other',
		);
	}
}

/** Servers that many share, such as those of a CDN, choose by this header whose service gets the request. */
function checkHostHeader(headers: IDataObject | undefined, origin: string): void {
	const { host } = new URL(origin);
	for (const [name, value] of Object.entries(headers ?? {})) {
		if (name.trim().toLowerCase() !== 'host' || String(value).toLowerCase() === host) continue;
		throw new UnsafeConnection(
			`The Mailroom API credential cannot be used with the header "Host" set to anything but ${host}, the host of its Base URL`,
		);
	}
}

/**
 * The proxy in a form in which no version of n8n hands it the request itself, only a tunnel to the service. Before n8n tunnelled,
 * axios did what the proxy's own protocol says, and sent a request for `https://` through an `http://` proxy in clear text.
 * Without that protocol it insists on the certificate of the service. n8n takes a missing one for `http`.
 *
 * @throws UnsafeConnection when it is no web address; the message does not show it, as it may hold a password
 */
export function tunnelledProxy(
	proxy: NonNullable<ConnectionOptions['proxy']>,
): NonNullable<IHttpRequestOptions['proxy']> {
	const { protocol, ...settings } = typeof proxy === 'string' ? proxySettings(proxy) : proxy;
	switch (protocol?.replace(':', '')) {
		case undefined:
		case 'http':
			return settings;
		case 'https':
			return { ...settings, protocol: 'https' };
		default:
			throw noWebAddress();
	}
}

function proxySettings(address: string): NonNullable<IHttpRequestOptions['proxy']> {
	const url = parsedUrl(address);
	if (!url || url.hostname === '') throw noWebAddress();
	const { protocol, hostname: host, port, username, password } = url;
	const auth =
		username === '' ? {} : { auth: { username: decoded(username), password: decoded(password) } };
	return { protocol, host, port: Number(port) || (protocol === 'https:' ? 443 : 80), ...auth };
}

function decoded(part: string): string {
	try {
		return decodeURIComponent(part);
	} catch {
		throw noWebAddress();
	}
}

function noWebAddress(): UnsafeConnection {
	return new UnsafeConnection(
		'"Proxy" is not a web address',
		'Enter one such as http://proxy.example.com:3128',
	);
}
