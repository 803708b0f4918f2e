import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { useDeduplicationStore } from '../support/engine/DeduplicationStore';
import { list, runOn } from '../support/engine/runNode';
import { useSandbox } from '../support/useSandbox';

const service = useSandbox();
const runNode = runOn(service);
useDeduplicationStore();

const ada = 'ada@example.com';
const grace = 'grace@example.com';
const parameters: INodeParameters = {
	resource: 'email',
	operation: 'sendToList',
	list: list('newsletter'),
	subject: 'News for {{firstName}}',
	body: '=Dear {{firstName}}, {{ $json.text }}',
};

beforeEach(() => {
	for (const [email, name] of [
		[ada, 'Ada Example'],
		[grace, 'Grace Example'],
	]) {
		service.sandbox.store.addContact({ email, name, subscribedToLists: ['newsletter'] });
	}
});

const run = async (
	test: INodeParameters,
	{
		items = [{ text: 'hello' }],
		fields = {},
	}: { items?: IDataObject[]; fields?: INodeParameters } = {},
) => await runNode({ ...parameters, ...test, ...fields }, items);

const inbox = () => service.sandbox.store.mails.map(({ to, subject }) => `${to}: ${subject}`);

test('a test goes to this one contact of the list at once, personalized, and says so', async () => {
	const test = { testRecipient: ada, options: { trackEmailOpens: false } };
	const result = await run(test, { fields: { delivery: 'date', delayUntilDate: '2040-12-01' } });

	expect(service.received).toEqual([
		{
			method: 'POST',
			path: '/email/contact',
			query: {},
			body: {
				list: 'newsletter',
				contactEmail: ada,
				subject: 'News for {{firstName}}',
				body: 'Dear {{firstName}}, hello',
				bodyFormat: 'markdown',
				trackEmailOpens: false,
			},
		},
	]);
	expect(inbox()).toEqual([`${ada}: News for Ada`]);
	expect(result.json).toEqual([{ success: true, list: 'newsletter', testRecipient: ada }]);
	expect(result.hints).toEqual([
		'This was a test: the email went to the test recipient only. If "Test Recipient" is empty, a published workflow emails the whole list.',
	]);
});

test('items with the same test share it, and different tests are sent each, as the list gets none of them', async () => {
	const items = [ada, ada.toUpperCase(), grace, ada].map((tester, index) => ({
		tester,
		text: index < 3 ? 'hello' : 'other',
	}));
	const { items: out } = await run({ testRecipient: '={{ $json.tester }}' }, { items });

	expect(service.received.map(({ path }) => path)).toEqual(Array(3).fill('/email/contact'));
	expect(out.map(({ json }) => json.testRecipient)).toEqual([ada, grace, ada]);
});

test('without a test recipient, the list gets the email', async () => {
	const result = await run({ testRecipient: '' });

	expect(inbox().sort()).toEqual([`${ada}: News for Ada`, `${grace}: News for Grace`]);
	expect(result.items[0].json).toEqual({ success: true, list: 'newsletter' });
	expect(result.hints).toEqual([expect.stringContaining('Sent to the list')]);
});

test('a test ignores a delay, too, but a date or delay that is invalid is an error', async () => {
	await run({ testRecipient: ada }, { fields: { delivery: 'delay', delaySeconds: 60 } });
	expect(service.received[0].body).not.toHaveProperty('delaySeconds');

	for (const fields of [
		{ delivery: 'date', delayUntilDate: '2001-01-01' },
		{ delivery: 'delay', delaySeconds: -1 },
	]) {
		const { error } = await run({ testRecipient: ada }, { fields });
		expect(error?.message).toMatch(/^"(Send At|Delay Seconds)" /);
	}
	expect(service.received).toHaveLength(1);
});

const empty = /^"Test Recipient" has no value for this item$/;

test.each([
	['={{ "" }}', empty],
	['={{ null }}', empty],
	['= {{ $json.missing }} ', empty],
	['  ', /^"Test Recipient" contains only spaces$/],
	['nobody', /^"Test Recipient" isn't an email address/],
])('a test to %j is an error, and no email is sent', async (testRecipient, message) => {
	const { error } = await run({ testRecipient });

	expect(error?.message).toMatch(message);
	expect(service.received).toEqual([]);
});

test('a test counts for nothing: with a Send Once Key the list gets the newsletter after it, and tests go on', async () => {
	const options = { sendOnceKey: 'issue 7' };
	await run({ options, testRecipient: ada });
	await run({ options, testRecipient: ada });
	const newsletter = await run({ options });
	await run({ options, testRecipient: ada });

	expect(service.received.map(({ path }) => path)).toEqual([
		'/email/contact',
		'/email/contact',
		'/email/list',
		'/email/contact',
	]);
	expect(newsletter.items[0].json).toEqual({ success: true, list: 'newsletter' });
});
