import { setTimeout as wait } from 'node:timers/promises';
import { startSandbox } from '../../sandbox';
import { runNode } from '../support/engine/runNode';
import { useSandbox } from './useSandbox';
import type { Sandbox } from '../../sandbox/startSandbox';

const service = useSandbox();

const ITEMS = 12;
/** The service does not know it, so that its journal would tell a request with it from the others. */
const NEW_KEY = 'mr-live-7B2d4F90aC6E1358';
const send = {
	resource: 'email',
	operation: 'sendTransactional',
	to: '={{ $json.email }}',
	subject: 'Hello',
	body: 'Hello',
};
const people = Array.from({ length: ITEMS }, (_, index) => ({
	email: `reader${index + 1}@example.com`,
}));

let other: Sandbox;
beforeAll(async () => {
	other = await startSandbox({ limit: 0 });
});
afterAll(async () => await other.close());
beforeEach(() => other.reset());

/** Changes the credential when some of the emails have left, while the others wait for their turn. */
const runAndChange = async (
	change: (credential: Record<string, unknown>) => void,
	onError: 'stopWorkflow' | 'continueRegularOutput' = 'stopWorkflow',
) => {
	const { sandbox } = service;
	const credential = { ...service.credential };
	const running = runNode({ credential, parameters: send, items: people, node: { onError } });
	while (sandbox.journal.length < 3) await wait(5);
	change(credential);
	const run = await running;
	return { ...run, sent: sandbox.store.mails.length, keys: sandbox.journal.map(({ key }) => key) };
};

const doesNotExist = () => {
	throw new Error('Credential with ID "1" does not exist for type "mailroomApi".');
};

const CHANGED = /^Not sent: the credential changed during the run/;
const UNUSABLE = /^Not sent: the credential could not be used any more: /;

const changes = [
	{
		what: 'another key',
		change: (credential: object) => Object.assign(credential, { apiKey: NEW_KEY }),
		says: CHANGED,
	},
	{
		what: 'another Base URL',
		change: (credential: object) => Object.assign(credential, { baseUrl: other.url }),
		says: CHANGED,
	},
	{
		what: 'no credential any more',
		change: (credential: object) => Object.assign(credential, { toJSON: doesNotExist }),
		says: /could not be used any more: .*does not exist/,
	},
	{
		what: 'a Base URL that cannot be used',
		change: (credential: object) => Object.assign(credential, { baseUrl: 'http://example.com' }),
		says: UNUSABLE,
	},
	{
		what: 'an empty key',
		change: (credential: object) => Object.assign(credential, { apiKey: ' ' }),
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
		expect(other.journal).toEqual([]);
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
