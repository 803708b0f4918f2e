import { runNode } from '../support/engine/runNode';
import { useAnswers } from './useAnswers';
import { useSandbox } from './useSandbox';

/** What else makes a connection unsafe: `unit/credentials/connectionRules`. */

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
			expect(unchecked.error?.message).toMatch(/"Proxy" .*"Ignore SSL Issues"/);
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
