import type { IDataObject, INodeParameters, OnError } from 'n8n-workflow';
import { runOn, type NodeRun } from '../support/engine/runNode';
import { parametersOf, strangers } from '../support/operations';
import { received, useSandbox } from '../support/useSandbox';
import type { Sandbox } from '../../sandbox/startSandbox';
import type { Fault } from '../../sandbox/traffic/Faults';

/** When the service is asked and tried: `outage.unit`. This file tests the items. */

/** Outcome of a run, in the service and in the node's output. */
interface Outcome {
	run: NodeRun;
	journal: Sandbox['journal'];
	/** How often each address got the email. */
	mailsTo: Map<string, number>;
	contactCount: number;
}

/** Lasts longer than a run waits. */
const FOR_EVER_MS = 600_000;

const goOn: OnError = 'continueRegularOutput';
const stop: OnError = 'stopWorkflow';

const sends = parametersOf('email sendTransactional');
const upserts = parametersOf('contact upsert');

interface Scenario {
	fault: Omit<Fault, 'endpoint'> & { endpoint?: string };
	parameters: INodeParameters;
	count: number;
	onError: OnError;
}

/** Runs the node on a failing service, and returns both outcomes. */
const run = async ({ fault, parameters, count, onError }: Scenario): Promise<Outcome> => {
	const { sandbox } = service;
	const { store, journal } = sandbox;
	sandbox.faults.add({ endpoint: '*', ...fault });
	const ran = await runOn(service)(parameters, strangers(count), { node: { onError } });
	const mailsTo = new Map<string, number>();
	for (const to of service.inbox) mailsTo.set(to, (mailsTo.get(to) ?? 0) + 1);
	return { run: ran, journal, mailsTo, contactCount: store.contacts.size };
};

const isInDoubt = ({ error }: IDataObject) => /may or may not/.test(String(error));
const isSent = ({ success }: IDataObject) => success === true;

/** Compares the service's emails with the node's status of each email. */
const expectTold = ({ run: { items }, mailsTo }: Outcome, count: number) => {
	expect(items).toHaveLength(count);
	for (const [index, { json }] of items.entries()) {
		const times = mailsTo.get(`person${index + 1}@example.com`) ?? 0;
		if (isSent(json)) expect(times).toBe(1);
		else if (isInDoubt(json)) expect(times).toBeLessThanOrEqual(1);
		else expect(times).toBe(0);
	}
};

const service = useSandbox();

/** In the middle of a run, when n8n has evaluated all expressions and reads responses in time. */
const skip = 25;
/** Silence is only noticed after eight emails without an answer, and those that were in flight before. */
const MOST_IN_DOUBT = { failures: 5, silence: 10 };

describe('in the middle of 40 emails with "Continue", some seconds', () => {
	const SECONDS = { skip, forMs: 4000 };
	const faults: Record<string, Fault | Omit<Fault, 'endpoint'>> = {
		'of 503': { status: 503, ...SECONDS },
		'of 503 after acting': { status: 503, afterActing: true, ...SECONDS },
		'of broken connections': { drop: 'before', ...SECONDS },
		'of broken connections after acting': { drop: 'after', ...SECONDS },
		'of silence': { silent: true, ...SECONDS },
		'of silence after acting': { silent: true, afterActing: true, ...SECONDS },
		'without anybody who listens': { restartMs: 4000, skip },
	};

	test.each(Object.entries(faults))(
		'%s leave few emails in doubt, and the others are sent once, after a harmless request',
		async (_what, fault) => {
			// Elsewhere an answer that this process reads late would be one more in doubt.
			const requestOptions = { timeout: 'silent' in fault ? 1000 : 10_000 };
			const parameters = { ...sends, requestOptions };
			const outcome = await run({ fault, parameters, count: 40, onError: goOn });
			const { items } = outcome.run;
			const inDoubt = items.filter(({ json }) => isInDoubt(json)).length;

			expectTold(outcome, 40);
			expect(inDoubt).toBeGreaterThan(0);
			const most = MOST_IN_DOUBT['silent' in fault ? 'silence' : 'failures'];
			expect(inDoubt).toBeLessThanOrEqual(most);
			expect(items.filter(({ json }) => isSent(json))).toHaveLength(40 - inDoubt);
			const probes = received(outcome).filter(({ method }) => method === 'GET');
			expect(probes.length).toBeGreaterThan(0);
			for (const probe of probes) {
				expect(probe).toMatchObject({ path: '/lists', query: { page: '1', per: '1' } });
			}
		},
	);
});

const fault = { status: 503, skip: 3, forMs: 4000 };

test.each([stop, goOn])(
	'some seconds of 503 are waited through by an import of 1,500 contacts: %s',
	async (onError) => {
		const scenario = { fault, parameters: upserts, count: 1500, onError };
		const { run: ran, contactCount } = await run(scenario);

		expect(ran.error).toBeUndefined();
		expect(ran.items.filter(({ json }) => json.success === true)).toHaveLength(1500);
		expect(contactCount).toBe(1500);
	},
);

test('an outage is one for all runs of the same service and key', async () => {
	const fault = { status: 503, skip: 10, forMs: 3000 };
	const others = strangers(20).map((person) => ({ ...person, email: `other-${person.email}` }));
	const [{ run: first }, second] = await Promise.all([
		run({ fault, parameters: sends, count: 20, onError: goOn }),
		runOn(service)(sends, others, { node: { onError: goOn } }),
	]);
	const items = [...first.json, ...second.json];

	expect(items.filter(isInDoubt).length).toBeLessThanOrEqual(5);
	expect(items.filter(isSent).length).toBe(40 - items.filter(isInDoubt).length);
});

describe('"Retry-After"', () => {
	const statuses = [429, 503];
	const waitFor = async (status: number, retryAfter: string) =>
		await run({
			...{ parameters: sends, count: 8, onError: goOn },
			fault: { status, skip: 3, retryAfter },
		});

	test.each(statuses)('of a %i is waited for by the whole queue', async (status) => {
		const outcome = await waitFor(status, '3');
		const { journal, run: ran } = outcome;
		const gaps = journal.slice(1).map(({ at }, index) => at - journal[index].at);

		expectTold(outcome, 8);
		expect(Math.max(...gaps)).toBeGreaterThanOrEqual(2900);
		expect(ran.items.filter(({ json }) => isSent(json))).toHaveLength(status === 429 ? 8 : 7);
	});

	test.each(statuses)('of more than a minute ends the run: %i', async (status) => {
		const outcome = await waitFor(status, '3600');
		const errors = outcome.run.items.map(({ json }) => json.error).filter(Boolean);

		expectTold(outcome, 8);
		expect(errors.length).toBeGreaterThan(3);
		const inDoubt = errors.filter((error) => /may or may not/.test(String(error)));
		expect(inDoubt).toHaveLength(status === 429 ? 0 : 1);
		for (const error of errors) {
			const advice = inDoubt.includes(error)
				? /Check the service's dashboard before you send it again\.$/
				: /Wait 60 minutes, then try again\.$/;
			expect(error).toMatch(advice);
		}
		expect(errors.some((error) => String(error).startsWith('Not sent: The service'))).toBe(true);
	});
});

test.each([429, 503])(
	'"Retry-After" of more than a minute ends a run with "Stop" at once: %s',
	async (status) => {
		const fault = { status, skip: 3, retryAfter: '61' };
		const { journal, run: ran } = await run({
			...{ fault, parameters: sends, count: 40, onError: stop },
		});

		// An email in doubt is to be checked, not sent again.
		const advice =
			status === 429 ? /^Wait 2 minutes, then try again\./ : /^Check the service's dashboard/;
		expect(ran.error?.description).toMatch(advice);
		expect(ran.error?.message).toMatch(/-40 not sent\)$/);
		expect(journal.length).toBeLessThan(10);
	},
);

describe('an outage of more than a minute', () => {
	const fault = { status: 503, skip: 2, forMs: FOR_EVER_MS };

	test('leaves at most five emails in doubt, and says of the others that they were not sent', async () => {
		const scenario = { fault, parameters: sends, count: 12, onError: goOn };
		const outcome = await run(scenario);
		const failed = outcome.run.items.slice(2).map(({ json }) => json);
		const inDoubt = failed.filter(isInDoubt).length;

		expectTold(outcome, 12);
		expect(outcome.mailsTo.size).toBe(2);
		expect(inDoubt).toBeGreaterThanOrEqual(3);
		expect(inDoubt).toBeLessThanOrEqual(5);
		expect(failed.slice(0, inDoubt).every(isInDoubt)).toBe(true);
		for (const { error } of failed.slice(inDoubt)) {
			expect(error).toMatch(/^Not sent: the service is down, and the run has waited for 6\d s\./);
		}
	});
});
