import { runNode } from '../support/engine/runNode';
import { ada, parametersOf } from '../support/operations';
import { useSandbox } from './useSandbox';

const sends = parametersOf('email sendTransactional');
const people = (count: number) =>
	Array.from({ length: count }, (_, index) => ({ ...ada, email: `person${index}@example.com` }));

const service = useSandbox();

/** Long runs of other workflows with the same service and key. */
const longRuns = [
	{ parameters: sends, items: people(1_000) },
	{ parameters: parametersOf('contact upsert'), items: people(1_000) },
	{ parameters: { ...parametersOf('contact getAll'), returnAll: true } },
];

test('a single email does not wait for the requests that long runs of other workflows have queued', async () => {
	const { sandbox, credential } = service;
	const { journal, store, settings } = sandbox;
	store.addContacts(100);
	settings.maxPer = 1;
	const stop = new AbortController();
	const running = longRuns.map((run) => runNode({ credential, signal: stop.signal, ...run }));
	while (journal.length < 20) await new Promise((resolve) => setTimeout(resolve, 20));
	const items = people(1);
	const counts: number[] = [];
	for (let email = 0; email < 5; email += 1) {
		const before = journal.length;
		const { error } = await runNode({ credential, parameters: sends, items });
		expect(error).toBeUndefined();
		counts.push(journal.length - before);
	}
	stop.abort();
	await Promise.all(running);

	// The read alone has up to 20 pages in the queue.
	expect(Math.max(...counts)).toBeLessThanOrEqual(8);
});
