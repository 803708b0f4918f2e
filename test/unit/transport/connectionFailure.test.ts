import { NodeApiError, type JsonObject } from 'n8n-workflow';
import {
	connectionFailure,
	type ConnectionFailure,
} from '../../../nodes/Mailroom/transport/connectionFailure';

type System = { code?: string; syscall?: string; [detail: string]: unknown };

declare const nativeGlobal: typeof globalThis;

/** Of Node's own realm, as those of the HTTP client: n8n asks whether they are an `Error`. */
const failure = (message: string, details: System = {}, cause?: unknown) =>
	Object.assign(new nativeGlobal.Error(message, { cause }), details);

/** What n8n's request helper throws: the HTTP client's error inside a NodeApiError without a code of its own. */
const fromHelper = (axiosError: Error) =>
	new NodeApiError(
		{
			id: '1',
			name: 'Mailroom',
			type: 'mailroom',
			typeVersion: 1,
			position: [0, 0],
			parameters: {},
		},
		axiosError as unknown as JsonObject,
	);

/** The HTTP client's error, and the error of the system in it. */
const axiosError = (code: string, message: string, system?: System) =>
	failure(message, { code, isAxiosError: true }, system && failure(message, { code, ...system }));

/** The client's error when it has tried all addresses of a host. */
const notConnected = (...tries: Array<[code: string, address: string]>) =>
	axiosError(tries[0][0], 'AggregateError', {
		errors: tries.map(([code, address]) =>
			failure(`connect ${code} ${address}`, { code, syscall: 'connect' }),
		),
	});

/** The client's error when a call of the system fails. */
const failedCall = (syscall: string, code: string, where = '', details: System = {}) =>
	axiosError(code, `${syscall} ${code} ${where}`.trim(), { syscall, ...details });

const errors: Record<ConnectionFailure, Record<string, unknown>> = {
	refused: {
		'a refused connection': failedCall('connect', 'ECONNREFUSED', '127.0.0.1:1', { port: 1 }),
		'a host refused on all its addresses': notConnected(
			['ECONNREFUSED', '::1:1'],
			['ECONNREFUSED', '127.0.0.1:1'],
		),
	},
	hostNotFound: {
		'a name that is not resolved': failedCall('getaddrinfo', 'ENOTFOUND', 'mail.example.com'),
		'a name server that does not answer': failedCall(
			'getaddrinfo',
			'EAI_AGAIN',
			'mail.example.com',
		),
	},
	notConnected: {
		'a connection that times out before it is made': failedCall(
			'connect',
			'ETIMEDOUT',
			'192.0.2.1:443',
		),
		'all addresses of a host timing out': notConnected(
			['ETIMEDOUT', '192.0.2.1:443'],
			['ENETUNREACH', '2001:db8::1:443'],
		),
		'a host that cannot be reached': failedCall('connect', 'EHOSTUNREACH', '192.0.2.1:443'),
	},
	certificate: {
		'an expired certificate': axiosError('CERT_HAS_EXPIRED', 'certificate has expired', {}),
		'a self-signed certificate': axiosError(
			'DEPTH_ZERO_SELF_SIGNED_CERT',
			'self-signed certificate',
			{},
		),
		'a certificate of another host': axiosError(
			'ERR_TLS_CERT_ALTNAME_INVALID',
			"Hostname/IP does not match certificate's altnames",
		),
		'a certificate of an unknown issuer': axiosError(
			'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
			'unable to verify the first certificate',
		),
		'a service that speaks no TLS': failedCall(
			'write',
			'EPROTO',
			'809C6882:error:0A00010B:SSL routines:ssl3_get_record:wrong version number:ssl3_record.c:350:',
		),
	},
	unsendable: {
		'a key that no header can hold': axiosError(
			'ERR_INVALID_CHAR',
			'Invalid character in header content ["Authorization"]',
		),
		'a path that cannot be sent': axiosError(
			'ERR_UNESCAPED_CHARACTERS',
			'Request path contains unescaped characters',
		),
	},
	timeout: {
		'an answer that does not come': axiosError('ECONNABORTED', 'timeout of 100ms exceeded'),
		'a connection that goes silent after it was made': failedCall('read', 'ETIMEDOUT'),
	},
	broken: {
		'a TLS record that was damaged, perhaps after the request': axiosError(
			'ERR_SSL_DECRYPTION_FAILED_OR_BAD_RECORD_MAC',
			'decryption failed or bad record mac',
		),
		'a connection closed before the answer': axiosError('ECONNRESET', 'socket hang up', {}),
		'a connection reset before the answer': failedCall('read', 'ECONNRESET'),
		'a broken pipe': failedCall('write', 'EPIPE'),
		'an answer that is cut off, though its status came': Object.assign(
			axiosError('ERR_BAD_RESPONSE', 'stream has been aborted'),
			{ response: { status: 200, data: undefined } },
		),
		'a code that nobody knows': axiosError('EWEIRD', 'weird'),
	},
	stopped: {
		'a request that n8n broke off, as its execution was stopped': axiosError(
			'ERR_CANCELED',
			'canceled',
		),
	},
	unknown: { 'an error without a code': failure('credential could not be read') },
};

const cases = Object.entries(errors).flatMap(([expected, byClaim]) =>
	Object.entries(byClaim).map(([claim, error]) => [claim, error, expected] as const),
);

test.each(cases)('finds %s', (_claim, error, expected) => {
	expect(connectionFailure(error)).toBe(expected);
});

test.each(cases)("finds %s inside the error of n8n's request helper", (_claim, error, expected) => {
	expect(connectionFailure(fromHelper(error as Error))).toBe(expected);
});

test('never takes a request that may have been sent for one that was not', () => {
	const afterSending = ['read', 'write', 'shutdown', undefined];
	const codes = [
		...['ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ECONNABORTED', 'ERR_BAD_RESPONSE', 'EHOSTUNREACH'],
	];
	for (const syscall of afterSending) {
		for (const code of codes) {
			const error = fromHelper(axiosError(code, code, { ...(syscall && { syscall }) }));
			expect(['timeout', 'broken']).toContain(connectionFailure(error));
		}
	}
});

test.each([
	['a text', 'ECONNREFUSED'],
	['nothing', undefined],
	['null', null],
	['a number', 1],
])('copes with %s thrown', (_claim, thrown) => {
	expect(connectionFailure(thrown)).toBe('unknown');
});

test('copes with an error that is its own cause, and with a code that is no text', () => {
	const error = failure('round and round');
	error.cause = error;
	expect(connectionFailure(error)).toBe('unknown');
	expect(connectionFailure({ code: 500 })).toBe('unknown');
});
