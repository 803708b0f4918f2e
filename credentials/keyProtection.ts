import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';
import { parsedUrl } from './parsedUrl';
import { UnusableCredential } from './resolvedCredential';

/** Options of both request helpers of n8n. */
interface ConnectionOptions {
	proxy?: IHttpRequestOptions['proxy'] | string;
	skipSslCertificateValidation?: boolean;
	rejectUnauthorized?: boolean;
	agentOptions?: object;
	headers?: IDataObject;
}

/** From n8n's HTTP Request node. */
interface OlderRequestOptions {
	uri?: string;
	followRedirect?: boolean;
	followAllRedirects?: boolean;
}

/** Others could send the connection elsewhere. */
const ALLOWED_AGENT_OPTIONS = ['cert', 'key', 'passphrase', 'ca', 'rejectUnauthorized'];

/**
 * The key goes to the origin of the Base URL alone, and never along a redirect. Users may use a credential they may not read, so
 * no option of n8n's HTTP Request node is trusted.
 *
 * @throws UnusableCredential if others could read the key
 */
export function protectKey(
	options: IHttpRequestOptions & OlderRequestOptions,
	address: string,
): void {
	const { origin } = new URL(address);
	if (requestOrigin(options.url ?? options.uri ?? '', options.baseURL) !== origin) {
		throw new UnusableCredential(
			`The Mailroom API credential can only be used for requests to ${origin}, the server of its Base URL`,
		);
	}
	assertSafeConnection(options, origin);
	if (options.proxy) options.proxy = tunnelledProxy(options.proxy);
	// On redirects, n8n would pass on the key.
	options.disableFollowRedirect = true;
	options.followRedirect = false;
	options.followAllRedirects = false;
	options.sendCredentialsOnCrossOriginRedirect = false;
}

/** Joins the parts as axios does, except slashes, which don't change the origin. */
function requestOrigin(url: string, baseUrl = ''): string | undefined {
	const isAbsolute = /^([a-z][a-z\d+\-.]*:)?[/\\]{2}/i.test(url);
	return parsedUrl(isAbsolute || baseUrl === '' ? url : `${baseUrl}/${url}`)?.origin;
}

/** @throws UnusableCredential if others could read the key */
export function assertSafeConnection(options: ConnectionOptions, origin: string): void {
	const agentOptions = Object.keys(options.agentOptions ?? {});
	const unknown = agentOptions.find((name) => !ALLOWED_AGENT_OPTIONS.includes(name));
	if (unknown !== undefined) {
		throw new UnusableCredential(
			`The Mailroom API credential can't be used with the connection option "${unknown}"`,
		);
	}
	assertHostHeader(options.headers, origin);
	if (!options.proxy) return;

	if (!origin.startsWith('https:')) {
		throw new UnusableCredential(
			`"Proxy" can't be used while the "Base URL" of the Mailroom API credential starts with http://: the proxy could read the API key`,
			'Remove the proxy, or use a service with https://',
		);
	}
	const checksAreOff = options.skipSslCertificateValidation || options.rejectUnauthorized === false;
	if (checksAreOff || agentOptions.includes('rejectUnauthorized')) {
		throw new UnusableCredential(
			'"Proxy" can\'t be used together with "Ignore SSL Issues (Insecure)": the proxy could read the API key',
			'Remove the proxy, or turn off "Ignore SSL Issues (Insecure)"',
		);
	}
	if (agentOptions.includes('ca')) {
		throw new UnusableCredential(
			'"Proxy" can\'t be used together with a "CA" in "SSL Certificates": the proxy could read the API key',
			'Remove the proxy or the CA',
		);
	}
}

/** A CDN chooses the customer by this header. */
function assertHostHeader(headers: IDataObject | undefined, origin: string): void {
	const { host } = new URL(origin);
	for (const [name, value] of Object.entries(headers ?? {})) {
		if (name.trim().toLowerCase() !== 'host' || String(value).toLowerCase() === host) continue;
		throw new UnusableCredential(
			`The Mailroom API credential requires the header "Host" to be ${host}, the host of its Base URL`,
		);
	}
}

type Proxy = NonNullable<IHttpRequestOptions['proxy']>;

/**
 * With `protocol: 'http'`, older versions of n8n send requests in clear text.
 *
 * @throws UnusableCredential, worded without the address and its password
 */
export function tunnelledProxy(proxy: Proxy | string): Proxy {
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

function proxySettings(address: string): Proxy {
	try {
		const { protocol, hostname: host, port, username, password } = new URL(address);
		const auth = { username: decodeURIComponent(username), password: decodeURIComponent(password) };
		const ownPort = protocol === 'https:' ? 443 : 80;
		return { protocol, host, port: Number(port) || ownPort, ...(username === '' ? {} : { auth }) };
	} catch {
		throw noWebAddress();
	}
}

function noWebAddress(): UnusableCredential {
	return new UnusableCredential(
		'"Proxy" isn\'t a web address',
		'Enter one such as http://proxy.example.com:3128',
	);
}
