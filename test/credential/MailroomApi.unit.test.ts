import { default as axios } from 'axios';
import type { IHttpRequestOptions as RequestOptions } from 'n8n-workflow';
import { MailroomApi } from '../../credentials/MailroomApi.credentials';
import { evaluate } from '../support/evaluate';

/** As n8n's nodes ask: HTTP  Request says `uri`. */
type Request = Partial<RequestOptions> & { uri?: string; form?: object };

const KEY = 'secret-key-of-the-project';
const BASE = 'https://mail.example.com/v1';
const credential = new MailroomApi();

const authenticate = async (request: Request, fields?: Record<string, string | boolean>) => {
	if (typeof credential.authenticate !== 'function') throw new Error('A function was expected');
	return await credential.authenticate(
		{ baseUrl: BASE, apiKey: KEY, allowHttp: false, ...fields },
		request as RequestOptions,
	);
};

describe('the key goes to the service', () => {
	const requests: Array<[claim: string, request: Request, fields?: Record<string, string>]> = [
		[
			'without the spaces that were copied with it',
			{ url: `${BASE}/lists` },
			{ apiKey: ` ${KEY}\n` },
		],
		...['http://localhost:3000/v1', 'http://[::1]:3000/v1'].map(
			(baseUrl): [string, Request, Record<string, string>] => [
				`on this machine without encryption: ${baseUrl}`,
				{ url: `${baseUrl}/lists` },
				{ baseUrl },
			],
		),
		['with a base URL', { baseURL: BASE, url: '/lists' }],
		['with a base URL that ends in a slash', { baseURL: `${BASE}/`, url: 'lists' }],
		['with a base URL alone', { baseURL: BASE, url: '' }],
		['after a space', { url: ` ${BASE}/lists` }],
		['with an address in one piece', { url: `${BASE}/lists` }],
		['with an address of the older helper', { uri: `${BASE}/lists` }],
		['with the port that https has anyway', { url: 'https://mail.example.com:443/v1/lists' }],
		['in capital letters', { url: 'HTTPS://MAIL.EXAMPLE.COM/v1/lists' }],
		['on another path', { url: 'https://mail.example.com/status' }],
		[
			'with an address in one piece that outdoes the base URL',
			{ baseURL: 'https://example.org', url: `${BASE}/lists` },
		],
	];

	test.each(requests)('%s', async (...[, request, fields]) => {
		const { headers } = await authenticate(request, fields);
		expect(headers).toEqual({ Authorization: `Bearer ${KEY}` });
	});

	test('beside the headers and everything else of the request', async () => {
		const request = {
			method: 'POST' as const,
			baseURL: BASE,
			url: '/lists',
			body: { a: 1 },
			headers: { Accept: 'application/json', Authorization: 'Bearer of something else' },
		};
		expect(await authenticate({ ...request })).toMatchObject({
			...request,
			headers: { Accept: 'application/json', Authorization: `Bearer ${KEY}` },
		});
	});

	test('and not along a redirect, even when the request asks for that', async () => {
		const asked = {
			disableFollowRedirect: false,
			followRedirect: true,
			followAllRedirects: true,
			sendCredentialsOnCrossOriginRedirect: true,
		};
		expect(await authenticate({ url: `${BASE}/lists`, ...asked })).toMatchObject({
			disableFollowRedirect: true,
			followRedirect: false,
			followAllRedirects: false,
			sendCredentialsOnCrossOriginRedirect: false,
		});
	});
});

/** Ways to say, or to hide, that a request goes elsewhere. */
const elsewhere = [
	...['https://example.org/lists', 'https://mail.example.com.example.org/v1/lists'],
	...['https://xmail.example.com/v1/lists', 'https://example.com/v1/lists'],
	...['https://sub.mail.example.com/v1/lists', 'https://mail.example.com./v1/lists'],
	...['https://mail.example.com:8443/v1/lists', 'https://mail.example.com:80/v1/lists'],
	...['http://mail.example.com/v1/lists', 'http://mail.example.com:443/v1/lists'],
	...['ftp://mail.example.com/v1/lists', 'wss://mail.example.com/v1/lists'],
	'https://mail.example.com@example.org/v1/lists',
	'https://mail.example.com:443@example.org/v1/lists',
	'https://mail.example.com%2f@example.org/',
	'https://example.org\\@mail.example.com/v1/lists',
	'https://example.org/@mail.example.com/v1/lists',
	'https://example.org#@mail.example.com/v1/lists',
	...['https://example.org?@mail.example.com/v1/lists', 'https:\\\\example.org\\v1\\lists'],
	...['https:/\\example.org/v1/lists', 'https://m\u0430il.example.com/v1/lists'],
	...['https://exa\tmple.org/lists', 'hTTps://example.org/lists'],
];

/** These make no address, or one that is not for a program to guess. */
const unclear = [
	...['//mail.example.com/v1/lists', '//example.org/v1/lists', '\\\\example.org\\v1'],
	...['/\\example.org/v1', 'https://', 'https://mail.example.com:port/v1'],
];

describe('the key goes nowhere else', () => {
	const expectRefusal = async (request: Request, fields?: Record<string, string | boolean>) => {
		const before = structuredClone(request);
		const error = await authenticate(request, fields).then(
			() => new Error('The key was given away'),
			(thrown: Error) => thrown,
		);
		expect(error.message).toMatch(/credential can only be used for requests to https:\/\/mail\./);
		expect(error.message).not.toContain(KEY);
		expect(request).toEqual(before);
	};

	test.each([...elsewhere, ...unclear])(
		'as url, uri, beside a base URL, or as one: %s',
		async (url) => {
			await expectRefusal({ url });
			await expectRefusal({ uri: url });
			await expectRefusal({ baseURL: BASE, url });
			await expectRefusal({ baseURL: url, url: '/lists' });
			await expectRefusal({ baseURL: url, url: '' });
		},
	);

	test('with no address at all', async () => {
		await expectRefusal({});
		await expectRefusal({ url: '/lists' });
		await expectRefusal({ url: 'mail.example.com/v1/lists' });
	});

	test('when url and uri do not say the same: n8n goes by url', async () => {
		await expectRefusal({ url: 'https://example.org', uri: `${BASE}/lists` });
		await expectRefusal({ baseURL: 'https://example.org', url: '', uri: `${BASE}/lists` });
	});

	test('when the base URL of the credential must not be used', async () => {
		const request = { url: 'http://mail.example.com/v1/lists' };
		const fields = { baseUrl: 'http://mail.example.com/v1' };
		await expect(authenticate(request, fields)).rejects.toThrow('unencrypted');
		await expect(authenticate(request, { baseUrl: '' })).rejects.toThrow('is empty');
		expect(request).toEqual({ url: 'http://mail.example.com/v1/lists' });
	});

	test("wherever n8n's HTTP client would go", async () => {
		const units = [
			...['', '/', '/lists', 'lists', '@example.org', ':@example.org', '?', '.example.org'],
			'.com/lists',
		];
		const urls = [
			...elsewhere,
			...unclear,
			...units,
			BASE,
			`${BASE}/lists`,
			' https://example.org',
		];
		const bases = [
			...[undefined, '', BASE, `${BASE}/`, 'https://mail.example.com', 'https://mail.example'],
			...elsewhere,
		];
		let given = 0;
		for (const url of urls) {
			for (const baseURL of bases) {
				const isGiven = await authenticate({ baseURL, url }).then(
					() => true,
					() => false,
				);
				if (!isGiven) continue;
				given += 1;
				expect(new URL(axios.getUri({ baseURL, url })).origin).toBe('https://mail.example.com');
			}
		}
		expect(given).toBeGreaterThan(units.length);
	});
});

describe('what n8n knows of it', () => {
	test('its name and fields, as workflows and other nodes refer to them', () => {
		const text = { type: 'string', required: true, default: '' };
		expect(credential).toMatchObject({
			...{ name: 'mailroomApi', displayName: 'Mailroom API' },
			properties: [
				{ name: 'baseUrl', ...text },
				{ name: 'apiKey', ...text, typeOptions: { password: true } },
				{ name: 'allowHttp', type: 'boolean', default: false },
			],
		});
	});

	test('its test: a real request for one list, which is not redirected', () => {
		const { baseURL = '', method = 'GET', ...request } = credential.test.request;
		expect({ method, ...request }).toEqual({
			method: 'GET',
			url: '/lists',
			qs: { page: 1, per: 1 },
			disableFollowRedirect: true,
		});
		expect(credential.test.rules).toMatchObject([
			{ properties: { value: 401, message: expect.stringContaining('API key') } },
			{ properties: { value: 404, message: expect.stringContaining('Base URL') } },
			{
				properties: { key: 'data', value: undefined, message: expect.stringContaining('Base URL') },
			},
		]);
		for (const baseUrl of [BASE, `${BASE}/`, ` ${BASE}\n`]) {
			const $credentials = { baseUrl, apiKey: KEY, allowHttp: false };
			const evaluated = String(evaluate(baseURL.slice(1), {}, { $credentials }));
			expect(axios.getUri({ baseURL: evaluated, url: request.url })).toBe(`${BASE}/lists`);
		}
	});
});
