import { MailroomApi } from '../../credentials/MailroomApi.credentials';
import { OtherNode } from './OtherNode';
import { runNode } from '../support/engine/runNode';
import { spyingProxy, tlsService, type Spy, type TlsService } from './spyingProxy';
import { useSandbox } from './useSandbox';

const service = useSandbox();

const KEY = 'mr-live-5E0a9C7d41B8f236';
const getLists = { resource: 'mailingList', operation: 'getAll', limit: 1 };

let spy: Spy;
let secure: TlsService;

beforeEach(async () => {
	[spy, secure] = await Promise.all([spyingProxy(), tlsService()]);
	service.sandbox.keys.push(KEY);
});
afterEach(async () => {
	await Promise.all([spy.close(), secure.close()]);
});

describe('the node', () => {
	const run = async (baseUrl: string, requestOptions: object, settings: object = {}) =>
		await runNode({
			credential: { baseUrl, apiKey: KEY },
			parameters: { ...getLists, requestOptions: { ...requestOptions } },
			...settings,
		});

	test.each([false, true])(
		'refuses a proxy that could read the key, through the routing engine: %p',
		async (declarative) => {
			const plain = await run(service.sandbox.url, { proxy: spy.url }, { declarative });
			const uncheckedOptions = { proxy: spy.url, allowUnauthorizedCerts: true };
			const unchecked = await run(secure.url, uncheckedOptions, { declarative });

			expect(plain.error?.message).toMatch(/"Proxy" .*"Base URL".* http:\/\//);
			expect(unchecked.error?.message).toMatch(/"Proxy" .*"Ignore SSL Issues"/);
			expect(spy.connections).toBe(0);
			expect([...service.received, ...secure.received]).toEqual([]);
		},
	);

	test('goes through a proxy that can read nothing, and tells of one that poses as the service', async () => {
		const { error } = await run(secure.url, { proxy: spy.url });

		expect(error?.message).toMatch(/TLS certificate of the service .* not trusted/);
		expect(spy.connections).toBeGreaterThan(0);
		expect(spy.read).toEqual([]);
	});
});

describe("another node that uses the credential, such as n8n's HTTP Request", () => {
	const request = async (baseUrl: string, options: object) => {
		const ask = async (older: boolean, field: 'url' | 'uri') =>
			await runNode({
				classes: { node: OtherNode, credential: MailroomApi },
				credential: { baseUrl, apiKey: KEY },
				parameters: {
					options: JSON.stringify({ json: true, [field]: `${baseUrl}/lists`, ...options }),
					older,
				},
			});
		return [await ask(false, 'url'), await ask(true, 'uri')];
	};
	const proxyObject = () => {
		const { hostname, port } = new URL(spy.url);
		return { protocol: 'http', host: hostname, port: Number(port) };
	};

	// What else makes a connection unsafe: `unit/credentials/connectionRules`.
	test('may not use a proxy that could read the key', async () => {
		const unchecked = { skipSslCertificateValidation: true, proxy: proxyObject() };
		const runs = [
			...(await request(service.sandbox.url, { proxy: spy.url })),
			...(await request(secure.url, unchecked)),
		];

		for (const { error } of runs) {
			expect(error?.message).toMatch(/"Proxy" .*("Base URL"|"Ignore SSL Issues")/);
		}
		expect(spy.connections).toBe(0);
		expect(service.received).toEqual([]);
	});

	test('shows nothing to a proxy when certificates are checked', async () => {
		const runs = [
			...(await request(secure.url, { proxy: spy.url })),
			...(await request(secure.url, { proxy: proxyObject() })),
		];

		for (const { error } of runs) expect(error).toBeDefined();
		expect(spy.connections).toBeGreaterThan(0);
		expect(spy.read).toEqual([]);
	});
});
