import { createServer, request as forward, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import axios from 'axios';
import { nodeOutput } from '../../tools/n8n/nodeOutput';
import { runInN8n } from '../../tools/n8n/runInN8n';
import { askInN8n } from '../support/askInN8n';
import { useOwnDemo } from '../support/useOwnDemo';

jest.setTimeout(240_000);

const PATH = '/n8n';

/** A proxy that serves n8n below the path, and removes it from requests. */
const proxy: Server = createServer((request, response) => {
	const { url = '', method, headers } = request;
	if (!url.startsWith(`${PATH}/`)) return void response.writeHead(404).end();
	const { port } = new URL(demo.get().n8n.url);
	const sent = forward(
		{ host: '127.0.0.1', port, path: url.slice(PATH.length), method, headers },
		(answer) => {
			response.writeHead(answer.statusCode ?? 502, answer.headers);
			answer.pipe(response);
		},
	);
	sent.on('error', () => response.writeHead(502).end());
	request.pipe(sent);
});

const env: NodeJS.ProcessEnv = { N8N_PATH: `${PATH}/`, EXECUTIONS_TIMEOUT: '600' };

beforeAll(async () => {
	await once(proxy.listen(0, '127.0.0.1'), 'listening');
	env.WEBHOOK_URL = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}${PATH}/`;
	env.N8N_EDITOR_BASE_URL = env.WEBHOOK_URL;
});

const demo = useOwnDemo({ only: [], env });

afterAll(() => {
	proxy.closeAllConnections();
	proxy.close();
});

const ask = async (parameters: object) => {
	const { sandbox } = demo.get();
	sandbox.reset();
	return await askInN8n(demo.get(), parameters);
};

const options = { validateStatus: () => true, proxy: false as const };

test.each([
	['approval', { responseType: 'approval' }, '', { approved: true }],
	[
		'approval with text',
		{ responseType: 'approvalWithText' },
		'approved=true&text=Yes',
		{ approved: true, text: 'Yes' },
	],
])('where a proxy serves n8n below a path, links work: %s', async (_, parameters, body, data) => {
	const { id, status, links } = await ask(parameters);
	expect(status).toBe('waiting');
	const [{ url }] = links;
	expect(url).toMatch(String(env.WEBHOOK_URL));
	const page = await axios.get<string>(url, options);
	expect([page.status, page.data]).toEqual([200, expect.stringContaining('Refund?')]);

	const forged = new URL(url);
	forged.searchParams.set('approved', 'false');
	expect((await axios.post(forged.href, body, options)).status).toBe(401);

	const reply = await axios.post<string>(url, body, options);
	expect(reply.data).toContain('Your response is recorded');
	const execution = await demo.get().client.finished(id);
	expect(nodeOutput(execution, 'Mailroom')).toMatchObject([{ data }]);
});

test("a time limit later than n8n's timeout is refused before asking", async () => {
	const { sandbox } = demo.get();
	sandbox.reset();
	const limit = { limitWaitTime: { values: { resumeAmount: 11, resumeUnit: 'minutes' } } };
	const { execution } = await runInN8n(demo.get(), {
		parameters: {
			...{ resource: 'email', operation: 'sendAndWait', to: 'ada@example.com' },
			...{ subject: 'Refund?', message: 'Refund?', options: limit },
		},
	});
	expect(JSON.stringify(execution.data)).toContain("ends after n8n's timeout (EXECUTIONS_TIMEOUT)");
	expect(sandbox.store.mails).toEqual([]);
});
