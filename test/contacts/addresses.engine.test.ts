import type { INodeParameters } from 'n8n-workflow';
import { useDeduplicationStore } from '../support/engine/DeduplicationStore';
import { list, runOn } from '../support/engine/runNode';
import { useSandbox } from '../support/useSandbox';

const service = useSandbox();
useDeduplicationStore();

const SPELLINGS = ['ada@bücher.example', 'ADA@xn--bcher-kva.example'];
const items = SPELLINGS.map((email) => ({ email }));

describe('two spellings of an international domain are one recipient', () => {
	test('who is never twice in a request of contacts', async () => {
		const parameters = { resource: 'contact', operation: 'upsert', email: '={{ $json.email }}' };
		const { json } = await runOn(service)(parameters, items);

		expect(service.bodies.map(({ contacts }) => contacts)).toMatchObject([
			[{ email: SPELLINGS[0] }],
			[{ email: SPELLINGS[1] }],
		]);
		expect(json.map(({ email }) => email)).toEqual(SPELLINGS);
	});

	test('who gets one email of an item with both', async () => {
		service.subscribe(...SPELLINGS);
		const { json } = await runOn(service)({
			...{ resource: 'email', operation: 'sendToContacts', list: list('newsletter') },
			...{ contactEmails: SPELLINGS.join(', '), subject: 'News', body: 'News' },
		});

		expect(service.inbox).toEqual([SPELLINGS[0]]);
		expect(json).toMatchObject([{ contactEmails: [SPELLINGS[0]] }]);
	});

	const receipt = (options: INodeParameters = {}) => ({
		...{ resource: 'email', operation: 'sendTransactional', to: '={{ $json.email }}' },
		...{ subject: 'Receipt', body: 'Thank you', options },
	});

	test('who gets one email under a Send Once Key, in later executions, too', async () => {
		const parameters = receipt({ sendOnceKey: 'receipt' });
		const node = { id: 'node' };
		await runOn(service)(parameters, [items[0]], { node });
		const { error, json } = await runOn(service)(parameters, [items[1]], { node });

		expect(error).toBeUndefined();
		expect(json).toEqual([{ success: true, to: SPELLINGS[1], alreadySent: true }]);
		expect(service.inbox).toEqual([SPELLINGS[0]]);
	});

	test("whom n8n's Retry does not mail again", async () => {
		service.sandbox.faults.add({ endpoint: '*', skip: 1, status: 400 });
		const other = { email: 'grace@example.com' };
		const { result } = await runOn(service)(receipt(), [items[0], other]);
		const [waiting] = result.data.executionData?.nodeExecutionStack ?? [];
		const saved = waiting.data.main[0]?.[0];
		if (saved) saved.json = items[1];
		const retried = await runOn(service)(receipt(), undefined, { retryOf: result });

		expect(retried.json).toMatchObject([{ alreadySent: true }, { success: true }]);
		expect(service.inbox).toEqual([SPELLINGS[0], other.email]);
	});
});

test.each(['get', 'update', 'delete'])(
	'contact %s reaches any stored address',
	async (operation) => {
		const email = 'ada@localhost';
		service.sandbox.store.addContact({ email });
		const { error } = await runOn(service)({
			...{ resource: 'contact', operation, email, updateFields: { name: 'Ada' } },
		});

		expect(error).toBeUndefined();
		expect(service.received).toHaveLength(1);
		const [{ query, body }] = service.received;
		expect(operation === 'get' ? query : body).toMatchObject({ email });
	},
);

test('a portal session can return to an app', async () => {
	const contactEmail = 'ada@example.com';
	service.sandbox.store.addContact({ email: contactEmail });
	const parameters = { resource: 'portalSession', operation: 'create', contactEmail };
	const ofApp = await runOn(service)({ ...parameters, returnUrl: 'myapp://done' });
	const ofScript = await runOn(service)({ ...parameters, returnUrl: 'javascript:alert(1)' });

	expect(service.bodies).toEqual([{ contactEmail, returnURL: 'myapp://done' }]);
	expect(ofApp.error).toBeUndefined();
	expect(ofScript.error?.message).toMatch(/^"Return URL" can't be opened by the contact/);
});
