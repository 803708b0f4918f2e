import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { runInN8n } from '../../tools/runInN8n';
import { useDemo } from '../support/useDemo';

jest.setTimeout(60_000);

const demo = useDemo();

/** What another server than the service was sent. */
const seenElsewhere: IncomingHttpHeaders[] = [];
const elsewhere = createServer(({ headers }, response) => {
	seenElsewhere.push(headers);
	response.setHeader('Content-Type', 'application/json').end('{}');
});

beforeAll(async () => {
	elsewhere.listen(0, '127.0.0.1');
	await once(elsewhere, 'listening');
});

beforeEach(() => {
	seenElsewhere.length = 0;
});

afterAll(() => elsewhere.close());

/** Another port is another origin. */
function redirectElsewhere() {
	const address = elsewhere.address();
	if (!address || typeof address === 'string') throw new Error('A TCP server has a port');
	const redirect = `http://127.0.0.1:${address.port}/v1/lists`;
	demo.get().sandbox.faults.add({ endpoint: '*', redirect });
}

test('the node does not follow a redirect to another origin', async () => {
	redirectElsewhere();
	await runInN8n(demo.get(), { parameters: { resource: 'mailingList', operation: 'getAll' } });
	expect(demo.get().sandbox.journal).toHaveLength(1);
	expect(seenElsewhere).toEqual([]);
});

test.each([3, 4.1, 4.2])(
	'nor does the HTTP Request node %s with the credential, in which older n8n would take the key along',
	async (typeVersion) => {
		const { sandbox } = demo.get();
		redirectElsewhere();
		await runInN8n(demo.get(), {
			node: { type: 'n8n-nodes-base.httpRequest', typeVersion },
			parameters: {
				url: `${sandbox.url}/lists`,
				authentication: 'predefinedCredentialType',
				nodeCredentialType: 'mailroomApi',
				options: { redirect: { redirect: { followRedirects: true } } },
			},
		});
		expect(sandbox.journal).toMatchObject([{ path: '/lists', key: 'valid' }]);
		expect(seenElsewhere).toEqual([]);
	},
);
