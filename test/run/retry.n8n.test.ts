import { errorOf, nodeOutput } from '../../tools/n8n/nodeOutput';
import { runInN8n } from '../../tools/n8n/runInN8n';
import { parametersOf, strangers } from '../support/operations';
import { useDemo } from '../support/useDemo';

const demo = useDemo();

const people = strangers(3);
const addresses = people.map(({ email }) => email);

// `retry.engine` tests items in doubt, and other operations.
test.each([
	['email sendTransactional', addresses.map(() => true)],
	['email sendToContacts', addresses.map((address) => [address])],
] as const)(
	"n8n's Retry of %s after two of three emails sends the third alone",
	async (name, sent) => {
		const { client, sandbox } = demo.get();
		for (const { email, list } of people) {
			sandbox.store.addContact({ email, subscribedToLists: [list] });
		}
		sandbox.faults.add({ endpoint: '*', status: 400, skip: 2 });
		const parameters = parametersOf(name);
		const { execution: failed } = await runInN8n(demo.get(), { parameters, items: people });
		expect(errorOf(failed)).toMatch(/\(items 1-2 accepted; 3 rejected\)$/);
		const retried = await client.retry(failed.id);

		expect(retried.status).toBe('success');
		const asked = sandbox.journal.map(({ body }) => {
			const { to, contactEmail } = body as Record<string, string>;
			return to ?? contactEmail;
		});
		expect(asked).toEqual([...addresses, addresses[2]]);
		const outputs = nodeOutput(retried, 'Mailroom');
		expect(outputs.map(({ alreadySent }) => alreadySent)).toEqual([sent[0], sent[1], undefined]);
		expect(outputs.map(({ success }) => success)).toEqual([true, true, true]);
	},
);
