import type { IDataObject, INode } from 'n8n-workflow';
import { endBeforeTimeout, waitsOfRetries } from '../../nodes/Mailroom/run/executionTimeout';
import { useDeduplicationStore } from '../support/engine/DeduplicationStore';
import { continued, runOn, type NodeRun } from '../support/engine/runNode';
import { parametersOf, strangers, type OperationName } from '../support/operations';
import { useSandbox } from '../support/useSandbox';

/** A run under n8n's timeout of the execution ends itself before, because n8n offers no Retry of a canceled one. */

const service = useSandbox();
useDeduplicationStore();

const TIMEOUT_MS = 5_000;
const people = strangers(90);

interface Settings {
	node?: Partial<INode>;
	retryOf?: NodeRun;
	timeoutMs?: number;
	options?: IDataObject;
}

const run = async (
	name: OperationName,
	items: IDataObject[],
	{ node, retryOf, timeoutMs = TIMEOUT_MS, options = {} }: Settings = {},
) =>
	await runOn(service)({ ...parametersOf(name), options } as never, items, {
		node,
		timeoutMs,
		retryOf: retryOf?.result,
	});

const ALMOST_REACHED = /^Not sent: the execution has almost reached its timeout \(items /;

describe('90 emails under a timeout of five seconds', () => {
	test('end with an error and the account, and Retries send each of the others once', async () => {
		let last = await run('email sendTransactional', people);
		expect(last.result.status).toBe('error');
		expect(last.error?.message).toMatch(ALMOST_REACHED);
		expect(last.error?.message).toMatch(/\(items 1-\d+ accepted; \d+-90 not sent\)$/);
		expect(last.error?.description).toMatch(/select "Retry with currently saved workflow/);
		for (let retries = 0; last.error && retries < 5; retries++) {
			last = await run('email sendTransactional', people, { retryOf: last });
		}

		expect(last.error).toBeUndefined();
		expect([...service.inbox].sort()).toEqual(people.map(({ email }) => email).sort());
		expect(last.json).toHaveLength(90);
	});

	test('with "Continue" each that was not sent comes out with the error', async () => {
		const { json, result } = await run('email sendTransactional', people, { node: continued });
		const sent = json.filter(({ success }) => success);

		expect(result.status).not.toBe('canceled');
		expect(json).toHaveLength(90);
		expect(service.inbox).toEqual(sent.map(({ to }) => to));
		expect(sent.length).toBeLessThan(90);
		for (const { error } of json.slice(sent.length)) expect(error).toMatch(/^Not sent: .* timeout/);
	});

	test('with a Send Once Key are "not tried", and the next execution sends them', async () => {
		const options = { sendOnceKey: 'welcome' };
		const node = { id: 'with a key' };
		let last = await run('email sendTransactional', people, { options, node });
		expect(last.error?.message).toMatch(/accepted; \d+-90 not tried\)$/);
		for (let more = 0; last.error && more < 5; more++) {
			last = await run('email sendTransactional', people, { options, node });
		}

		expect(last.error).toBeUndefined();
		expect([...service.inbox].sort()).toEqual(people.map(({ email }) => email).sort());
	});

	test('with Retry On Fail end once: later tries send nothing more', async () => {
		const node = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };
		const { error, tries, result } = await run('email sendTransactional', people, { node });

		expect(tries).toHaveLength(2);
		expect(tries[0].error?.message).toBe(error?.message);
		expect(result.status).toBe('error');
		expect(error?.message).toMatch(ALMOST_REACHED);
	});
});

test('emails in flight at a service that is silent are in doubt, and Retry leaves them out', async () => {
	service.sandbox.faults.add({ endpoint: '*', skip: 3, delayMs: 60_000, status: 200, times: 5 });
	const failed = await run('email sendTransactional', people.slice(0, 8));

	expect(failed.result.status).toBe('error');
	expect(failed.error?.message).toMatch(/\(items 1-3 accepted; 4-8 in doubt\)$/);
});

test.each<OperationName>(['contact getAll', 'contact get', 'contact upsert'])(
	'%s at a silent service ends before the timeout',
	async (name) => {
		service.sandbox.faults.add({ endpoint: '*', delayMs: 60_000, status: 503, times: 9 });
		const { error, result } = await run(name, people.slice(0, 2));

		expect(result.status).toBe('error');
		expect(error?.message).toMatch(/almost reached its timeout|may or may not/);
	},
);

test('a timeout of years ends nothing', async () => {
	const { error } = await run('email sendTransactional', people.slice(0, 3), {
		timeoutMs: 2 ** 40,
	});

	expect(error).toBeUndefined();
	expect(service.inbox).toHaveLength(3);
});

test('a run ends five seconds before, or a fifth of what is left', () => {
	expect(endBeforeTimeout(100_000, 0, 0)).toEqual({ stopAt: 95_000, abandonAt: 97_500 });
	expect(endBeforeTimeout(5_000, 0, 0)).toEqual({ stopAt: 4_000, abandonAt: 4_500 });
	expect(endBeforeTimeout(100_000, 0, 20_000)).toEqual({ stopAt: 75_000, abandonAt: 77_500 });
	expect(endBeforeTimeout(5_000, 0, 20_000)).toEqual({ stopAt: 1_500, abandonAt: 2_000 });
	expect(endBeforeTimeout(0, 1, 0)).toEqual({ stopAt: 0, abandonAt: 0 });
});

test('the waits of Retry On Fail are those of the tries that are left', () => {
	const node = { retryOnFail: true, maxTries: 5, waitBetweenTries: 5_000 } as INode;
	expect([0, 1, 4].map((earlier) => waitsOfRetries(node, earlier))).toEqual([20_000, 15_000, 0]);
	expect(waitsOfRetries({ ...node, retryOnFail: false }, 0)).toBe(0);
});
