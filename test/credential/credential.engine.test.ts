import { setTimeout as wait } from 'node:timers/promises';
import { continued, runNode, runOn } from '../support/engine/runNode';
import { runTool } from '../support/engine/runTool';
import { ada, parametersOf, strangers } from '../support/operations';
import { always, useAnswers } from '../support/useAnswers';
import { savedText } from './savedText';
import { useSandbox } from '../support/useSandbox';

const service = useSandbox();
const other = useSandbox();
const answers = useAnswers();

const KEY = 'mr-live-5E0a9C7d41B8f236';
const getLists = { resource: 'mailingList', operation: 'getAll', limit: 1 };
const send = parametersOf('email sendTransactional', ada);

// Which base URLs and keys can be used: `resolvedCredential.unit`.
test("with a Base URL that can't be used nothing is sent, and every item says so", async () => {
	const baseUrl = 'http://example.com/v1';
	const run = { credential: { ...service.credential, baseUrl }, parameters: send };
	const stopped = await runNode(run);
	const { items } = await runNode({ ...run, items: [{}, {}], node: continued });

	expect(stopped.error?.message).toMatch(/^The Base URL of the credential /);
	const error = expect.stringContaining(String(stopped.error?.message));
	expect(items.map(({ json, pairedItem }) => ({ json, pairedItem }))).toEqual(
		[0, 1].map((item) => ({ json: { error }, pairedItem: { item } })),
	);
	expect(service.received).toEqual([]);
});

test('a key that was pasted with its header is sent bare, and taken out of an error that quotes it bare', async () => {
	service.sandbox.keys.push(KEY);
	const credential = { ...service.credential, apiKey: `"Authorization: Bearer ${KEY}"\n` };
	const body = { message: `No list for ${KEY}` };
	service.sandbox.faults.add({ endpoint: '*', status: 400, body });
	const { error, result } = await runNode({ credential, parameters: getLists });

	expect(service.sandbox.journal).toMatchObject([{ key: 'valid' }]);
	expect(error?.message).toMatch(/^No list for \*\*\*/);
	expect(savedText(result)).not.toContain(KEY);
});

// The setting that SECURITY.md recommends: n8n's HTTP Request node can't use the credential.
describe('a credential for no HTTP Request node works in this one', () => {
	const restricted = () => ({ ...service.credential, allowedHttpRequestDomains: 'none' });

	test.each([false, true])('(declarative: %s)', async (declarative) => {
		const run = { credential: restricted(), parameters: getLists, declarative };
		const { error } = await runNode(run);
		expect(error).toBeUndefined();
		expect(service.received).toHaveLength(1);
	});

	test.each(['invoke', 'engine'] as const)('and as a tool: %s', async (via) => {
		const result = await runTool({ credential: restricted(), parameters: getLists, via });
		expect(result.error).toBeUndefined();
		expect(service.received).toHaveLength(1);
	});
});

test('a response that shows the key shows it in no item', async () => {
	const { server } = answers;
	const data = [{ [KEY]: `Bearer ${KEY}` }, { deep: [{ url: `https://example.com/?key=${KEY}` }] }];
	server.answer = always(200, JSON.stringify({ success: true, data }));
	const credential = { baseUrl: `${server.url}/v1`, apiKey: `"${KEY}"` };
	const { items, result } = await runNode({ credential, parameters: { ...getLists, limit: 2 } });

	expect(JSON.stringify(items)).toContain('***');
	expect(JSON.stringify(items) + savedText(result)).not.toContain(KEY);
});

const ITEMS = 12;
/** The service does not know it, so that its journal would tell a request with it from the others. */
const NEW_KEY = 'mr-live-7B2d4F90aC6E1358';

/** Changes the credential when some of the emails have left, while the others wait for their turn. */
const runAndChange = async (change: (credential: Record<string, unknown>) => void) => {
	const { sandbox } = service;
	const credential = { ...service.credential };
	const running = runOn({ credential })(parametersOf('email sendTransactional'), strangers(ITEMS));
	while (sandbox.journal.length < 3) await wait(5);
	change(credential);
	const run = await running;
	return { ...run, sent: sandbox.store.mails.length, keys: sandbox.journal.map(({ key }) => key) };
};

const doesNotExist = () => {
	throw new Error('Credential with ID "1" does not exist for type "mailroomApi".');
};

const CHANGED = /^Not sent: the credential changed during the run/;
const UNUSABLE = /^Not sent: the credential is no longer usable: /;

const changes = [
	{
		what: 'another key',
		change: (credential: object) => Object.assign(credential, { apiKey: NEW_KEY }),
		says: CHANGED,
	},
	{
		what: 'another Base URL',
		change: (credential: object) => Object.assign(credential, { baseUrl: other.sandbox.url }),
		says: CHANGED,
	},
	{
		what: 'no credential any more',
		change: (credential: object) => Object.assign(credential, { toJSON: doesNotExist }),
		says: /is no longer usable: .*does not exist/,
	},
	{
		what: "a Base URL that can't be used",
		change: (credential: object) => Object.assign(credential, { baseUrl: 'http://example.com' }),
		says: UNUSABLE,
	},
];

test.each(changes)(
	'$what in mid-run ends it: what had left is accepted, the rest is certainly not sent',
	async ({ change, says }) => {
		const stopped = await runAndChange(change);
		const { sent } = stopped;

		expect(stopped.error?.message).toMatch(says);
		expect(sent).toBeLessThan(ITEMS);
		expect(stopped.error?.message).toContain(
			`(items 1-${sent} accepted; ${sent + 1}-${ITEMS} not sent)`,
		);
		expect(new Set(stopped.keys)).toEqual(new Set(['valid']));
		expect(other.received).toEqual([]);
	},
);

test('the same address and key in another spelling change nothing', async () => {
	const { error, sent } = await runAndChange((credential) => {
		credential.baseUrl = `${service.sandbox.url}/`;
		credential.apiKey = `Bearer "${service.credential.apiKey}"`;
	});

	expect(error).toBeUndefined();
	expect(sent).toBe(ITEMS);
});
