import { MailroomApi } from '../../credentials/MailroomApi.credentials';
import { OtherNode } from './OtherNode';
import { runNode } from '../support/engine/runNode';
import { useAnswers } from '../support/useAnswers';
import { useSandbox } from '../support/useSandbox';

/** Other unsafe connections: `credential/keyProtection.unit`. */

const service = useSandbox();

/** It ends each tunnel that it is asked for, and would receive what it can read. */
const proxy = useAnswers();

const SECURE = 'https://127.0.0.9:4443/v1';

const isUnread = () => proxy.server.received.length === 0;

describe('the node', () => {
	const run = async (baseUrl: string, requestOptions: object, declarative = false) =>
		await runNode({
			credential: { ...service.credential, baseUrl },
			parameters: {
				resource: 'mailingList',
				operation: 'getAll',
				requestOptions: { ...requestOptions },
			},
			declarative,
		});

	test.each([false, true])(
		'refuses a proxy that could read the key, through the routing engine: %p',
		async (declarative) => {
			const { url } = proxy.server;
			const plain = await run(service.sandbox.url, { proxy: url }, declarative);
			const uncheckedOptions = { proxy: url, allowUnauthorizedCerts: true };
			const unchecked = await run(SECURE, uncheckedOptions, declarative);

			expect(plain.error?.message).toMatch(/"Proxy" .*"Base URL".* http:\/\//);
			expect(unchecked.error?.message).toMatch(/"Proxy" .*"Ignore SSL Issues \(Insecure\)"/);
			expect(proxy.server.connections).toBe(0);
			expect(service.received).toEqual([]);
		},
	);

	test('goes through a proxy that can read nothing', async () => {
		await run(SECURE, { proxy: proxy.server.url });

		expect(proxy.server.connections).toBeGreaterThan(0);
		expect(isUnread()).toBe(true);
	});
});

describe("another node that uses the credential, such as n8n's HTTP Request", () => {
	const request = async (baseUrl: string, options: object) => {
		const ask = async (older: boolean, field: 'url' | 'uri') =>
			await runNode({
				classes: { node: OtherNode, credential: MailroomApi },
				credential: { ...service.credential, baseUrl },
				parameters: {
					options: JSON.stringify({ json: true, [field]: `${baseUrl}/lists`, ...options }),
					older,
				},
			});
		return [await ask(false, 'url'), await ask(true, 'uri')];
	};
	const proxyObject = () => {
		const { hostname, port } = new URL(proxy.server.url);
		return { protocol: 'http', host: hostname, port: Number(port) };
	};

	test('may not use a proxy that could read the key', async () => {
		const unchecked = { skipSslCertificateValidation: true, proxy: proxyObject() };
		const runs = [
			...(await request(service.sandbox.url, { proxy: proxy.server.url })),
			...(await request(SECURE, unchecked)),
		];

		for (const { error } of runs) {
			expect(error?.message).toMatch(/"Proxy" .*("Base URL"|"Ignore SSL Issues \(Insecure\)")/);
		}
		expect(proxy.server.connections).toBe(0);
		expect(service.received).toEqual([]);
	});

	test('shows nothing to a proxy when certificates are checked', async () => {
		await request(SECURE, { proxy: proxy.server.url });
		await request(SECURE, { proxy: proxyObject() });

		expect(proxy.server.connections).toBeGreaterThan(0);
		expect(isUnread()).toBe(true);
	});
});
