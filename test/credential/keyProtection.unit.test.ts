import { assertSafeConnection, tunnelledProxy } from '../../credentials/keyProtection';

const HTTPS = 'https://mail.example.com';
const HTTP = 'http://127.0.0.1:3000';
const proxy = 'http://proxy.example.com:3128';

describe('the proxy is given to n8n', () => {
	const host = 'proxy.example.com';

	test.each([
		['http://proxy.example.com:3128', { host, port: 3128 }],
		['HTTP://proxy.example.com', { host, port: 80 }],
		['https://proxy.example.com', { host, port: 443, protocol: 'https' }],
		[
			'http://a:b%40c@proxy.example.com',
			{ host, port: 80, auth: { username: 'a', password: 'b@c' } },
		],
		[
			{ host, port: 3128 },
			{ host, port: 3128 },
		],
		[
			{ host, port: 3128, protocol: 'http:' },
			{ host, port: 3128 },
		],
		[
			{ host, port: 3128, protocol: 'https:' },
			{ host, port: 3128, protocol: 'https' },
		],
	])('without http as its protocol, by which older versions go: %j', (given, expected) => {
		expect(tunnelledProxy(given)).toEqual(expected);
	});

	test.each([
		...['', 'proxy', 'proxy.example.com:3128', 'socks5://proxy.example.com', 'http://'],
		'http://%zz@a',
	])('only when it is a web address, not %j', (given) => {
		expect(() => tunnelledProxy(given)).toThrow(/^"Proxy" isn't a web address/);
	});

	test('never in the message of an error: it may hold a password', () => {
		expect(() => tunnelledProxy('ftp://ada:secret@proxy.example.com')).not.toThrow('secret');
	});
});

test.each([
	[{}, HTTPS],
	[{}, HTTP],
	[{ proxy: '' }, HTTP],
	[{ proxy }, HTTPS],
	[{ skipSslCertificateValidation: true }, HTTPS],
	[{ rejectUnauthorized: false }, HTTPS],
	[{ rejectUnauthorized: true, proxy }, HTTPS],
	[{ agentOptions: { ca: 'a' } }, HTTPS],
	[{ agentOptions: { cert: 'a', key: 'b', passphrase: 'c' }, proxy }, HTTPS],
	[{ headers: { HOST: 'Mail.example.com' } }, HTTPS],
	[{ headers: { host: '127.0.0.1:3000' } }, HTTP],
])('a connection is allowed with %j to %s', (options, origin) => {
	expect(() => assertSafeConnection(options, origin)).not.toThrow();
});

test.each([
	[{ proxy }, HTTP, /^"Proxy" .*"Base URL"/],
	[{ proxy: { host: 'a', port: 1 } }, HTTP, /^"Proxy" .*"Base URL"/],
	[
		{ proxy, skipSslCertificateValidation: true },
		HTTPS,
		/^"Proxy" .*"Ignore SSL Issues \(Insecure\)"/,
	],
	[{ proxy, rejectUnauthorized: false }, HTTPS, /^"Proxy" .*"Ignore SSL Issues \(Insecure\)"/],
	[
		{ proxy, agentOptions: { rejectUnauthorized: false } },
		HTTPS,
		/"Ignore SSL Issues \(Insecure\)"/,
	],
	[{ proxy, agentOptions: { ca: 'a' } }, HTTPS, /^"Proxy" .*"SSL Certificates"/],
	[{ agentOptions: { host: 'a' } }, HTTPS, /"host"/],
	[{ agentOptions: { servername: 'a' } }, HTTPS, /"servername"/],
	[{ agentOptions: { socketPath: 'a' } }, HTTP, /"socketPath"/],
	[{ headers: { Host: 'example.org' } }, HTTPS, /header "Host".* mail\.example\.com/],
	[{ headers: { ' hOsT ': 'example.org' } }, HTTPS, /header "Host"/],
])('a connection is refused with %j to %s', (options, origin, message) => {
	expect(() => assertSafeConnection(options, origin)).toThrow(message);
});
