const { performance } = require('node:perf_hooks');
const { setTimeout: wait } = require('node:timers/promises');
const { MailroomApi } = require('../../credentials/MailroomApi.credentials');
const { Mailroom } = require('../../nodes/Mailroom/Mailroom.node');
const { startSandbox } = require('../../sandbox');
const { loadOptions } = require('./loadMethods');
const { runNode } = require('./runNode');

/** @typedef {import('../../sandbox/startSandbox').Sandbox} Sandbox */
/** @typedef {Awaited<ReturnType<typeof runNode>>} Run */

const LIMIT = 10;

/** @type {Sandbox[]} */
const open = [];
afterAll(async () => await Promise.all(open.map((sandbox) => sandbox.close())));

/** The service with its limit, and with some contacts. @param {Parameters<typeof startSandbox>[0]} [options] */
const openSandbox = async (options) => {
	const sandbox = await startSandbox({ limit: LIMIT, ...options });
	open.push(sandbox);
	sandbox.store.addContacts(50, { subscribedToLists: ['newsletter'] });
	return sandbox;
};

/** @param {Sandbox} sandbox */
const credentialOf = ({ url, apiKey }) => ({ baseUrl: url, apiKey });

const get = { resource: 'contact', operation: 'get', email: '={{ $json.email }}' };
const send = {
	resource: 'email',
	operation: 'sendTransactional',
	to: '={{ $json.email }}',
	subject: 'Hello',
	body: 'Hello',
};

/** @param {number} count */
const contacts = (count) =>
	Array.from({ length: count }, (_, index) => ({ email: `contact${index + 1}@example.com` }));

/**
 * When requests started, by the base address they went to: when the key was put in, after which n8n hands a request to the HTTP
 * client. How long one then takes to arrive is the machine's matter, and busy machines hold up one now and then.
 *
 * @type {Map<string, number[]>}
 */
const starts = new Map();

const putKeyIn = new MailroomApi().authenticate;

class MailroomApiWithRecorder extends MailroomApi {
	/** @type {typeof putKeyIn} */
	authenticate = async (credentials, options) => {
		if (typeof putKeyIn !== 'function') throw new Error('The credential has no function');
		const { origin } = new URL(String(credentials.baseUrl));
		starts.set(origin, [...(starts.get(origin) ?? []), performance.now()]);
		return await putKeyIn(credentials, options);
	};
}

const classes = { node: Mailroom, credential: MailroomApiWithRecorder };

/** The shortest time in which eleven requests started, in ms. @param {Sandbox} sandbox */
const shortestEleven = ({ origin }) => {
	const times = starts.get(origin) ?? [];
	return Math.min(...times.slice(LIMIT).map((at, index) => at - times[index]));
};

/** @param {Sandbox} sandbox */
const refusals = ({ journal }) => journal.filter(({ status }) => status === 429).length;

/**
 * Lets something send requests to a service without a limit: it is the node that is to keep to it.
 *
 * @template T
 * @param {(sandbox: Sandbox) => Promise<T>} act
 * @param {Parameters<typeof startSandbox>[0]} [options]
 */
const measure = async (act, options) => {
	const sandbox = await openSandbox({ limit: 0, ...options });
	return { sandbox, result: await act(sandbox) };
};

/**
 * Runs that take seconds, each kind started at once: more of them together would keep the process so busy that requests are
 * held up on their way.
 *
 * @type {Record<'pace' | 'sharing' | 'waiting', Array<() => Promise<unknown>>>}
 */
const slowRuns = { pace: [], sharing: [], waiting: [] };
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
	/** @param {Sandbox} [sandbox] */
	const expectWithinLimit = (sandbox) => {
		if (!sandbox) throw new Error('This was not run');
		expect(starts.get(sandbox.origin)).toHaveLength(sandbox.journal.length);
		expect(shortestEleven(sandbox)).toBeGreaterThanOrEqual(1000);
	};

	const stop = /** @type {const} */ ('stopWorkflow');
	const goOn = /** @type {const} */ ('continueRegularOutput');
	const cases = [
		{ what: '50 reads with "Stop"', parameters: get, onError: stop },
		{ what: '50 reads with "Continue"', parameters: get, onError: goOn },
		{ what: '50 emails with "Continue"', parameters: send, onError: goOn },
	];
	/** @type {Map<string, { sandbox: Sandbox, result: Run }>} */
	const outcomes = new Map();
	for (const { what, parameters, onError } of cases) {
		slowRuns.pace.push(async () => {
			/** @param {Sandbox} sandbox */
			const act = async (sandbox) =>
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

	/** @param {Sandbox} sandbox */
	const twoWorkflows = async (sandbox) => {
		const credential = credentialOf(sandbox);
		const other = { ...credential, baseUrl: `${sandbox.url}/` };
		return await Promise.all([
			runNode({ classes, credential, parameters: get, items: contacts(20) }),
			runNode({ classes, credential: other, parameters: send, items: contacts(20) }),
		]);
	};
	/** @type {{ sandbox: Sandbox, result: Run[] }} */
	let shared;
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

	/** @param {Sandbox} sandbox */
	const workflowAndDropDowns = async (sandbox) => {
		const credential = credentialOf(sandbox);
		const [run, ...lists] = await Promise.all([
			runNode({ classes, credential, parameters: get, items: contacts(15) }),
			...Array.from({ length: 10 }, () => loadOptions('getLists', { classes, credential })),
		]);
		return [run.items, ...lists].map(({ length }) => length);
	};
	/** @type {{ sandbox: Sandbox, result: number[] }} */
	let withDropDowns;
	slowRuns.sharing.push(async () => {
		withDropDowns = await measure(workflowAndDropDowns);
	});

	test('of a workflow and drop-downs of lists together', () => {
		expectWithinLimit(withDropDowns.sandbox);
		expect(withDropDowns.result).toEqual([15, ...Array(10).fill(3)]);
	});

	/** @param {Sandbox} sandbox */
	const manyPages = async (sandbox) =>
		await runNode({
			classes,
			credential: credentialOf(sandbox),
			parameters: { resource: 'contact', operation: 'getAll', returnAll: true },
		});
	/** @type {{ sandbox: Sandbox }} */
	let paged;
	slowRuns.sharing.push(async () => {
		paged = await measure(manyPages, { maxPer: 2 });
	});

	test('of the pages of one item', () => {
		expectWithinLimit(paged.sandbox);
		expect(paged.sandbox.journal).toHaveLength(25);
	});
});

describe('a 429', () => {
	/** @type {Sandbox} */
	let sandbox;
	/** @type {Run} */
	let run;
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

	/** @type {Sandbox} */
	let crowded;
	/** @type {Run} */
	let late;
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
	/** Calls back a little after the service has received the first request. @param {Sandbox} sandbox @param {() => void} cancel */
	const soonAfterFirst = async ({ journal }, cancel) => {
		while (journal.length === 0) await wait(5);
		await wait(100);
		cancel();
	};

	/**
	 * @typedef {object} Case
	 * @property {string} what
	 * @property {(sandbox: Sandbox) => void} prepare
	 * @property {import('n8n-workflow').INodeParameters} parameters
	 * @property {Partial<import('n8n-workflow').INode>} [node]
	 */
	/** @type {Case[]} */
	const cases = [
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

	/** @type {Map<string, { run: Run, duration: number, sent: number, sentLater: number }>} */
	const outcomes = new Map();
	const modes = /** @type {const} */ (['stopWorkflow', 'continueRegularOutput']);
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

	/** @type {Sandbox} */
	let sandbox;
	/** @type {Run} */
	let next;
	/** @type {number} */
	let nextTook;
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
