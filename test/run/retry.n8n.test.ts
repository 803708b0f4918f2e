import { errorOf, lastRun, nodeOutput } from '../../tools/n8n/nodeOutput';
import { runInN8n } from '../../tools/n8n/runInN8n';
import { parametersOf, strangers, type OperationName } from '../support/operations';
import { useDemo } from '../support/useDemo';

const demo = useDemo();

const people = strangers(3);

/** Addresses of the requests. */
const asked = () =>
	demo.get().sandbox.journal.map(({ body }) => {
		const { to, contactEmail } = body as Record<string, string>;
		return to ?? contactEmail;
	});

const addresses = people.map(({ email }) => email);

/** A run of three items with "Stop". */
const failing = async (name: OperationName, fault: { status: number; skip: number }) => {
	const { sandbox } = demo.get();
	for (const { email, list } of people) {
		sandbox.store.addContact({ email, subscribedToLists: [list] });
	}
	sandbox.faults.add({ endpoint: '*', ...fault });
	const { execution } = await runInN8n(demo.get(), {
		parameters: parametersOf(name),
		items: people,
	});
	return execution;
};

describe("n8n's Retry", () => {
	test.each([
		['email sendTransactional', addresses.map(() => true)],
		['email sendToContacts', addresses.map((address) => [address])],
	] as const)('of %s after two of three emails sends the third alone', async (name, sent) => {
		const failed = await failing(name, { status: 400, skip: 2 });
		expect(errorOf(failed)).toMatch(/\(items 1-2 accepted; 3 rejected\)$/);
		const retried = await demo.get().client.retry(failed.id);

		expect(retried.status).toBe('success');
		expect(asked()).toEqual([...addresses, addresses[2]]);
		const outputs = nodeOutput(retried, 'Mailroom');
		expect(outputs.map(({ alreadySent }) => alreadySent)).toEqual([sent[0], sent[1], undefined]);
		expect(outputs.map(({ success }) => success)).toEqual([true, true, true]);
	});

	test('leaves out an email in doubt, names it, and goes on', async () => {
		const failed = await failing('email sendTransactional', { status: 503, skip: 2 });
		expect(errorOf(failed)).toMatch(/\(items 1-2 accepted; 3 in doubt\)$/);
		const retried = await demo.get().client.retry(failed.id);

		expect(retried.status).toBe('success');
		expect(asked()).toEqual(addresses);
		expect(nodeOutput(retried, 'Mailroom').at(-1)).toEqual({ to: addresses[2], inDoubt: true });
		const [hint] = lastRun(retried, 'Mailroom')?.hints ?? [];
		expect(hint.message).toContain(addresses[2]);
	});
});
