import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import { resolvedCredential, UnusableCredential } from '../../credentials/resolvedCredential';
import { refusalOf } from '../support/refusal';

const read = (baseUrl: unknown, allowHttp: unknown = false) =>
	resolvedCredential({
		baseUrl,
		allowHttp,
		apiKey: 'secret-key',
	} as ICredentialDataDecryptedObject).address;

const refusal = (baseUrl: unknown, allowHttp?: unknown) =>
	refusalOf(UnusableCredential, () => read(baseUrl, allowHttp));

describe('the base URL', () => {
	const usable: Array<[baseUrl: string, address: string]> = [
		['https://mail.example.com/v1', 'https://mail.example.com/v1'],
		['https://mail.example.com/v1/', 'https://mail.example.com/v1'],
		['https://mail.example.com/v1//', 'https://mail.example.com/v1'],
		[' https://mail.example.com/v1\n', 'https://mail.example.com/v1'],
		['https://mail.example.com/api/v1/', 'https://mail.example.com/api/v1'],
		['https://mail.example.com:8443/v1', 'https://mail.example.com:8443/v1'],
		['https://mail.example.com:443/v1', 'https://mail.example.com/v1'],
		['HTTPS://Mail.Example.COM/v1', 'https://mail.example.com/v1'],
		['https://192.0.2.1/v1', 'https://192.0.2.1/v1'],
	];

	test.each(usable)('%j is used as %s', (baseUrl, address) => {
		expect(read(baseUrl)).toBe(address);
		expect(read(baseUrl, true)).toBe(address);
	});

	test.each(['', '  ', undefined, null])('must not be empty: %j', (baseUrl) => {
		expect(refusal(baseUrl)).toBe('The Base URL of the credential is empty');
	});

	test.each([
		...['mail.example.com/v1', '//mail.example.com/v1', '/v1', 'https://', 'https://[::1/v1'],
		...['ftp://mail.example.com/v1', 'file:///v1', 'javascript:alert(1)//v1', '{{ $env.URL }}/v1'],
		...['http:127.0.0.1/v1', 'https:mail.example.com/v1', 'https:/mail.example.com/v1'],
		...['https:///mail.example.com/v1', 'https:\\\\mail.example.com\\v1'],
		...['https://mail.example.com\\v1', 'https:/\\mail.example.com/v1'],
		42,
	])('must be a web address, not %j', (baseUrl) => {
		expect(refusal(baseUrl, true)).toContain("isn't an address such as https://");
	});

	test.each([
		...['https://mail.example.com', 'https://mail.example.com/', 'https://mail.example.com/v2'],
		...['https://mail.example.com/v10', 'https://mail.example.com/V1'],
		...['https://mail.example.com/xv1', 'https://mail.example.com/v1/lists', 'https://v1'],
	])('must end in /v1, not %s', (baseUrl) => {
		expect(refusal(baseUrl)).toContain('must end in /v1');
	});

	test.each([
		...['https://ada@mail.example.com/v1', 'https://ada:secret@mail.example.com/v1'],
		...['https://:secret@mail.example.com/v1', 'https://mail.example.com/v1?secret=1'],
		...['https://mail.example.com/v1#secret', 'https://mail.example.com/v1?'],
		...['https://mail.example.com/v1#'],
	])('must hold nothing but host and path: %s', (baseUrl) => {
		expect(refusal(baseUrl)).toContain('must not contain a user name');
		expect(refusal(baseUrl)).not.toContain('secret');
	});
});

describe('plain http', () => {
	test.each([
		...['http://localhost/v1', 'http://LOCALHOST:3000/v1', 'http://127.0.0.1:3000/v1'],
		...['http://127.8.9.10/v1', 'http://[::1]:3000/v1', 'http://[0:0:0:0:0:0:0:1]/v1'],
	])('is used for this machine: %s', (baseUrl) => {
		expect(read(baseUrl)).toBe(new URL(baseUrl).href);
	});

	test.each([
		...['http://mail.example.com/v1', 'http://mailroom:3000/v1', 'http://192.168.0.10/v1'],
		...['http://10.0.0.1/v1', 'http://0.0.0.0/v1', 'http://128.0.0.1/v1', 'http://[::2]/v1'],
		...['http://[fe80::1]/v1', 'http://localhost.example.com/v1', 'http://mylocalhost/v1'],
		// A name server may answer for it.
		'http://mail.localhost/v1',
		...['http://127.0.0.1.example.com/v1', 'http://127.0.0.1.example/v1'],
	])('is refused for another one, until the user allows it: %s', (baseUrl) => {
		const message = refusal(baseUrl);
		expect(message).toContain('unencrypted');
		expect(message).toContain('"Allow HTTP"');
		expect(message).toContain(new URL(baseUrl).host);
		for (const allowHttp of [undefined, null, 'true', 1]) {
			expect(refusal(baseUrl, allowHttp)).toBe(message);
		}
		expect(read(baseUrl, true)).toBe(new URL(baseUrl).href);
	});
});

const KEY = 'mr-live-5E0a9C7d41B8f236+/_~.=';

const keyIn = (apiKey?: string) =>
	resolvedCredential({
		baseUrl: 'https://mail.example.com/v1',
		apiKey,
	} as ICredentialDataDecryptedObject).key;

describe('the API key is the same however it was pasted', () => {
	test.each([
		KEY,
		` ${KEY}\n`,
		`\u00a0${KEY}\ufeff`,
		`"${KEY}"`,
		`'${KEY}'`,
		`“${KEY}”`,
		`Bearer ${KEY}`,
		`bearer\t${KEY}`,
		`"Bearer ${KEY}"`,
		`Bearer "${KEY}"`,
		`Authorization: Bearer ${KEY}`,
		`authorization:bearer ${KEY}\r\n`,
		`Bearer Bearer ${KEY}`,
		`${KEY.slice(0, 9)}\n${KEY.slice(9)}`,
		`${KEY.slice(0, 9)} \r\n\t ${KEY.slice(9)}`,
		`${KEY.slice(0, 9)}\u200b${KEY.slice(9)}`,
	])('%j', (typed) => {
		expect(keyIn(typed)).toBe(KEY);
	});

	test('and keeps a word or a quotation mark that belongs to it', () => {
		expect(keyIn('bearer-1')).toBe('bearer-1');
		expect(keyIn("o'key")).toBe("o'key");
	});
});

describe('an API key is refused', () => {
	test.each([
		...['', ' \n', '""', 'Bearer', ' Bearer ', '"Bearer "', 'Authorization: Bearer', '\u200b'],
		undefined,
	])('when nothing is left of it: %j', (typed) => {
		expect(() => keyIn(typed)).toThrow(UnusableCredential);
		expect(() => keyIn(typed)).toThrow(/API Key of the credential is empty/);
	});

	test.each([`${KEY}\u2013x`, `${KEY}ü`, `${KEY}\u0000`])(
		'when it holds what no key can hold, without a word of it: %j',
		(typed) => {
			expect(() => keyIn(typed)).toThrow(/contains a character that no API key has/);
			expect(() => keyIn(typed)).not.toThrow(KEY.slice(0, 8));
		},
	);

	test('in no time, however long it is', () => {
		const before = process.cpuUsage();
		for (const piece of [' ', '"', 'Bearer ', 'Authorization:', '\u200b', '" ']) {
			expect(() => keyIn(piece.repeat(20_000))).toThrow(/is empty/);
		}
		expect(process.cpuUsage(before).user / 1000).toBeLessThan(4000);
	});
});
