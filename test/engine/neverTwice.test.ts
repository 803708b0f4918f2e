import type { INode, INodeParameters } from 'n8n-workflow';
import { startSandbox } from '../../sandbox';
import { freePort } from '../../tools/freePort';
import { retry } from '../support/engine/nodeSettings';
import { runNode } from '../support/engine/runNode';
import { SideBySide } from '../support/engine/SideBySide';
import {
	ada,
	addPeople,
	operationNamed,
	operations,
	parametersOf,
	type OperationName,
	type TestedOperation,
} from '../support/operations';
import { received, useSandbox } from './useSandbox';
import { useSandboxes } from './useSandboxes';
import type { Sandbox } from '../../sandbox/startSandbox';
import type { Fault as ScriptedFault } from '../../sandbox/traffic/Faults';

type Fault = Omit<ScriptedFault, 'endpoint'>;

type Run = Awaited<ReturnType<typeof runNode>>;

type Outcome = { journal: Sandbox['journal']; run: Run };

const names = operations.map(({ name }) => name);
const withEffect = (wanted: TestedOperation['effect']) =>
	operations.flatMap(({ name, effect }) => (effect === wanted ? [name] : []));

const session: OperationName = 'portalSession create';
/** What must not be done twice. A second session is neither forbidden nor among what is retried. */
const once = withEffect('once').filter((name) => name !== session);
/** What may be repeated. */
const changes = withEffect('repeatable');
const repeatable = [...changes, ...withEffect('none')];

const onOwnSandbox = useSandboxes();

/** @param faults one after the other */
const runWith = async (parameters: INodeParameters, faults: ScriptedFault[]): Promise<Outcome> =>
	await onOwnSandbox(async ({ sandbox, credential }) => {
		addPeople(sandbox.store);
		for (const fault of faults) sandbox.faults.add(fault);
		const run = await runNode({ credential, parameters });
		return { journal: [...sandbox.journal], run };
	});

const ALWAYS = 99;

/** Answers after which the service may have acted. */
const inDoubt: Record<string, Fault> = {
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
	'JSON that says nothing': { status: 200, body: {} },
	'JSON that does not say true': { status: 200, body: { success: 'false' } },
	'a redirect': { redirect: 'https://mail.example.com/' },
};

interface Scenario {
	name: OperationName;
	what: string;
}

/**
 * Every operation with every fault.
 *
 * @param faults By name.
 */
const scenarios = (
	operationNames: OperationName[],
	faults: Record<string, Fault>,
	script: (fault: Fault, name: OperationName) => ScriptedFault[],
) => {
	const runs = new SideBySide<Outcome>();
	const cases = operationNames.flatMap((name) =>
		Object.keys(faults).map((what): Scenario => ({ name, what })),
	);
	for (const { name, what } of cases) {
		const run = async () => await runWith(parametersOf(name, ada), script(faults[what], name));
		runs.plan(`${name} ${what}`, run);
	}
	const outcomeOf = async ({ name, what }: Scenario) => await runs.outcomeOf(`${name} ${what}`);
	return { cases, outcomeOf };
};

const everywhere = (fault: Fault): ScriptedFault => ({ endpoint: '*', ...fault });

/** At the address of an operation; the service is well otherwise. */
const atOwnAddress = (fault: Fault, name: OperationName): ScriptedFault => {
	const { method, path } = operationNamed(name).request(ada);
	return { endpoint: `${method} ${path}`, ...fault };
};

/** Without the question whether the service is well again. */
const ownRequests = ({ journal }: Outcome, name: OperationName) => {
	const { path } = operationNamed(name).request(ada);
	return journal.filter((entry) => entry.path === path);
};

describe('what must not be done twice', () => {
	const { cases, outcomeOf } = scenarios(once, { ...inDoubt, ...unreadable }, (fault) => [
		everywhere({ ...fault, times: ALWAYS }),
	]);

	test.each(cases)('$name is sent once when it is met by $what, and says so', async (scenario) => {
		const { journal, run } = await outcomeOf(scenario);

		expect(journal).toHaveLength(1);
		expect(run.error?.message).toMatch(/may or may not have been (sent|created)/);
		expect(run.items).toEqual([]);
	});
});

describe('a portal session', () => {
	const { cases, outcomeOf } = scenarios([session], inDoubt, (fault) => [
		everywhere({ ...fault, times: ALWAYS }),
	]);

	test.each(cases)('is asked for once when it is met by $what', async (scenario) => {
		const { journal, run } = await outcomeOf(scenario);

		expect(journal).toHaveLength(1);
		expect(run.error).toBeDefined();
	});
});

describe('what may be repeated', () => {
	const lasting = scenarios(repeatable, inDoubt, (fault, name) => [
		atOwnAddress({ ...fault, times: ALWAYS }, name),
	]);
	const passing = scenarios(repeatable, inDoubt, (fault) => [everywhere({ ...fault, times: 1 })]);
	const longer = scenarios(repeatable, { 'three 503': { status: 503 } }, (fault) => [
		everywhere({ ...fault, times: 3 }),
	]);

	// A delete that acts and loses its answer finds nothing to delete when it is repeated.
	const isDone = ({ name, what }: Scenario) =>
		name === 'contact delete' && what.endsWith('after acting');

	test.each(lasting.cases.filter((scenario) => !isDone(scenario)))(
		'$name gives up after 4 requests that are met by $what while the service is well otherwise',
		async (scenario) => {
			const outcome = await lasting.outcomeOf(scenario);

			expect(ownRequests(outcome, scenario.name)).toHaveLength(4);
			expect(outcome.run.error).toBeDefined();
		},
	);

	test.each(passing.cases)('$name is repeated once after $what', async (scenario) => {
		const { journal, run } = await passing.outcomeOf(scenario);

		expect(run.error).toBeUndefined();
		expect(run.items[0].json).not.toHaveProperty('error');
		expect(journal).toHaveLength(2);
		const [first, second] = received({ journal });
		expect(second).toEqual(first);
	});

	test.each(longer.cases)('$name succeeds at the fourth request after $what', async (scenario) => {
		const outcome = await longer.outcomeOf(scenario);

		expect(outcome.run.error).toBeUndefined();
		expect(ownRequests(outcome, scenario.name)).toHaveLength(4);
	});

	test.each(changes)(
		'%s asks whether the service is well before its fourth request',
		async (name) => {
			const { journal } = await longer.outcomeOf({ name, what: 'three 503' });

			expect(received({ journal }).at(3)).toMatchObject({
				method: 'GET',
				path: '/lists',
				query: { page: '1', per: '1' },
			});
			expect(journal).toHaveLength(5);
		},
	);

	test('a delete whose answer is lost comes out as deleted', async () => {
		const { journal, run } = await passing.outcomeOf({
			name: 'contact delete',
			what: 'a connection dropped after acting',
		});

		expect(journal.map(({ status }) => status)).toEqual([null, 404]);
		expect(run.items.map(({ json }) => json)).toEqual([{ deleted: true, email: ada.email }]);
	});

	test('a delete of a contact that never was is an error', async () => {
		const parameters = { ...parametersOf('contact delete', ada), email: 'nobody@example.com' };
		const { journal, run } = await runWith(parameters, []);

		expect(run.error?.message).toMatch(/404/);
		expect(journal).toHaveLength(1);
	});
});

describe('an answer that does not come in time', () => {
	const late = { delayMs: 2000 };
	const requestOptions = { timeout: 500 };

	test('is the end of what must not be done twice, and not of what may be repeated', async () => {
		const tried: OperationName[] = [...once, 'contact get', 'contact upsert'];
		const outcomes = await Promise.all(
			tried.map((name) =>
				runWith({ ...parametersOf(name, ada), requestOptions }, [everywhere(late)]),
			),
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
	const single = scenarios(names, throttled, (fault) => [everywhere(fault)]);
	const between = scenarios(once, throttled, (fault) => [
		everywhere(fault),
		everywhere({ drop: 'after', times: ALWAYS }),
	]);
	const lasting = scenarios(['email sendToList', 'contact get'], throttled, (fault) => [
		everywhere({ ...fault, times: 4 }),
	]);

	test.each(single.cases)('is waited out by $name', async (scenario) => {
		const { journal, run } = await single.outcomeOf(scenario);

		expect(run.error).toBeUndefined();
		expect(journal.map(({ status }) => status)).toEqual([429, 200]);
		const [first, second] = journal.map(({ at }) => at);
		expect(second - first).toBeGreaterThanOrEqual(1000);
	});

	test.each(between.cases)(
		'does not count as a try of $name, which is then sent once',
		async (scenario) => {
			const { journal, run } = await between.outcomeOf(scenario);

			expect(journal.map(({ status }) => status)).toEqual([429, null]);
			expect(journal.filter(({ acted }) => acted)).toHaveLength(1);
			expect(run.error?.message).toMatch(/may or may not have been/);
		},
	);

	test.each(lasting.cases)('is waited out more often than an error by $name', async (scenario) => {
		const { journal, run } = await lasting.outcomeOf(scenario);

		expect(run.error).toBeUndefined();
		expect(journal).toHaveLength(5);
	});
});

describe('a service that is not there', () => {
	const refused = new SideBySide<{ error?: Error }>();
	const late = new SideBySide<Outcome>();

	for (const name of names) {
		refused.plan(name, async () => {
			const baseUrl = `http://127.0.0.1:${await freePort()}/v1`;
			const parameters = parametersOf(name, ada);
			return await runNode({ credential: { baseUrl, apiKey: name }, parameters });
		});
		late.plan(name, async () => {
			const port = await freePort();
			const credential = { baseUrl: `http://127.0.0.1:${port}/v1`, apiKey: 'key' };
			const running = runNode({ credential, parameters: parametersOf(name, ada) });
			// The first retry comes after a quarter of a second at the earliest.
			await new Promise((resolve) => setTimeout(resolve, 100));
			const sandbox = await startSandbox({ limit: 0, port, keys: ['key'] });
			addPeople(sandbox.store);
			const run = await running;
			await sandbox.close();
			return { journal: sandbox.journal, run };
		});
	}

	test.each(names)('%s says that the connection was refused, and nothing sent', async (name) => {
		const message = (await refused.outcomeOf(name)).error?.message;

		expect(message).toMatch(/refused the connection/);
		expect(message).not.toMatch(/may or may not/);
	});

	test.each([...once, ...repeatable])(
		'%s is done once when the service comes up in time',
		async (name) => {
			const { run, journal } = await late.outcomeOf(name);

			expect(run.error).toBeUndefined();
			expect(journal.filter(({ acted }) => acted)).toHaveLength(1);
		},
	);
});

describe('a name that cannot be resolved', () => {
	const lost = new SideBySide<{ error?: Error }>();
	for (const name of once) {
		lost.plan(name, async () => {
			const credential = { baseUrl: 'https://mail.example.com/v1', apiKey: name };
			return await runNode({ credential, parameters: parametersOf(name, ada) });
		});
	}

	test.each(once)('lets %s fail without doubt about its fate', async (name) => {
		const message = (await lost.outcomeOf(name)).error?.message;

		expect(message).toMatch(/mail\.example\.com could not be found/);
		expect(message).not.toMatch(/may or may not/);
	});
});

describe('"Retry On Fail"', () => {
	const service = useSandbox();
	const continued = { ...retry, onError: 'continueRegularOutput' as const };

	beforeEach(() => {
		for (const address of 'abcdef') {
			service.sandbox.store.addContact({
				email: `${address}@example.com`,
				subscribedToLists: ['newsletter'],
			});
		}
	});

	const sends = once.filter((name) => name.startsWith('email '));

	/** @param ids a letter for each item, which is its subject */
	const send = async (name: OperationName, ids: string, node: Partial<INode>) =>
		await runNode({
			credential: service.credential,
			parameters: parametersOf(name),
			items: [...ids].map((id) => ({ ...ada, email: `${id}@example.com`, text: id })),
			after: '={{ $("Input").item.json.text }}',
			node,
		});

	const subjects = () =>
		service.received.map(({ body }) => (body as { subject: string }).subject).join('');

	/** Without their order: what is under way when an item fails may be sent before that item is sent again. */
	const sortedSubjects = () => [...subjects()].sort().join('');

	const spoil = (fault: Fault, skip?: number) =>
		service.sandbox.faults.add({ endpoint: '*', skip, ...fault });

	describe.each(sends)('of %s', (name) => {
		test('with "Stop" sends again what was rejected and not what was accepted', async () => {
			spoil({ status: 400, times: 1 }, 1);
			const { error, tries, items, raw, after } = await send(name, 'abc', retry);

			expect(error).toBeUndefined();
			expect(tries).toHaveLength(2);
			expect(sortedSubjects()).toBe('abbc');
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
			const { tries, items, after } = await send(name, 'ab', continued);

			expect(tries).toHaveLength(2);
			expect(sortedSubjects()).toBe('aab');
			expect(items.map(({ json }) => json.success)).toEqual([true, true]);
			expect(after).toEqual(['a', 'b']);
		});

		test('with "Stop" keeps the error of what may have been sent, and sends nothing again', async () => {
			spoil({ drop: 'after', times: 1 }, 1);
			const { error, tries } = await send(name, 'abcdef', retry);

			expect(tries).toHaveLength(3);
			expect(subjects()).toMatch(/^abc?d?$/);
			expect(error?.message).toMatch(/may or may not have been sent.*\(item 2 of 6\)/);
			expect(error?.message).toMatch(
				/\(items 1(, 3|, 3-4)? accepted; 2 in doubt; .*6 not (sent|stored)\)$/,
			);
		});

		test('with "Continue" keeps the error of what may have been sent beside the others', async () => {
			spoil({ drop: 'after', times: 1 });
			spoil({ status: 400, times: 1 }, 1);
			const { tries, items, after } = await send(name, 'abc', continued);

			expect(tries).toHaveLength(3);
			expect(sortedSubjects()).toBe('abcc');
			expect(items[0].json.error).toMatch(/may or may not have been sent/);
			expect(items.slice(1).map(({ json }) => json.success)).toEqual([true, true]);
			expect(after).toEqual(['a', 'b', 'c']);
		});
	});

	test('asks for the same again where an expression gives something else at each try', async () => {
		spoil({ status: 400 });
		const { items, tries } = await runNode({
			credential: service.credential,
			parameters: {
				...parametersOf('email sendTransactional', ada),
				to: '={{ $json.id }}-{{ Date.now() }}@example.com',
			},
			items: [{ id: 'a' }, { id: 'b' }],
			node: continued,
		});
		const sentTo = service.received.map(({ body }) => (body as { to: string }).to);

		expect(tries).toHaveLength(2);
		expect(sentTo[2]).toBe(sentTo[0]);
		expect(items.map(({ json }) => json.to)).toEqual(sentTo.slice(0, 2));
	});

	test('tries what was rejected as often as it is told to', async () => {
		spoil({ status: 400, times: ALWAYS });
		const { error, tries } = await send('email sendTransactional', 'ab', retry);

		expect(tries).toHaveLength(3);
		expect(subjects()).toBe('aaa');
		expect(error?.message).toMatch(/400/);
	});

	test('sends nothing for an item whose parameters stay unusable', async () => {
		const { error, tries } = await runNode({
			credential: service.credential,
			parameters: { ...parametersOf('email sendTransactional', ada), to: '={{ $json.to }}' },
			items: [{ to: ada.email }, { to: 'nobody' }],
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
			parameters: parametersOf('contact create', ada),
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

	test('tells of what was rejected as such, also beside what is in doubt', async () => {
		// In the first try the call and its first half are rejected, and the second half is in doubt; then all are rejected.
		const rejected = [{ status: 400, times: 2 }, { status: 500, times: 4 }, { status: 400 }];
		const endpoint = 'POST /contacts/create_many';
		for (const fault of rejected) service.sandbox.faults.add({ endpoint, times: ALWAYS, ...fault });
		const { items, tries } = await runNode({
			credential: service.credential,
			parameters: { ...parametersOf('contact upsert', ada), email: '={{ $json.id }}@example.com' },
			items: [{ id: 'new1' }, { id: 'new2' }],
			node: { ...continued, maxTries: 2 },
		});

		expect(tries).toHaveLength(2);
		expect(items.map(({ json }) => json.error)).toEqual([
			expect.not.stringMatching(/may or may not/),
			expect.stringMatching(/may or may not/),
		]);
	});

	test('deletes each contact once', async () => {
		const { items } = await runNode({
			credential: service.credential,
			parameters: { ...parametersOf('contact delete', ada), email: '={{ $json.id }}@example.com' },
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
		await send('email sendTransactional', 'a', retry);
		await send('email sendTransactional', 'a', retry);

		expect(subjects()).toBe('aa');
	});
});
