import type { INode, INodeParameters } from 'n8n-workflow';
import { MailroomApi } from '../../credentials/MailroomApi.credentials';
import type { Operation } from '../../nodes/Mailroom/run/Operation';
import { customOperation } from '../../nodes/Mailroom/run/customOperation';
import { Mailroom } from '../../nodes/Mailroom/Mailroom.node';
import { sendTransactional } from '../../nodes/Mailroom/resources/email/sendTransactional';
import { startSandbox } from '../../sandbox';
import { freePort } from '../../tools/process/freePort';
import { continued as goOn, retry, runNode, runOn } from '../support/engine/runNode';
import {
	ada,
	addPeople,
	operations,
	parametersOf,
	type TestedOperation,
} from '../support/operations';
import { received, useSandbox } from '../support/useSandbox';
import type { Fault as ScriptedFault } from '../../sandbox/traffic/Faults';

// Which outcome is repeated how often: `transport/ServiceClient.unit`. Here, what n8n makes of each fault on the
// wire, by one operation, and what each operation says that it does, by one fault.

type Fault = Omit<ScriptedFault, 'endpoint'>;

const withEffect = (wanted: TestedOperation['idempotency']) =>
	operations.flatMap(({ name, idempotency }) => (idempotency === wanted ? [name] : []));

const once = withEffect('nonIdempotent');
const changes = withEffect('idempotent');
const repeatable = [...changes, ...withEffect('safe')];

const service = useSandbox();

const runWith = async (parameters: INodeParameters, fault?: ScriptedFault) => {
	const { sandbox } = service;
	addPeople(sandbox.store);
	if (fault) sandbox.faults.add(fault);
	const run = await runOn(service)(parameters);
	return { journal: [...sandbox.journal], run };
};

const ALWAYS = 99;
const everywhere = (fault: Fault, times = 1): ScriptedFault => ({ endpoint: '*', ...fault, times });

const lostAnswer: Fault = { drop: 'after' };

/** Answers after which the service may have acted. */
const inDoubt: Array<[what: string, fault: Fault]> = [
	['a 503', { status: 503 }],
	['a 503 after acting', { status: 503, afterActing: true }],
	['a 500', { status: 500 }],
	['a 408', { status: 408 }],
	['a 502 in HTML', { status: 502, html: true }],
	['a connection dropped before acting', { drop: 'before' }],
	['a connection dropped after acting', lostAnswer],
	['a connection dropped within the answer', { drop: 'within' }],
];

/** Answers that are no use and may not be repeated blindly. */
const unreadable: typeof inDoubt = [
	['cut JSON', { cutJson: true }],
	['HTML in place of JSON', { html: true }],
	['an empty answer', { status: 204, body: '' }],
	['JSON that is no object', { status: 200, body: ['ok'] }],
	['JSON that says nothing', { status: 200, body: {} }],
	['JSON that does not say true', { status: 200, body: { success: 'false' } }],
	['a redirect that may follow a change', { status: 303, body: '' }],
	...[302, 303].map((status): (typeof inDoubt)[number] => [
		`a ${status} to another page`,
		{ status, redirect: 'https://mail.example.com/status' },
	]),
];

const cases = [...inDoubt, ...unreadable].map(
	([what, fault]) => ['email sendTransactional', what, fault] as const,
);

test.each([...cases, ...once.map((name) => [name, 'a lost answer', lostAnswer] as const)])(
	'what must not be done twice is sent once, and says so: %s that is met by %s',
	async (name, _what, fault) => {
		const { journal, run } = await runWith(parametersOf(name, ada), everywhere(fault, ALWAYS));

		expect(journal).toHaveLength(1);
		expect(run.error?.message).toMatch(/may or may not have been (sent|created)/);
		expect(run.items).toEqual([]);
	},
);

test.each([
	...inDoubt.map(([what, fault]) => ['contact upsert', what, fault] as const),
	...repeatable.map((name) => [name, 'a lost answer', lostAnswer] as const),
])('what may be repeated %s is repeated once after %s', async (name, _what, fault) => {
	const { journal, run } = await runWith(parametersOf(name, ada), everywhere(fault));

	expect(run.error).toBeUndefined();
	expect(run.items[0].json).not.toHaveProperty('error');
	const [first, ...again] = received({ journal });
	expect(again).toEqual([first]);
});

test.each(
	[...once, ...changes].flatMap((name) => [301, 307, 308].map((status) => ({ name, status }))),
)(
	'a redirect of the same request, which is not followed, has done nothing: $name, $status',
	async ({ name, status }) => {
		const redirect = everywhere({ status, redirect: 'https://mail.example.com/' }, ALWAYS);
		const { journal, run } = await runWith(parametersOf(name, ada), redirect);

		expect(journal).toHaveLength(1);
		expect(run.error?.message).toMatch(/^The service redirected the request to https:..mail/);
		expect(run.error?.description).toMatch(/^Check the Base URL/);
	},
);

describe('a service that cannot be reached', () => {
	test.each([
		['contact create', 'refused the connection'],
		['email sendTransactional', "mail.example.com couldn't be found"],
	] as const)('%s says so, and leaves no doubt: %s', async (name, reason) => {
		const refusing = `http://127.0.0.1:${await freePort()}/v1`;
		const baseUrl = reason.startsWith('mail') ? 'https://mail.example.com/v1' : refusing;
		const credential = { baseUrl, apiKey: name };
		const { error } = await runNode({ credential, parameters: parametersOf(name, ada) });

		expect(error?.message).toContain(reason);
		expect(error?.message).not.toMatch(/may or may not/);
	});

	test.each(['contact create', 'contact update', 'contact get', 'email sendToList'] as const)(
		'%s is done once when the service comes up in time',
		async (name) => {
			const port = await freePort();
			const credential = { baseUrl: `http://127.0.0.1:${port}/v1`, apiKey: 'key' };
			const running = runNode({ credential, parameters: parametersOf(name, ada) });
			// The first retry comes after a quarter of a second at the earliest.
			await new Promise((resolve) => setTimeout(resolve, 100));
			const sandbox = await startSandbox({ limit: 0, port, keys: ['key'] });
			addPeople(sandbox.store);
			const { error } = await running;
			await sandbox.close();

			expect(error).toBeUndefined();
			expect(sandbox.journal.filter(({ acted }) => acted)).toHaveLength(1);
		},
	);
});

describe('"Retry On Fail"', () => {
	const continued = { ...retry, ...goOn };

	/** @param ids a letter for each item, which is its subject */
	const send = async (ids: string, node: Partial<INode>) =>
		await runOn(service)(
			parametersOf('email sendTransactional'),
			[...ids].map((id) => ({ ...ada, email: `${id}@example.com`, text: id })),
			{ node },
		);

	const subjects = () => service.bodies.map(({ subject }) => subject).join('');

	const spoil = (fault: Fault, skip?: number) =>
		service.sandbox.faults.add({ endpoint: '*', skip, ...fault });

	test('with "Stop" keeps the error of what may have been sent, and sends nothing again', async () => {
		spoil({ drop: 'after', times: 1 }, 1);
		const { error, tries } = await send('abcdef', retry);

		expect(tries).toHaveLength(3);
		expect(subjects()).toMatch(/^abc?d?$/);
		expect(error?.message).toMatch(
			/may or may not have been sent.*, item 2 of 6 \(items 1(, 3|, 3-4)? accepted; 2 in doubt; .*6 not sent\)$/,
		);
	});

	test('does not repeat an email after whose response the node itself fails', async () => {
		const result = () => {
			throw new TypeError('response.text is not a function');
		};
		class FailingNode extends Mailroom {
			constructor() {
				super();
				const wire = { ...sendTransactional.wire, result };
				const failing = { ...sendTransactional, wire } as unknown as Operation;
				this.customOperations.email.sendTransactional = customOperation(failing);
			}
		}
		const parameters = parametersOf('email sendTransactional', ada);
		const classes = { node: FailingNode, credential: MailroomApi };
		const { error, tries } = await runOn(service)(parameters, [{}], { classes, node: retry });

		expect(tries).toHaveLength(3);
		expect(service.received).toHaveLength(1);
		expect(error?.message).toMatch(/^The email may or may not have been sent/);
	});

	test('asks for the same again where an expression gives something else at each try', async () => {
		spoil({ status: 400 });
		const { json, tries } = await runOn(service)(
			{
				...parametersOf('email sendTransactional', ada),
				to: '={{ $json.id }}-{{ Date.now() }}@example.com',
			},
			[{ id: 'a' }, { id: 'b' }],
			{ node: continued },
		);
		const sentTo = service.bodies.map(({ to }) => to);

		expect(tries).toHaveLength(2);
		expect(sentTo[2]).toBe(sentTo[0]);
		expect(json.map(({ to }) => to)).toEqual(sentTo.slice(0, 2));
	});

	test('tells of what was rejected as such, also beside what is in doubt', async () => {
		// In the first try the call and its first half are rejected, and the second half is in doubt; then all are rejected.
		const rejected = [{ status: 400, times: 2 }, { status: 500, times: 4 }, { status: 400 }];
		const endpoint = 'POST /contacts/create_many';
		for (const fault of rejected) service.sandbox.faults.add({ endpoint, times: ALWAYS, ...fault });
		const { errors, tries } = await runOn(service)(
			{ ...parametersOf('contact upsert', ada), email: '={{ $json.id }}@example.com' },
			[{ id: 'new1' }, { id: 'new2' }],
			{ node: { ...continued, maxTries: 2 } },
		);

		expect(tries).toHaveLength(2);
		expect(errors).toEqual([
			expect.not.stringMatching(/may or may not/),
			expect.stringMatching(/may or may not/),
		]);
	});

	test('of one execution knows nothing of another', async () => {
		await send('a', retry);
		await send('a', retry);

		expect(subjects()).toBe('aa');
	});
});
