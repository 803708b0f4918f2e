import type { IHttpRequestOptions, INodeProperties } from 'n8n-workflow';
import { checkConnection, tunnelledProxy } from '../../../credentials/keyProtection';
import { InvalidParameter } from '../parameters/InvalidParameter';
import { asNumber } from '../parameters/number';
import { isEmpty } from '../parameters/text';
import { shown } from '../parameters/wording';

/** n8n adds these settings to declarative nodes, but not to those with webhooks. */
export const requestOptionsProperty: INodeProperties = {
	displayName: 'Request Options',
	name: 'requestOptions',
	type: 'collection',
	isNodeSetting: true,
	placeholder: 'Add Option',
	default: {},
	options: [
		{
			displayName: 'Ignore SSL Issues (Insecure)',
			name: 'allowUnauthorizedCerts',
			type: 'boolean',
			noDataExpression: true,
			default: false,
			description: 'Whether to connect even if SSL certificate validation is not possible',
		},
		{
			displayName: 'Proxy',
			name: 'proxy',
			type: 'string',
			default: '',
			placeholder: 'e.g. http://myproxy:3128',
			description:
				'HTTP proxy to use. If it requires a login, include name and password in its address.',
		},
		{
			displayName: 'Timeout',
			name: 'timeout',
			type: 'number',
			typeOptions: { minValue: 1 },
			default: 10000,
			description: 'Milliseconds to wait for the response of the service',
		},
	],
};

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
	checkConnection(options, new URL(address).origin);
	return options;
}

/** As in n8n, 0 stands for the default. */
function timeoutMs(value: unknown): number {
	if (isEmpty(value)) return DEFAULT_TIMEOUT_MS;
	const number = asNumber(value);
	if (number === undefined || number < 0) {
		throw new InvalidParameter(
			'Timeout',
			`must be a number of milliseconds, 0 or more, but is ${shown(value)}`,
		);
	}
	return number === 0 ? DEFAULT_TIMEOUT_MS : Math.ceil(Math.min(number, MAX_TIMEOUT_MS));
}
