import { pollContext } from '../../tools/engine/pollContext';
import { NodeTypes } from '../../tools/engine/NodeTypes';
import { CredentialsHelper } from '../../tools/engine/CredentialsHelper';
import { MailroomTrigger } from '../../nodes/MailroomTrigger/MailroomTrigger.node';
import { continued, runOn } from '../support/engine/runNode';
import { ada, parametersOf, strangers } from '../support/operations';
import { useSandbox } from '../support/useSandbox';

/** What the connection does on its own, in n8n's log. */

const service = useSandbox();

/** n8n has one logger in a process. */
const { logger } = pollContext({
	...{ state: {}, workflowId: '1', credentialId: '1', mode: 'trigger', parameters: {} },
	nodeType: NodeTypes.load(MailroomTrigger),
	credentialsHelper: new CredentialsHelper([], {}),
});
const log = { warn: jest.spyOn(logger, 'warn'), debug: jest.spyOn(logger, 'debug') };
const linesOf = (level: keyof typeof log) => log[level].mock.calls.map(([message]) => message);

beforeEach(() => {
	log.warn.mockReset();
	log.debug.mockReset();
});

const allLines = () => [...linesOf('warn'), ...linesOf('debug')];

/** Without addresses and keys. */
const expectNoSecrets = () => {
	for (const line of allLines()) {
		expect(line).not.toContain('@');
		expect(line).not.toContain('127.0.0.1');
		expect(line).not.toContain(service.credential.apiKey);
	}
};

test('has each retry and each wait for a 429', async () => {
	service.sandbox.store.addContact(ada);
	for (const status of [503, 429, 429]) {
		service.sandbox.faults.add({ endpoint: '*', status, times: 1 });
	}
	const { error } = await runOn(service)(parametersOf('contact get'), [ada]);

	expect(error).toBeUndefined();
	const again = (cause: string) =>
		expect.stringMatching(
			new RegExp(
				`^"Mailroom" sends GET /contacts/find again in \\d\\.\\d s, after status ${cause}$`,
			),
		);
	expect(linesOf('debug').filter((line) => line.includes('again'))).toEqual([
		...[again('503'), again('429'), again('429')],
	]);
	expect(linesOf('debug').filter((line) => line.includes('pause'))).toHaveLength(1);
	expect(linesOf('warn')).toEqual([]);
	expectNoSecrets();
});

test('has the begin and the end of an outage once, for all executions', async () => {
	const { store, faults } = service.sandbox;
	faults.add({ endpoint: '*', status: 503, skip: 5, forMs: 4_000 });
	const send = async () =>
		await runOn(service)(parametersOf('email sendTransactional'), strangers(20), {
			node: continued,
		});
	await Promise.all([send(), send()]);

	expect(store.mails.length).toBeGreaterThan(30);
	expect(linesOf('warn')).toEqual([
		expect.stringMatching(
			/^The service has failed several sends or changes in a row, the last by "Mailroom"/,
		),
		expect.stringMatching(/^The service responds to "Mailroom" again after \d\.\d s/),
	]);
	const tries = linesOf('debug').filter((line) => line.includes('One send or change tries it'));
	expect(tries.length).toBeGreaterThan(0);
	expectNoSecrets();
});
