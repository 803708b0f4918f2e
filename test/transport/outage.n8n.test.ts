import { runInN8n } from '../../tools/n8n/runInN8n';
import { parametersOf, strangers } from '../support/operations';
import { useDemo } from '../support/useDemo';

/** Longer than a change may wait before it fails as not sent. */
const TIMEOUT_MS = 70_000;
const CONTACTS = 2_000;

jest.setTimeout(4 * 60_000);

const demo = useDemo();

test('an import goes on while one call gets no response after an outage, and saves every contact', async () => {
	const { sandbox } = demo.get();
	const endpoint = 'POST /contacts/create_many';
	sandbox.faults.add({ endpoint, skip: 4, status: 503, times: 3 });
	sandbox.faults.add({ endpoint, skip: 4, silent: true });
	const { items, execution } = await runInN8n(demo.get(), {
		parameters: { ...parametersOf('contact upsert'), requestOptions: { timeout: TIMEOUT_MS } },
		items: strangers(CONTACTS),
	});
	const calls = sandbox.journal.filter(({ method }) => method === 'POST');
	const silent = calls.findIndex(({ fault }) => fault === 'silent');
	const inTime = calls.filter(({ at }) => at < calls[silent].at + 30_000);

	expect(execution.status).toBe('success');
	expect(items).toHaveLength(CONTACTS);
	expect(sandbox.store.contacts.size).toBe(CONTACTS);
	expect(calls[silent + 1].at - calls[silent].at).toBeLessThan(20_000);
	// All but the silent one, which is repeated after its timeout.
	expect(inTime).toHaveLength(calls.length - 1);
});
