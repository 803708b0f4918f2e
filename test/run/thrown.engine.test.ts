import { RejectionSearch } from '../../nodes/Mailroom/run/send/RejectionSearch';
import { FailedExecution } from '../../nodes/Mailroom/neverTwice/FailedExecution';
import { SendOnceKey } from '../../nodes/Mailroom/neverTwice/key/SendOnceKey';
import { N8nPort } from '../../nodes/Mailroom/run/N8nPort';
import { NodeRun } from '../../nodes/Mailroom/run/NodeRun';
import { continued, runOn } from '../support/engine/runNode';
import { ada, parametersOf, strangers } from '../support/operations';
import { runTool } from '../support/engine/runTool';
import { useSandbox } from '../support/useSandbox';
import { ExecuteContext } from 'n8n-core';
import { sendTransactional } from '../../nodes/Mailroom/resources/email/sendTransactional';
import { useDeduplicationStore } from '../support/engine/DeduplicationStore';

// Something throws that should not. Within a request: `transport/thrown.unit`.

const service = useSandbox();
useDeduplicationStore();
const sends = parametersOf('email sendTransactional');
const keyed = { ...sends, options: { sendOnceKey: 'welcome' } };
const upserts = parametersOf('contact upsert');

const throwOnce = (spy: jest.SpyInstance) =>
	spy.mockImplementationOnce(() => {
		throw new Error('a bug');
	});

afterEach(() => jest.restoreAllMocks());

test('as an accepted email is noted: it is in doubt, and the others are sent', async () => {
	throwOnce(jest.spyOn(NodeRun.prototype, 'note'));
	const { errors } = await runOn(service)(sends, strangers(5), { node: continued });

	expect(service.inbox).toHaveLength(5);
	expect(errors[0]).toMatch(/^The email may or may not have been sent.* a bug/);
	expect(errors.slice(1)).toEqual(Array(4).fill(undefined));
});

test('as an accepted email is noted, with "Stop": the account says that it is in doubt', async () => {
	throwOnce(jest.spyOn(NodeRun.prototype, 'note'));
	const { error } = await runOn(service)(sends, strangers(30));

	expect(service.inbox.length).toBeLessThan(30);
	expect(error?.message).toMatch(/^The email may or may not have been sent/);
	expect(error?.message).toMatch(/1 in doubt;.*-30 not sent\)$/);
});

test('as rejected contacts are searched: only their request fails, and later ones start', async () => {
	service.sandbox.faults.add({ endpoint: '*', status: 400 });
	throwOnce(jest.spyOn(RejectionSearch.prototype, 'next'));
	const { errors } = await runOn(service)(upserts, strangers(300), { node: continued });

	expect(service.sandbox.store.contacts.size).toBe(200);
	expect(errors.filter(Boolean)).toHaveLength(100);
});

test('as rejected contacts are searched, with "Stop": the run ends', async () => {
	service.sandbox.faults.add({ endpoint: '*', status: 400, delayMs: 200 });
	throwOnce(jest.spyOn(RejectionSearch.prototype, 'next'));
	const { error } = await runOn(service)(upserts, strangers(1500));

	expect(error?.message).toMatch(/^a bug.*not saved\)$/);
});

const { report, wire, form } = sendTransactional;

const always = (spy: jest.SpyInstance) =>
	spy.mockImplementation(() => {
		throw new Error('a bug');
	});

/** Features that the operation may have. */
const feature = (name: 'checkAll' | 'wrapRun') => {
	sendTransactional.features = {
		[name]: () => {
			throw new Error('a bug');
		},
	};
};

const PROXY = '={{ $env.PROXY.missing }}';
const onErrorOutput = { onError: 'continueErrorOutput' as const };
const people = strangers(3);
const outputsOf = async (node: object, parameters: typeof sends = sends) =>
	await runOn(service)(parameters, people, { node, after: '={{ $("Input").item.json.email }}' });

describe.each<[step: string, arrange: () => unknown, parameters?: typeof sends]>([
	[
		'n8n gives the context of the node',
		() => always(jest.spyOn(ExecuteContext.prototype, 'getContext')),
	],
	['n8n gives the node', () => always(jest.spyOn(ExecuteContext.prototype, 'getNode'))],
	['n8n gives the execution', () => always(jest.spyOn(ExecuteContext.prototype, 'getExecuteData'))],
	['n8n gives the timezone', () => always(jest.spyOn(ExecuteContext.prototype, 'getTimezone'))],
	[
		'n8n gives the credential',
		() => always(jest.spyOn(ExecuteContext.prototype, 'getCredentials')),
	],
	['an item is read', () => always(jest.spyOn(form, 'read'))],
	['the recipient is read', () => always(jest.spyOn(sendTransactional, 'recipient' as never))],
	['all items are checked', () => feature('checkAll')],
	['a memory is asked', () => always(jest.spyOn(FailedExecution.prototype, 'lookUp'))],
	[
		'the history of a Send Once Key is opened',
		() => always(jest.spyOn(SendOnceKey.prototype, 'lookUp')),
		keyed,
	],
	['recipients are claimed', () => always(jest.spyOn(SendOnceKey.prototype, 'claim')), keyed],
	['requests are planned', () => always(jest.spyOn(NodeRun.prototype, 'pendingBatches'))],
	['the run connects', () => always(jest.spyOn(N8nPort.prototype, 'connect'))],
	['a request is made', () => always(jest.spyOn(wire, 'requestOf'))],
	['the run is wrapped', () => feature('wrapRun')],
	[
		'an option of the request is evaluated',
		() => {},
		{ ...sends, requestOptions: { proxy: PROXY } },
	],
])('as %s', (_, arrange, parameters) => {
	beforeEach(() => void arrange());
	afterEach(() => {
		delete sendTransactional.features;
	});

	test('each item comes out with its error, and nothing is sent', async () => {
		const { raw, after } = await outputsOf(continued, parameters);

		expect(service.received).toEqual([]);
		expect(raw?.[0].map(({ json, pairedItem }) => ({ json, pairedItem }))).toEqual(
			people.map((_person, item) => ({
				json: { error: expect.stringMatching(/a bug|"Request Options" can't be evaluated/) },
				pairedItem: { item },
			})),
		);
		expect(after).toEqual(people.map(({ email }) => email));
	});

	test('each item comes out on the error output', async () => {
		const { items, errorItems } = await outputsOf(onErrorOutput, parameters);

		expect(items).toEqual([]);
		expect(errorItems.map(({ json }) => json)).toEqual(
			people.map((person) => ({ ...person, error: expect.any(String) })),
		);
	});

	test('with "Stop" the execution fails', async () => {
		const { error, items } = await outputsOf({}, parameters);

		expect(error).toBeDefined();
		expect(items).toEqual([]);
		expect(service.received).toEqual([]);
	});
});

describe.each<[step: string, arrange: () => unknown]>([
	['as a hint is made', () => always(jest.spyOn(report, 'hint' as never))],
	['as n8n takes a hint', () => always(jest.spyOn(ExecuteContext.prototype, 'addExecutionHints'))],
	['as a memory is closed', () => always(jest.spyOn(FailedExecution.prototype, 'close'))],
])('%s, after the emails were sent', (_, arrange) => {
	test.each([continued, {}])('they come out as sent, with %j', async (node) => {
		arrange();
		const gap = { ...sends, body: '={{ $json.missing }}Hello' };
		const { raw, error } = await outputsOf(node, gap);

		expect(error).toBeUndefined();
		expect(service.inbox).toHaveLength(people.length);
		expect(raw?.[0]).toEqual(
			people.map(({ email }, item) => ({
				json: { success: true, to: email },
				pairedItem: { item },
			})),
		);
	});
});

describe('as the output of an accepted email is made', () => {
	test('the error says that it was accepted, and the others come out as sent', async () => {
		throwOnce(jest.spyOn(report, 'output'));
		const { json } = await outputsOf(continued);

		expect(service.inbox).toHaveLength(people.length);
		expect(json[0].error).toMatch(/^The service has accepted the item, but .*a bug\. Don't repeat/);
		expect(json.slice(1)).toEqual(
			people.slice(1).map(({ email }) => ({ success: true, to: email })),
		);
	});

	test('with "Stop" the account tells it, and n8n\'s Retry sends nothing again', async () => {
		throwOnce(jest.spyOn(report, 'output'));
		const { error, result } = await outputsOf({});
		expect(error?.message).toBe('a bug (items 1-3 accepted)');
		const retried = await runOn(service)(sends, people, { retryOf: result });

		expect(service.inbox).toHaveLength(people.length);
		expect(retried.json.map(({ alreadySent }) => alreadySent)).toEqual([true, true, true]);
	});
});

test.each(['invoke', 'engine'] as const)(
	'in a tool that runs by "%s", the model learns what was thrown',
	async (via) => {
		always(jest.spyOn(NodeRun.prototype, 'pendingBatches'));
		const { response, error } = await runTool({
			via,
			parameters: parametersOf('email sendTransactional', ada),
			credential: service.credential,
		});

		expect(JSON.stringify([response, error?.message])).toContain('a bug');
		expect(service.received).toEqual([]);
	},
);

test("a cancellation stays n8n's own", async () => {
	const canceling = new AbortController();
	jest.spyOn(NodeRun.prototype, 'pendingBatches').mockImplementation(() => {
		canceling.abort();
		throw new Error('a bug');
	});
	const { result, tries } = await runOn(service)(sends, people, {
		node: continued,
		signal: canceling.signal,
	});

	expect(result.status).toBe('canceled');
	expect(tries[0].error?.message).toMatch(/^The execution was canceled/);
});
