import { NodeApiError, type JsonObject } from 'n8n-workflow';
import {
	CONNECTION_FAILURES,
	connectionFailure,
	noResponse,
} from '../../nodes/Mailroom/transport/failure/connectionFailure';

type System = { code?: string; syscall?: string; [detail: string]: unknown };
type Name = keyof typeof CONNECTION_FAILURES;

declare const nativeGlobal: typeof globalThis;

/** Of Node's own realm, as those of the HTTP client: n8n asks whether they are an `Error`. */
const failure = (message: string, details: System = {}, cause?: unknown) =>
	Object.assign(new nativeGlobal.Error(message, { cause }), details);

const node = {
	...{ id: '1', name: 'Mailroom', type: 'mailroom', typeVersion: 1, parameters: {} },
	position: [0, 0] as [number, number],
};

/** Error of n8n's request helper: a NodeApiError without a code, with the HTTP client's error inside. */
const fromHelper = (axiosError: Error) =>
	new NodeApiError(node, axiosError as unknown as JsonObject);

/** The HTTP client's error, and the error of the system in it. */
const axiosError = (code: string, message = code, system?: System) =>
	failure(message, { code, isAxiosError: true }, system && failure(message, { code, ...system }));

/** The client's error when it has tried all addresses of a host. */
const notConnected = (...codes: string[]) =>
	axiosError(codes[0], 'AggregateError', {
		errors: codes.map((code) => failure(`connect ${code}`, { code, syscall: 'connect' })),
	});

/** The client's error when a call of the system fails. */
const failedCall = (syscall: string, code: string, where = '') =>
	axiosError(code, `${syscall} ${code} ${where}`.trim(), { syscall });

const NO_TLS =
	'809C6882:error:0A00010B:SSL routines:ssl3_get_record:wrong version number:ssl3_record.c:350:';

const cases: Array<[claim: string, error: Error, expected: Name]> = [
	['a refused connection', failedCall('connect', 'ECONNREFUSED'), 'refused'],
	['a host that refuses on all addresses', notConnected('ECONNREFUSED', 'ECONNREFUSED'), 'refused'],
	['a name that is not resolved', failedCall('getaddrinfo', 'ENOTFOUND'), 'hostNotFound'],
	['a name server that is silent', failedCall('getaddrinfo', 'EAI_AGAIN'), 'hostNotFound'],
	['a timeout before the connection', failedCall('connect', 'ETIMEDOUT'), 'notConnected'],
	['no address of a host', notConnected('ETIMEDOUT', 'ENETUNREACH'), 'notConnected'],
	['a host that cannot be reached', failedCall('connect', 'EHOSTUNREACH'), 'notConnected'],
	['an expired certificate', axiosError('CERT_HAS_EXPIRED'), 'certificate'],
	['a self-signed certificate', axiosError('DEPTH_ZERO_SELF_SIGNED_CERT', 'x', {}), 'certificate'],
	['a certificate of another host', axiosError('ERR_TLS_CERT_ALTNAME_INVALID'), 'certificate'],
	['an unknown issuer', axiosError('UNABLE_TO_VERIFY_LEAF_SIGNATURE'), 'certificate'],
	['a service that speaks no TLS', failedCall('write', 'EPROTO', NO_TLS), 'certificate'],
	['a key that no header can hold', axiosError('ERR_INVALID_CHAR'), 'unsendable'],
	['a path that cannot be sent', axiosError('ERR_UNESCAPED_CHARACTERS'), 'unsendable'],
	['an answer that does not come', axiosError('ECONNABORTED', 'timeout of 100ms'), 'timeout'],
	['a connection that falls silent', failedCall('read', 'ETIMEDOUT'), 'timeout'],
	[
		'a TLS record that was damaged, perhaps after the request',
		axiosError('ERR_SSL_DECRYPTION_FAILED_OR_BAD_RECORD_MAC'),
		'broken',
	],
	['a connection that is closed', axiosError('ECONNRESET', 'socket hang up', {}), 'broken'],
	['a connection that is reset', failedCall('read', 'ECONNRESET'), 'broken'],
	['a broken pipe', failedCall('write', 'EPIPE'), 'broken'],
	[
		'an answer that is cut off, though its status came',
		Object.assign(axiosError('ERR_BAD_RESPONSE', 'stream has been aborted'), {
			response: { status: 200, data: undefined },
		}),
		'broken',
	],
	['an unknown code', axiosError('EWEIRD'), 'broken'],
	['a stopped execution', axiosError('ERR_CANCELED', 'canceled'), 'stopped'],
	['an error without a code', failure('credential could not be read'), 'unknown'],
];

test.each(cases)('finds %s, also in the error of the request helper', (_claim, error, expected) => {
	expect(connectionFailure(error)).toBe(expected);
	expect(connectionFailure(fromHelper(error))).toBe(expected);
});

test('never takes a request that may have been sent for one that was not', () => {
	const codes = [
		...['ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ECONNABORTED', 'ERR_BAD_RESPONSE', 'EHOSTUNREACH'],
	];
	for (const syscall of ['read', 'write', 'shutdown', undefined]) {
		for (const code of codes) {
			const error = fromHelper(axiosError(code, code, { ...(syscall && { syscall }) }));
			expect(['timeout', 'broken']).toContain(connectionFailure(error));
		}
	}
});

test('copes with whatever is thrown', () => {
	const ownCause = failure('round and round');
	ownCause.cause = ownCause;
	for (const thrown of ['ECONNREFUSED', undefined, null, 1, ownCause, { code: 500 }]) {
		expect(connectionFailure(thrown)).toBe('unknown');
	}
});

const texts: Array<[failure: Name, says: RegExp]> = [
	['refused', /refused the connection\. Check the Base URL/],
	['hostNotFound', /couldn't be found\. Check the Base URL/],
	['notConnected', /No connection/],
	['certificate', /TLS certificate/],
	['unsendable', /failed: ERR_INVALID_CHAR/],
	['timeout', /didn't respond in time/],
	['broken', /broke before its response was complete/],
	['stopped', /execution was stopped/],
	['unknown', /failed: credential could not be read/],
];

const textOf = (failure: Name, proxy?: string) => {
	const cause = cases.find(([, , expected]) => expected === failure)?.[1];
	const error = new Error(cause?.message, { cause });
	const route = { host: 'mail.example.com:8443', proxy };
	const { problem, advice } = noResponse(error, { route, redact: (text) => text });
	return `${problem}. ${advice}`;
};

test.each(texts)('names the host of the failure "%s" and says what is wrong', (failure, says) => {
	expect(textOf(failure)).toMatch(says);
	expect(textOf(failure)).toContain('mail.example.com:8443');
});

test.each(['refused', 'hostNotFound', 'notConnected', 'timeout', 'broken', 'unknown'] as const)(
	'names the proxy that the user has set: %s',
	(failure) => {
		expect(textOf(failure, 'proxy.test:3128')).toMatch(/the proxy proxy\.test:3128/i);
	},
);
