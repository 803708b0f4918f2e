import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import type { INode, INodeParameters } from 'n8n-workflow';
import { MailroomApi } from '../../credentials/MailroomApi.credentials';
import { Mailroom } from '../../nodes/Mailroom/Mailroom.node';
import { startSandbox } from '../../sandbox';
import { loadOptions } from './loadMethods';
import { runNode } from '../support/engine/runNode';
import type { Sandbox } from '../../sandbox/startSandbox';

type Run = Awaited<ReturnType<typeof runNode>>;

const LIMIT = 10;

const open: Sandbox[] = [];
afterAll(async () => await Promise.all(open.map((sandbox) => sandbox.close())));

/** The service with its limit, and with some contacts. */
const openSandbox = async (options?: Parameters<typeof startSandbox>[0]) => {
	const sandbox = await startSandbox({ limit: LIMIT, ...options });
	open.push(sandbox);
	sandbox.store.addContacts(50, { subscribedToLists: ['newsletter'] });
	return sandbox;
};

const credentialOf = ({ url, apiKey }: Sandbox) => ({ baseUrl: url, apiKey });

const get = { resource: 'contact', operation: 'get', email: '={{ $json.email }}' };
const send = {
	resource: 'email',
	operation: 'sendTransactional',
	to: '={{ $json.email }}',
	subject: 'Hello',
	body: 'Hello',
};

const contacts = (count: number) =>
	Array.from({ length: count }, (_, index) => ({ email: `contact${index + 1}@example.com` }));

/**
 * When requests started, by the base address they went to: when the key was put in, after which n8n hands a request to the HTTP
 * client. How long one then takes to arrive is the machine's matter, and busy machines hold up one now and then.
 */
const starts = new Map<string, number[]>();

const putKeyIn = new MailroomApi().authenticate;

class MailroomApiWithRecorder extends MailroomApi {
	authenticate: typeof putKeyIn = async (credentials, options) => {
		if (typeof putKeyIn !== 'function') throw new Error('The credential has no function');
		const { origin } = new URL(String(credentials.baseUrl));
		starts.set(origin, [...(starts.get(origin) ?? []), performance.now()]);
		return await putKeyIn(credentials, options);
	};
}

const classes = { node: Mailroom, credential: MailroomApiWithRecorder };

/** The shortest time in which eleven requests started, in ms. */
const shortestEleven = ({ origin }: Sandbox) => {
	const times = starts.get(origin) ?? [];
	return Math.min(...times.slice(LIMIT).map((at, index) => at - times[index]));
};

const refusals = ({ journal }: Sandbox) => journal.filter(({ status }) => status === 429).length;

/** Lets something send requests to a service without a limit: it is the node that is to keep to it. */
const measure = async <T>(
	act: (sandbox: Sandbox) => Promise<T>,
	options?: Parameters<typeof startSandbox>[0],
) => {
	const sandbox = await openSandbox({ limit: 0, ...options });
	return { sandbox, result: await act(sandbox) };
};

/**
 * Runs that take seconds, each kind started at once: more of them together would keep the process so busy that requests are
 * held up on their way.
 */
const slowRuns: Record<'pace' | 'sharing' | 'waiting', Array<() => Promise<unknown>>> = {
	pace: [],
	sharing: [],
	waiting: [],
};
beforeAll(async () => {
	// The first request of a process waits for n8n to load what it needs for it.
	const sandbox = await openSandbox();
	for (const parameters of [get, send]) {
		await runNode({ credential: credentialOf(sandbox), parameters, items: contacts(1) });
	}
	for (const runs of [slowRuns.pace, slowRuns.sharing, slowRuns.waiting]) {
		await Promise.all(runs.map((start) => start()));
	}
}, 120_000);

describe('at most 10 requests start in any second', () => {
	const expectWithinLimit = (sandbox?: Sandbox) => {
		if (!sandbox) throw new Error('This was not run');
		expect(starts.get(sandbox.origin)).toHaveLength(sandbox.journal.length);
		expect(shortestEleven(sandbox)).toBeGreaterThanOrEqual(1000);
	};

	const stop = 'stopWorkflow' as const;
	const goOn = 'continueRegularOutput' as const;
	const cases = [
		{ what: '50 reads with "Stop"', parameters: get, onError: stop },
		{ what: '50 reads with "Continue"', parameters: get, onError: goOn },
		{ what: '50 emails with "Continue"', parameters: send, onError: goOn },
	];
	const outcomes = new Map<string, { sandbox: Sandbox; result: Run }>();
	for (const { what, parameters, onError } of cases) {
		slowRuns.pace.push(async () => {
			const act = async (sandbox: Sandbox) =>
				await runNode({
					classes,
					credential: credentialOf(sandbox),
					parameters,
					items: contacts(50),
					node: { onError },
				});
			outcomes.set(what, await measure(act));
		});
	}

	test.each(cases)('of $what', ({ what }) => {
		const outcome = outcomes.get(what);

		expectWithinLimit(outcome?.sandbox);
		expect(outcome?.sandbox.journal).toHaveLength(50);
		expect(outcome?.result.items.map(({ json }) => json.email ?? json.to)).toEqual(
			contacts(50).map(({ email }) => email),
		);
	});

	const twoWorkflows = async (sandbox: Sandbox) => {
		const credential = credentialOf(sandbox);
		const other = { ...credential, baseUrl: `${sandbox.url}/` };
		return await Promise.all([
			runNode({ classes, credential, parameters: get, items: contacts(20) }),
			runNode({ classes, credential: other, parameters: send, items: contacts(20) }),
		]);
	};
	let shared: { sandbox: Sandbox; result: Run[] };
	slowRuns.sharing.push(async () => {
		shared = await measure(twoWorkflows);
	});

	test('of two workflows together that use the same service and key', () => {
		expectWithinLimit(shared.sandbox);
		expect(shared.result.map(({ items }) => items.length)).toEqual([20, 20]);
		// Side by side: neither waits for the other to end.
		const paths = shared.sandbox.journal.slice(0, 20).map(({ path }) => path);
		expect(new Set(paths).size).toBe(2);
	});

	const workflowAndDropDowns = async (sandbox: Sandbox) => {
		const credential = credentialOf(sandbox);
		const [run, ...lists] = await Promise.all([
			runNode({ classes, credential, parameters: get, items: contacts(15) }),
			...Array.from({ length: 10 }, () => loadOptions('getLists', { classes, credential })),
		]);
		return [run.items, ...lists].map(({ length }) => length);
	};
	let withDropDowns: { sandbox: Sandbox; result: number[] };
	slowRuns.sharing.push(async () => {
		withDropDowns = await measure(workflowAndDropDowns);
	});

	test('of a workflow and drop-downs of lists together', () => {
		expectWithinLimit(withDropDowns.sandbox);
		expect(withDropDowns.result).toEqual([15, ...Array(10).fill(3)]);
	});

	const manyPages = async (sandbox: Sandbox) =>
		await runNode({
			classes,
			credential: credentialOf(sandbox),
			parameters: { resource: 'contact', operation: 'getAll', returnAll: true },
		});
	let paged: { sandbox: Sandbox };
	slowRuns.sharing.push(async () => {
		paged = await measure(manyPages, { maxPer: 2 });
	});

	test('of the pages of one item', () => {
		expectWithinLimit(paged.sandbox);
		expect(paged.sandbox.journal).toHaveLength(25);
	});
});

describe('a 429', () => {
	let sandbox: Sandbox;
	let run: Run;
	slowRuns.waiting.push(async () => {
		sandbox = await openSandbox();
		sandbox.faults.add({ endpoint: '*', skip: 2, status: 429 });
		const items = contacts(6);
		run = await runNode({ credential: credentialOf(sandbox), parameters: get, items });
	});

	test('holds back the whole queue for about a second, and no item fails', () => {
		const starts = sandbox.journal.map(({ at }) => at);
		const gaps = starts.slice(1).map((at, index) => at - starts[index]);

		expect(run.items).toHaveLength(6);
		expect(starts).toHaveLength(7);
		expect(Math.max(...gaps)).toBeGreaterThan(900);
		expect(Math.max(...gaps)).toBeLessThan(4000);
	});

	let crowded: Sandbox;
	let late: Run;
	slowRuns.waiting.push(async () => {
		crowded = await openSandbox();
		crowded.keys.push('key-of-another-worker');
		const headers = { Authorization: 'Bearer key-of-another-worker' };
		const others = Array.from({ length: 10 }, () => fetch(`${crowded.url}/lists`, { headers }));
		await Promise.all(others);
		late = await runNode({
			credential: credentialOf(crowded),
			parameters: send,
			items: contacts(5),
		});
	});

	test('that others on the same project have caused costs no email and sends none twice', () => {
		expect(late.error).toBeUndefined();
		expect(refusals(crowded)).toBeGreaterThan(0);
		expect(crowded.store.mails.map(({ to }) => to)).toEqual(contacts(5).map(({ email }) => email));
	});
});

describe('cancelling an execution', () => {
	/** Calls back a little after the service has received the first request. */
	const soonAfterFirst = async ({ journal }: Sandbox, cancel: () => void) => {
		while (journal.length === 0) await wait(5);
		await wait(100);
		cancel();
	};

	interface Case {
		what: string;
		prepare: (sandbox: Sandbox) => void;
		parameters: INodeParameters;
		node?: Partial<INode>;
	}

	const cases: Case[] = [
		{ what: 'a queue of emails', prepare: () => {}, parameters: send },
		{ what: 'a queue of reads', prepare: () => {}, parameters: get },
		{
			what: 'a queue of emails with "Retry On Fail"',
			prepare: () => {},
			parameters: send,
			node: { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 },
		},
		{
			what: 'the next try after an error',
			prepare: ({ faults }) => faults.add({ endpoint: '*', status: 503, times: 99 }),
			parameters: get,
		},
		{
			what: 'the end of a pause after a 429',
			prepare: ({ faults }) => faults.add({ endpoint: '*', status: 429, times: 99 }),
			parameters: send,
		},
		{
			what: 'a slow answer to an email',
			prepare: ({ settings }) => Object.assign(settings, { answerDelayMs: 20_000 }),
			parameters: send,
		},
		{
			what: 'slow answers to reads',
			prepare: ({ settings }) => Object.assign(settings, { answerDelayMs: 20_000 }),
			parameters: get,
		},
	];

	const outcomes = new Map<
		string,
		{ run: Run; duration: number; sent: number; sentLater: number }
	>();
	const modes = ['stopWorkflow', 'continueRegularOutput'] as const;
	const all = cases.flatMap((each) => modes.map((onError) => ({ ...each, onError })));
	for (const { what, prepare, parameters, node, onError } of all) {
		slowRuns.waiting.push(async () => {
			const sandbox = await openSandbox({ limit: 0 });
			prepare(sandbox);
			const stop = new AbortController();
			const running = runNode({
				credential: credentialOf(sandbox),
				parameters,
				items: contacts(40),
				node: { onError, ...node },
				signal: stop.signal,
			});
			await soonAfterFirst(sandbox, () => stop.abort());
			const start = performance.now();
			const run = await running;
			const duration = performance.now() - start;
			// What had left before may still be on its way.
			await wait(400);
			const sent = sandbox.journal.length;
			await wait(1200);
			outcomes.set(`${what} ${onError}`, {
				run,
				duration,
				sent,
				sentLater: sandbox.journal.length,
			});
		});
	}

	test.each(all)('ends the wait for $what at once, and nothing more is sent: $onError', (each) => {
		const outcome = outcomes.get(`${each.what} ${each.onError}`);

		expect(outcome?.run.result.status).toBe('canceled');
		expect(outcome?.duration).toBeLessThan(1000);
		expect(outcome?.sent).toBeLessThan(10);
		expect(outcome?.sentLater).toBe(outcome?.sent);
	});

	let sandbox: Sandbox;
	let next: Run;
	let nextTook: number;
	slowRuns.waiting.push(async () => {
		sandbox = await openSandbox({ limit: 0 });
		const credential = credentialOf(sandbox);
		const stop = new AbortController();
		const items = contacts(40);
		const running = runNode({ credential, parameters: send, items, signal: stop.signal });
		await soonAfterFirst(sandbox, () => stop.abort());
		await running;
		const start = performance.now();
		next = await runNode({ credential, parameters: get, items: contacts(1) });
		nextTook = performance.now() - start;
	});

	test('does not hold up the next one', () => {
		expect(next.items).toHaveLength(1);
		expect(nextTook).toBeLessThan(1000);
		expect(sandbox.store.mails.length).toBeLessThan(40);
	});
});
