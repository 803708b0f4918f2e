import axios, { type AxiosRequestConfig } from 'axios';
import { useDemo } from '../support/useDemo';

const FOREIGN = 'https://evil.example';

jest.setTimeout(60_000);

const demo = useDemo();

/** As a page of somebody else's site would, in the browser of the person who runs the demo. */
async function askFromElsewhere(path: string, options: AxiosRequestConfig = {}) {
	const { headers, ...rest } = options;
	return await axios.request<string>({
		baseURL: demo.get().n8n.url,
		url: path,
		headers: { Origin: FOREIGN, 'Sec-Fetch-Site': 'cross-site', ...headers },
		responseType: 'text',
		validateStatus: () => true,
		proxy: false,
		...rest,
	});
}

const preflight = (path: string, method: string) =>
	askFromElsewhere(path, {
		method: 'OPTIONS',
		headers: {
			'Access-Control-Request-Method': method,
			'Access-Control-Request-Headers': 'content-type,authorization',
		},
	});

test.each([
	'GET /rest/settings',
	'GET /rest/workflows',
	'GET /rest/credentials',
	'POST /rest/login',
])('%s lets no foreign page read its answer', async (request) => {
	const [method, path] = request.split(' ');
	for (const answer of [await askFromElsewhere(path, { method }), await preflight(path, method)]) {
		expect(answer.headers).not.toHaveProperty('access-control-allow-origin');
		expect(answer.headers).not.toHaveProperty('access-control-allow-credentials');
	}
});

test('nobody but who is logged in gets data', async () => {
	for (const path of ['workflows', 'credentials', 'executions', 'users']) {
		expect((await askFromElsewhere(`/rest/${path}`)).status).toBe(401);
	}
});

test('the browser takes the login along to no request of a foreign page', async () => {
	const { login, n8n } = demo.get();
	const { headers } = await axios.post(
		`${n8n.url}/rest/login`,
		{ emailOrLdapLoginId: login.email, password: login.password },
		{ proxy: false },
	);
	expect(headers['set-cookie']).toEqual([expect.stringContaining('SameSite=Strict')]);
});

// Webhooks are open to all pages unless their node says otherwise, and the form trigger cannot.
test('a foreign page gets of a form what everybody gets, and nothing with a login', async () => {
	for (const { url, hasLogin } of demo.get().forms) {
		const { pathname } = new URL(url);
		const answer = await askFromElsewhere(pathname);
		expect(answer.status).toBe(hasLogin ? 401 : 200);
		for (const { headers } of [answer, await preflight(pathname, 'POST')]) {
			expect(headers).not.toHaveProperty('access-control-allow-credentials');
		}
	}
});

test('the assistant answers nobody without its token', async () => {
	const { pathname } = new URL(demo.get().assistant ?? '');
	const answer = await askFromElsewhere(pathname, {
		method: 'POST',
		headers: { 'Content-Type': 'application/json' },
		data: { jsonrpc: '2.0', id: 1, method: 'tools/list' },
	});
	expect(answer.status).toBe(403);
	expect(answer.data).not.toContain('mailroom');
});
