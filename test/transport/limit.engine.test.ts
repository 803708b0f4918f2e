import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import type { INode } from 'n8n-workflow';
import { MailroomApi } from '../../credentials/MailroomApi.credentials';
import { Mailroom } from '../../nodes/Mailroom/Mailroom.node';
import { startSandbox } from '../../sandbox';
import { mostInASecond } from '../../sandbox/traffic/mostInASecond';
import { loadOptions } from '../support/engine/loadMethods';
import { retry, runNode, runOn } from '../support/engine/runNode';
import { parametersOf } from '../support/operations';
import type { Sandbox } from '../../sandbox/startSandbox';

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

const get = parametersOf('contact get');
const send = { ...parametersOf('email sendTransactional'), subject: 'Hello' };

const contacts = (count: number) =>
	Array.from({ length: count }, (_, index) => ({ email: `contact${index + 1}@example.com` }));

/**
 * When requests started, by the base address they went to: when the credential was done with one, after which n8n hands it to the
 * HTTP client. How long one then takes to arrive is the machine's matter, and busy machines hold up one now and then.
 */
const starts = new Map<string, number[]>();

const putKeyIn = new MailroomApi().authenticate;

/** @param probeLateMs for so long a busy n8n reads the credential of a request for lists */
const recorder = (probeLateMs = 0) =>
	class MailroomApiWithRecorder extends MailroomApi {
		authenticate: typeof putKeyIn = async (credentials, options) => {
			if (typeof putKeyIn !== 'function') throw new Error('The credential has no function');
			const { origin } = new URL(String(credentials.baseUrl));
			if (options.url === '/lists') await wait(probeLateMs);
			const ready = await putKeyIn(credentials, options);
			starts.set(origin, [...(starts.get(origin) ?? []), performance.now()]);
			return ready;
		};
	};

const classes = { node: Mailroom, credential: recorder() };

/** Lets something send requests to a service without a limit: it is the node that is to keep to it. */
const measure = async <T>(
	act: (sandbox: Sandbox) => Promise<T>,
	options?: Parameters<typeof startSandbox>[0],
) => {
	const sandbox = await openSandbox({ limit: 0, ...options });
	return { sandbox, result: await act(sandbox) };
};

describe('at most 10 requests start in any second', () => {
	const expectWithinLimit = (sandbox: Sandbox) => {
		expect(starts.get(sandbox.origin)).toHaveLength(sandbox.journal.length);
		expect(mostInASecond(starts.get(sandbox.origin) ?? [])).toBeLessThanOrEqual(LIMIT);
	};

	test('of two workflows and drop-downs together that use the same service and key', async () => {
		const { sandbox, result } = await measure(async (own) => {
			const credential = credentialOf(own);
			// The same key and address, written differently.
			const other = { baseUrl: `${own.url}/`, apiKey: `Bearer "${own.apiKey}"` };
			return await Promise.all([
				runNode({ classes, credential, parameters: get, items: contacts(30) }),
				runNode({ classes, credential: other, parameters: send, items: contacts(30) }),
				...Array.from({ length: 10 }, () => loadOptions('getLists', { classes, credential })),
			]);
		});
		const [reads, sends, ...dropDowns] = result;

		expectWithinLimit(sandbox);
		const emails = contacts(30).map(({ email }) => email);
		expect(reads.items.map(({ json }) => json.email)).toEqual(emails);
		expect(sends.items.map(({ json }) => json.to)).toEqual(emails);
		expect(dropDowns.map(({ length }) => length)).toEqual(Array(10).fill(3));
		// Side by side: neither waits for the other to end.
		const paths = sandbox.journal.slice(0, 30).map(({ path }) => path);
		expect(new Set(paths).size).toBe(3);
	});

	test('of reads and the probes of an outage, with which a busy n8n is late', async () => {
		const { sandbox } = await measure(async (own) => {
			own.faults.add({ endpoint: '*', status: 503, forMs: 7_000 });
			const busy = { ...classes, credential: recorder(300) };
			const run = { classes: busy, credential: credentialOf(own) };
			const node = { onError: 'continueRegularOutput' as const };
			await Promise.all([
				runNode({ ...run, parameters: send, items: contacts(5), node }),
				runNode({ ...run, parameters: get, items: contacts(50), node }),
			]);
		});

		expectWithinLimit(sandbox);
		expect(sandbox.journal.filter(({ path }) => path === '/lists').length).toBeGreaterThan(1);
	});
});

describe('a service that takes its time', () => {
	const sends = async (count: number, answerDelayMs: number, node: Partial<INode> = {}) =>
		await measure(
			async (sandbox) =>
				await runOn({ credential: credentialOf(sandbox) })(send, contacts(count), {
					classes,
					node,
				}),
			{ answerDelayMs },
		);

	/** Requests that start in a second, once the node knows how long an answer takes. */
	const pace = ({ origin }: Sandbox) => {
		const [first, ...others] = (starts.get(origin) ?? []).slice(LIMIT);
		return (others.length * 1000) / (others[others.length - 1] - first);
	};

	const modes = ['stopWorkflow', 'continueRegularOutput'] as const;

	test.each(modes)('is asked at the same pace as one that answers at once: %s', async (onError) => {
		const slow = await sends(60, 300, { onError });
		const fast = await sends(60, 0, { onError });

		expect(slow.sandbox.store.mails).toHaveLength(60);
		expect(fast.sandbox.store.mails).toHaveLength(60);
		expect(pace(slow.sandbox) / pace(fast.sandbox)).toBeGreaterThan(0.9);
	});

	test('never has more than 20 requests of a run under way', async () => {
		const { sandbox, result } = await sends(45, 3000);
		// Without the probes of a breaker that takes slowness for silence.
		const emails = sandbox.journal.filter(({ method }) => method === 'POST');
		const arrivals = emails.map(({ at }) => at);
		const underWay = arrivals.map(
			(now) => arrivals.filter((at) => at <= now && now < at + 3000).length,
		);

		expect(Math.max(...underWay)).toBe(20);
		expect(result.items).toHaveLength(45);
	});
});

describe('canceling an execution', () => {
	/** Calls back a little after the service has received the first request. */
	const soonAfterFirst = async ({ journal }: Sandbox, cancel: () => void) => {
		while (journal.length === 0) await wait(5);
		await wait(100);
		cancel();
	};

	type Prepare = (sandbox: Sandbox) => void;
	const isDown: Prepare = ({ faults }) => faults.add({ endpoint: '*', status: 503, times: 99 });
	const isSlow: Prepare = ({ settings }) => Object.assign(settings, { answerDelayMs: 20_000 });
	const cases = [
		{ what: 'a queue of emails with "Retry On Fail"', parameters: send, node: retry },
		{ what: 'the next try after an error', prepare: isDown, parameters: get },
		{ what: 'a slow answer to an email', prepare: isSlow, parameters: send },
	];

	const modes = ['stopWorkflow', 'continueRegularOutput'] as const;
	const all = cases.flatMap((each) => modes.map((onError) => ({ ...each, onError })));

	test.each(all)(
		'ends the wait for $what at once, and nothing more is sent: $onError',
		async ({ prepare, parameters, node, onError }) => {
			const sandbox = await openSandbox({ limit: 0 });
			prepare?.(sandbox);
			const stop = new AbortController();
			const running = runOn({ credential: credentialOf(sandbox) })(parameters, contacts(40), {
				node: { onError, ...node },
				signal: stop.signal,
			});
			await soonAfterFirst(sandbox, () => stop.abort());
			const start = performance.now();
			const { result } = await running;
			const duration = performance.now() - start;
			// Requests that left before may still be in flight.
			await wait(400);
			const sent = sandbox.journal.length;
			await wait(1200);

			expect(result.status).toBe('canceled');
			expect(duration).toBeLessThan(1000);
			expect(sent).toBeLessThan(10);
			expect(sandbox.journal).toHaveLength(sent);
		},
	);
});
