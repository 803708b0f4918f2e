import type { INode, INodeParameters as Parameters } from 'n8n-workflow';
import { startSandbox } from '../../sandbox';
import { runNode } from '../support/engine/runNode';
import { received, useSandbox } from './useSandbox';
import type { Sandbox } from '../../sandbox/startSandbox';
import type { Fault as ScriptedFault } from '../../sandbox/traffic/Faults';

type Fault = Omit<ScriptedFault, 'endpoint'>;

type Run = Awaited<ReturnType<typeof runNode>>;

type Outcome = { journal: Sandbox['journal']; run: Run };

const ada = 'ada@example.com';
const list = { __rl: true, mode: 'name', value: 'newsletter' };
const email = { subject: 'Hello', body: 'Hello' };

/** What must not be done twice. */
const once = {
	'contact create': { email: 'new@example.com' },
	'email sendTransactional': { to: ada, ...email },
	'email sendToContacts': { list, contactEmails: ada, ...email },
	'email sendToList': { list, ...email },
};

/** What may be repeated. */
const repeatable = {
	'contact upsert': { email: ada, additionalFields: { name: 'Ada' } },
	'contact update': { email: ada, updateFields: { name: 'Ada' } },
	'contact delete': { email: ada },
	'contact get': { email: ada },
	'contact getAll': {},
	'mailingList getAll': {},
};

/** Creating a second session is neither forbidden nor among what is retried. */
const session = {
	'portalSession create': { contactEmail: ada, returnUrl: 'https://example.com/' },
};

const fields = { ...once, ...repeatable, ...session };

const parametersOf = (name: string): Parameters => {
	const [resource, operation] = name.split(' ');
	return { resource, operation, ...(fields as Record<string, Parameters>)[name] };
};

const open: Sandbox[] = [];
afterAll(async () => await Promise.all(open.map((sandbox) => sandbox.close())));

const openSandbox = async (port?: number) => {
	const sandbox = await startSandbox({ limit: 0, port });
	open.push(sandbox);
	return sandbox;
};

const idle: Sandbox[] = [];
let runs = 0;

/**
 * Runs an operation on a sandbox that no other run uses in the meantime, with a key of its own so that it waits for none.
 *
 * @param faults One after the other.
 */
const runWith = async (parameters: Parameters, faults: Fault[]): Promise<Outcome> => {
	const sandbox = idle.pop() ?? (await openSandbox());
	sandbox.reset();
	const apiKey = `key-of-run-${++runs}`;
	sandbox.keys.push(apiKey);
	sandbox.store.addContact({ email: ada, subscribedToLists: ['newsletter'] });
	for (const fault of faults) sandbox.faults.add({ endpoint: '*', ...fault });
	const run = await runNode({ credential: { baseUrl: sandbox.url, apiKey }, parameters });
	const journal = [...sandbox.journal];
	idle.push(sandbox);
	return { journal, run };
};

const ALWAYS = 99;

/** Answers after which the service may have acted. */
const unclear: Record<string, Fault> = {
	'a 503': { status: 503 },
	'a 503 after acting': { status: 503, afterActing: true },
	'a 500': { status: 500 },
	'a 408': { status: 408 },
	'a 502 in HTML': { status: 502, html: true },
	'a connection dropped before acting': { drop: 'before' },
	'a connection dropped after acting': { drop: 'after' },
};

/** Answers that are no use and may not be repeated blindly. */
const unreadable: Record<string, Fault> = {
	'cut JSON': { cutJson: true },
	'HTML in place of JSON': { html: true },
	'an empty answer': { status: 204, body: '' },
	'JSON that is no object': { status: 200, body: ['ok'] },
	'a redirect': { redirect: 'https://mail.example.com/' },
};

/** Runs that wait for retries, many of them side by side. */
const slowRuns: Array<() => Promise<unknown>> = [];
const SIDE_BY_SIDE = 40;
beforeAll(async () => {
	const waiting = slowRuns.values();
	const workers = Array.from({ length: SIDE_BY_SIDE }, async () => {
		for (const start of waiting) await start();
	});
	await Promise.all(workers);
}, 60_000);

/**
 * Every operation with every fault.
 *
 * @param operations By name.
 * @param faults By name.
 */
const scenarios = (
	operations: object,
	faults: Record<string, Fault>,
	script: (fault: Fault) => Fault[],
) => {
	const outcomes = new Map<string, Outcome>();
	const cases = Object.keys(operations).flatMap((name) =>
		Object.keys(faults).map((what) => ({ name, what })),
	);
	for (const { name, what } of cases) {
		slowRuns.push(async () => {
			outcomes.set(`${name} ${what}`, await runWith(parametersOf(name), script(faults[what])));
		});
	}
	const outcomeOf = ({ name, what }: { name: string; what: string }) => {
		const outcome = outcomes.get(`${name} ${what}`);
		if (!outcome) throw new Error('This scenario was not run');
		return outcome;
	};
	return { cases, outcomeOf };
};

describe('what must not be done twice', () => {
	const { cases, outcomeOf } = scenarios(once, { ...unclear, ...unreadable }, (fault) => [
		{ ...fault, times: ALWAYS },
	]);

	test.each(cases)('$name is sent once when it is met by $what, and says so', (scenario) => {
		const { journal, run } = outcomeOf(scenario);

		expect(journal).toHaveLength(1);
		expect(run.error?.message).toMatch(/may or may not have been (sent|created)/);
		expect(run.items).toEqual([]);
	});
});

describe('a portal session', () => {
	const { cases, outcomeOf } = scenarios(session, unclear, (fault) => [
		{ ...fault, times: ALWAYS },
	]);

	test.each(cases)('is asked for once when it is met by $what', (scenario) => {
		const { journal, run } = outcomeOf(scenario);

		expect(journal).toHaveLength(1);
		expect(run.error).toBeDefined();
	});
});

describe('what may be repeated', () => {
	const lasting = scenarios(repeatable, unclear, (fault) => [{ ...fault, times: ALWAYS }]);
	const passing = scenarios(repeatable, unclear, (fault) => [{ ...fault, times: 1 }]);
	const longer = scenarios(repeatable, { 'three 503': { status: 503 } }, (fault) => [
		{ ...fault, times: 3 },
	]);

	// A delete that acts and loses its answer finds nothing to delete when it is repeated.
	const isDone = ({ name, what }: { name: string; what: string }) =>
		name === 'contact delete' && what.endsWith('after acting');

	test.each(lasting.cases.filter((scenario) => !isDone(scenario)))(
		'$name gives up after 4 requests that are met by $what',
		(scenario) => {
			const { journal, run } = lasting.outcomeOf(scenario);

			expect(journal).toHaveLength(4);
			expect(run.error).toBeDefined();
		},
	);

	test.each(passing.cases)('$name is repeated once after $what', (scenario) => {
		const { journal, run } = passing.outcomeOf(scenario);

		expect(run.error).toBeUndefined();
		expect(run.items[0].json).not.toHaveProperty('error');
		expect(journal).toHaveLength(2);
		const [first, second] = received({ journal });
		expect(second).toEqual(first);
	});

	test.each(longer.cases)('$name succeeds at the fourth request after $what', (scenario) => {
		const { journal, run } = longer.outcomeOf(scenario);

		expect(run.error).toBeUndefined();
		expect(journal).toHaveLength(4);
	});

	test('a delete whose answer is lost comes out as deleted', () => {
		const name = 'contact delete';
		const { journal, run } = passing.outcomeOf({ name, what: 'a connection dropped after acting' });

		expect(journal.map(({ status }) => status)).toEqual([null, 404]);
		expect(run.items.map(({ json }) => json)).toEqual([{ deleted: true, email: ada }]);
	});

	test('a delete of a contact that never was is an error', async () => {
		const parameters = { ...parametersOf('contact delete'), email: 'nobody@example.com' };
		const { journal, run } = await runWith(parameters, []);

		expect(run.error?.message).toMatch(/404/);
		expect(journal).toHaveLength(1);
	});
});

describe('an answer that does not come in time', () => {
	const late = { delayMs: 2000 };
	const requestOptions = { timeout: 500 };

	test('is the end of what must not be done twice, and not of what may be repeated', async () => {
		const names = [...Object.keys(once), 'contact get', 'contact upsert'];
		const outcomes = await Promise.all(
			names.map((name) => runWith({ ...parametersOf(name), requestOptions }, [late])),
		);

		expect(outcomes.map(({ journal }) => journal.length)).toEqual([1, 1, 1, 1, 2, 2]);
		for (const { run } of outcomes.slice(0, 4)) {
			expect(run.error?.message).toMatch(/may or may not.*in time/);
		}
		for (const { run } of outcomes.slice(4)) expect(run.error).toBeUndefined();
	});
});

describe('a 429', () => {
	const throttled = { 'a 429': { status: 429 } };
	const single = scenarios(fields, throttled, (fault) => [fault]);
	const between = scenarios(once, throttled, (fault) => [fault, { drop: 'after', times: ALWAYS }]);
	const lasting = scenarios({ 'email sendToList': {}, 'contact get': {} }, throttled, (fault) => [
		{ ...fault, times: 4 },
	]);

	test.each(single.cases)('is waited out by $name', (scenario) => {
		const { journal, run } = single.outcomeOf(scenario);

		expect(run.error).toBeUndefined();
		expect(journal.map(({ status }) => status)).toEqual([429, 200]);
		const [first, second] = journal.map(({ at }) => at);
		expect(second - first).toBeGreaterThanOrEqual(1000);
	});

	test.each(between.cases)(
		'does not count as a try of $name, which is then sent once',
		(scenario) => {
			const { journal, run } = between.outcomeOf(scenario);

			expect(journal.map(({ status }) => status)).toEqual([429, null]);
			expect(journal.filter(({ acted }) => acted)).toHaveLength(1);
			expect(run.error?.message).toMatch(/may or may not have been/);
		},
	);

	test.each(lasting.cases)('is waited out more often than an error by $name', (scenario) => {
		const { journal, run } = lasting.outcomeOf(scenario);

		expect(run.error).toBeUndefined();
		expect(journal).toHaveLength(5);
	});
});

describe('a service that is not there', () => {
	const refused = new Map<string, { error?: Error }>();
	const late = new Map<string, { sandbox: Sandbox; run: Run }>();

	/** A port on which nothing listens. */
	const freePort = async () => {
		const sandbox = await startSandbox();
		const port = Number(new URL(sandbox.url).port);
		await sandbox.close();
		return port;
	};

	const names = Object.keys(fields);
	slowRuns.push(async () => {
		const nowhere = await freePort();
		const baseUrl = `http://127.0.0.1:${nowhere}/v1`;
		await Promise.all(
			names.map(async (name) => {
				const credential = { baseUrl, apiKey: name };
				refused.set(name, await runNode({ credential, parameters: parametersOf(name) }));
			}),
		);
	});
	for (const name of names) {
		slowRuns.push(async () => {
			const port = await freePort();
			const credential = { baseUrl: `http://127.0.0.1:${port}/v1`, apiKey: 'key' };
			const running = runNode({ credential, parameters: parametersOf(name) });
			// The first retry comes after a quarter of a second at the earliest.
			await new Promise((resolve) => setTimeout(resolve, 100));
			const sandbox = await openSandbox(port);
			sandbox.keys.push('key');
			sandbox.store.addContact({ email: ada, subscribedToLists: ['newsletter'] });
			late.set(name, { sandbox, run: await running });
		});
	}

	test.each(Object.keys(fields))(
		'%s says that the connection was refused, and nothing sent',
		(name) => {
			const message = refused.get(name)?.error?.message;

			expect(message).toMatch(/refused the connection/);
			expect(message).not.toMatch(/may or may not/);
		},
	);

	const retried = Object.keys({ ...once, ...repeatable });
	test.each(retried)('%s is done once when the service comes up in time', (name) => {
		const outcome = late.get(name);

		expect(outcome?.run.error).toBeUndefined();
		expect(outcome?.sandbox.journal.filter(({ acted }) => acted)).toHaveLength(1);
	});
});

describe('a name that cannot be resolved', () => {
	const lost = new Map<string, { error?: Error }>();
	for (const name of Object.keys(once)) {
		slowRuns.push(async () => {
			const credential = { baseUrl: 'https://mail.example.com/v1', apiKey: name };
			lost.set(name, await runNode({ credential, parameters: parametersOf(name) }));
		});
	}

	test.each(Object.keys(once))('lets %s fail without doubt about its fate', (name) => {
		const message = lost.get(name)?.error?.message;

		expect(message).toMatch(/mail\.example\.com could not be found/);
		expect(message).not.toMatch(/may or may not/);
	});
});

describe('"Retry On Fail"', () => {
	const service = useSandbox();
	const retry = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
	const continued = { ...retry, onError: 'continueRegularOutput' as const };

	beforeEach(() => {
		for (const address of ['a', 'b', 'c']) {
			service.sandbox.store.addContact({
				email: `${address}@example.com`,
				subscribedToLists: ['newsletter'],
			});
		}
	});

	/** Each with an item of its own content. */
	const sends: Record<string, Parameters> = {
		sendTransactional: { to: '={{ $json.id }}@example.com' },
		sendToContacts: { list, contactEmails: '={{ $json.id }}@example.com' },
		sendToList: { list },
	};

	const send = async (operation: string, ids: string, node: Partial<INode>) =>
		await runNode({
			credential: service.credential,
			parameters: {
				resource: 'email',
				operation,
				...sends[operation],
				subject: '={{ $json.id }}',
				body: 'Hello',
			},
			items: [...ids].map((id) => ({ id })),
			after: '={{ $("Input").item.json.id }}',
			node,
		});

	const subjects = () =>
		service.received.map(({ body }) => (body as { subject: string }).subject).join('');

	const spoil = (fault: Fault, skip?: number) =>
		service.sandbox.faults.add({ endpoint: '*', skip, ...fault });

	describe.each(Object.keys(sends))('of %s', (operation) => {
		test('with "Stop" sends again what was rejected and not what was accepted', async () => {
			spoil({ status: 400, times: 1 }, 1);
			const { error, tries, items, raw, after } = await send(operation, 'abc', retry);

			expect(error).toBeUndefined();
			expect(tries).toHaveLength(2);
			expect(subjects()).toBe('abbc');
			expect(items.map(({ json }) => json.success)).toEqual([true, true, true]);
			expect(raw?.[0].map(({ pairedItem }) => [pairedItem].flat())).toEqual([
				[{ item: 0 }],
				[{ item: 1 }],
				[{ item: 2 }],
			]);
			expect(after).toEqual(['a', 'b', 'c']);
		});

		test('with "Continue" sends again what was rejected and not what was accepted', async () => {
			spoil({ status: 400, times: 1 });
			const { tries, items, after } = await send(operation, 'ab', continued);

			expect(tries).toHaveLength(2);
			expect(subjects()).toBe('aba');
			expect(items.map(({ json }) => json.success)).toEqual([true, true]);
			expect(after).toEqual(['a', 'b']);
		});

		test('with "Stop" keeps the error of what may have been sent, and sends nothing more', async () => {
			spoil({ drop: 'after', times: 1 }, 1);
			const { error, tries } = await send(operation, 'abc', retry);

			expect(tries).toHaveLength(3);
			expect(subjects()).toBe('ab');
			expect(error?.message).toMatch(/may or may not have been sent/);
			expect(error).toMatchObject({ context: { itemIndex: 1 } });
		});

		test('with "Continue" keeps the error of what may have been sent beside the others', async () => {
			spoil({ drop: 'after', times: 1 });
			spoil({ status: 400, times: 1 }, 1);
			const { tries, items, after } = await send(operation, 'abc', continued);

			expect(tries).toHaveLength(3);
			expect(subjects()).toBe('abcc');
			expect(items[0].json.error).toMatch(/may or may not have been sent/);
			expect(items.slice(1).map(({ json }) => json.success)).toEqual([true, true]);
			expect(after).toEqual(['a', 'b', 'c']);
		});
	});

	test('tries what was rejected as often as it is told to', async () => {
		spoil({ status: 400, times: ALWAYS });
		const { error, tries } = await send('sendTransactional', 'ab', retry);

		expect(tries).toHaveLength(3);
		expect(subjects()).toBe('aaa');
		expect(error?.message).toMatch(/400/);
	});

	test('sends nothing for an item whose parameters stay unusable', async () => {
		const { error, tries } = await runNode({
			credential: service.credential,
			parameters: { ...parametersOf('email sendTransactional'), to: '={{ $json.to }}' },
			items: [{ to: ada }, { to: 'nobody' }],
			node: retry,
		});

		expect(error?.message).toMatch(/"To"/);
		expect(tries).toHaveLength(3);
		expect(service.received).toEqual([]);
	});

	test('creates a contact once', async () => {
		spoil({ drop: 'after', times: 1 });
		const { error, tries } = await runNode({
			credential: service.credential,
			parameters: parametersOf('contact create'),
			node: retry,
		});

		expect(tries).toHaveLength(3);
		expect(service.received).toHaveLength(1);
		expect(error?.message).toMatch(/may or may not have been created/);
	});

	test.each(['create', 'upsert'])(
		'with %s stores each accepted contact once',
		async (operation) => {
			const { error, tries } = await runNode({
				credential: service.credential,
				parameters: {
					resource: 'contact',
					operation,
					email: '={{ $json.email }}',
					additionalFields: { subscribedToLists: '={{ [$json.list] }}' },
				},
				items: [
					{ email: 'new1@example.com', list: 'newsletter' },
					{ email: 'new2@example.com', list: 'unknown' },
				],
				node: retry,
			});

			expect(tries).toHaveLength(3);
			expect(error?.message).toMatch(/no list "unknown"/);
			const stored = service.sandbox.journal.filter(({ acted }) => acted);
			expect(stored.map(({ body }) => body)).toMatchObject([
				{ contacts: [{ email: 'new1@example.com' }] },
			]);
		},
	);

	test('deletes each contact once', async () => {
		const { items } = await runNode({
			credential: service.credential,
			parameters: { ...parametersOf('contact delete'), email: '={{ $json.id }}@example.com' },
			items: [{ id: 'nobody' }, { id: 'a' }],
			node: continued,
		});

		expect(service.sandbox.journal.filter(({ acted }) => acted)).toHaveLength(1);
		expect(items.map(({ json }) => json)).toEqual([
			{ error: expect.stringMatching(/404/) },
			{ deleted: true, email: 'a@example.com' },
		]);
	});

	test('asks for a page again, and pairs what comes of it', async () => {
		spoil({ status: 400, times: 1 });
		const { items, after } = await runNode({
			credential: service.credential,
			parameters: { resource: 'contact', operation: 'getAll', limit: 1 },
			items: [{ id: 'a' }, { id: 'b' }],
			after: '={{ $("Input").item.json.id }}',
			node: retry,
		});

		expect(items).toHaveLength(2);
		expect(after).toEqual(['a', 'b']);
	});

	test('of one execution knows nothing of another', async () => {
		await send('sendTransactional', 'a', retry);
		await send('sendTransactional', 'a', retry);

		expect(subjects()).toBe('aa');
	});
});
