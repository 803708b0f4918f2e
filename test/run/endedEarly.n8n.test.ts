import { readFile } from 'node:fs/promises';
import { BREAKER_RULE } from '../../nodes/Mailroom/transport/gate/CircuitBreaker';
import { MAX_IN_FLIGHT_PER_RUN } from '../../nodes/Mailroom/transport/gate/RequestGroup';
import { publishInN8n, runInN8n } from '../../tools/n8n/runInN8n';
import { waitUntil } from '../../tools/process/waitUntil';
import { statusesInAccount, type ItemStatus } from '../support/statusesInAccount';
import { parametersOf, strangers } from '../support/operations';
import { useDemo } from '../support/useDemo';
import type { PublishedRun } from '../../tools/n8n/runInN8n';

const ITEM_COUNT = 60;

const demo = useDemo();

const items = strangers(ITEM_COUNT);

/** Emails that take 1.5 s each: some are accepted, some under way and some not begun when the execution is ended. */
async function startSending(run: Omit<PublishedRun, 'parameters'>, count = ITEM_COUNT) {
	const { client, sandbox } = demo.get();
	sandbox.settings.answerDelayMs = 1_500;
	const parameters = parametersOf('email sendTransactional');
	const { workflow, call } = await publishInN8n(demo.get(), { parameters, ...run });
	const answer = call(items.slice(0, count));
	const isSending = async () => sandbox.journal.some(({ status }) => status === 200);
	await waitUntil(isSending, { limitMs: 30_000, what: 'the first email is sent' });
	const [{ id }] = await client.executions(workflow.id);
	return { id, answer };
}

/** Holds the account in a text against what the service did. */
function expectTrue(text: string) {
	const found = statusesInAccount(text);
	// Without the circuit breaker's read, which a busy machine's late responses cause.
	const { journal } = demo.get().sandbox;
	const emails = journal.filter(({ acted, method }) => acted && method === 'POST');
	const acted = new Map(emails.map(({ body, status }) => [(body as { to: string }).to, status]));
	const statuses = (status: ItemStatus) =>
		items.filter((_, index) => found.get(index) === status).map(({ email }) => acted.get(email));

	expect(found.size).toBe(ITEM_COUNT);
	expect(new Set(statuses('accepted'))).toEqual(new Set([200]));
	expect(new Set(statuses('failed'))).toEqual(new Set([undefined]));
	// Those under way: not all of them have been acted on, as the service may have been about to turn one away.
	expect(statuses('inDoubt').length).toBeGreaterThan(0);
	expect(statuses('inDoubt').length).toBeLessThanOrEqual(MAX_IN_FLIGHT_PER_RUN);
}

test('an execution ends before its timeout, with the status of all items in its error', async () => {
	const { id, answer } = await startSending({ settings: { executionTimeout: 5 } });
	const { status, data } = await demo.get().client.finished(id);

	expect(status).toBe('error');
	const [error = ''] = /almost reached its timeout \(items [^()]*\)/.exec(data) ?? [];
	expectTrue(error);
	expect((await answer).status).toBe(500);
});

test('Retries under a timeout of five seconds send each of 90 emails once', async () => {
	const { client, sandbox } = demo.get();
	const parameters = parametersOf('email sendTransactional');
	const people = strangers(90);
	const { workflow, call } = await publishInN8n(demo.get(), {
		parameters,
		settings: { executionTimeout: 5 },
	});
	await call(people);
	const [{ id }] = await client.executions(workflow.id);
	let { status } = await client.finished(id);
	let last = id;
	for (let retries = 0; status === 'error' && retries < 8; retries++) {
		const retried = await client.retry(last);
		({ status } = retried);
		last = retried.id;
	}

	expect(status).toBe('success');
	const sent = sandbox.store.mails.map(({ to }) => to);
	expect([...sent].sort()).toEqual(people.map(({ email }) => email).sort());
});

describe.each(['stopWorkflow', 'continueRegularOutput'] as const)('with "%s"', (onError) => {
	test('an execution that is stopped by hand says it in the log', async () => {
		const { client, n8n, sandbox } = demo.get();
		const logged = await readFile(n8n.logFile, 'utf8');
		const { id, answer } = await startSending({ onError });
		const hasSent = async () => sandbox.store.mails.length >= 20;
		await waitUntil(hasSent, { limitMs: 30_000, what: 'twenty emails are sent' });
		await client.stop(id);
		const { status } = await client.finished(id);

		expect(status).toBe('canceled');
		const log = (await readFile(n8n.logFile, 'utf8')).slice(logged.length);
		// Tests of other files, which share this n8n, log accounts of fewer items.
		const accounts = log.match(/\(items [^()]*\)/g) ?? [];
		expectTrue(accounts.find((account) => account.includes(`${ITEM_COUNT}`)) ?? '');
		expect(log).not.toContain(items[0].email);
		expect((await answer).status).toBe(500);
	});
});

test('what is broken off when an execution is stopped is no failure of the service: the next one sends at once', async () => {
	const { client, sandbox } = demo.get();
	const sendOne = async () => {
		const parameters = parametersOf('email sendTransactional');
		return await runInN8n(demo.get(), { parameters, items: items.slice(0, 1) });
	};
	// Ends what the tests before have left without a response: unanswered sends are counted across executions.
	await sendOne();
	sandbox.journal.length = 0;
	// With the one after them, too few to open the circuit breaker by silence.
	const { id } = await startSending({}, BREAKER_RULE.maxStartsWithoutAnswer - 2);
	await client.stop(id);
	await client.finished(id);
	sandbox.journal.length = 0;

	const { status } = await sendOne();
	expect(status).toBe(200);
	expect(sandbox.journal.map(({ path }) => path)).toEqual(['/email/transactional']);
});
