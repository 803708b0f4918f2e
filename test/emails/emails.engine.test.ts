import type { IDataObject as Data, INodeParameters as Parameters } from 'n8n-workflow';
import { runOn } from '../support/engine/runNode';
import { operationNamed, parametersOf, type OperationName } from '../support/operations';
import { useSandbox } from '../support/useSandbox';

/** Requests for the entered values. Accepted values: `test/parameters`. */

const service = useSandbox();

const ada = 'ada@example.com';
const grace = 'grace@example.com';
const joan = 'joan@example.com';

beforeEach(() => service.subscribe(ada, grace, joan));

const item = { email: ada, text: 'Hello', list: 'newsletter' };

const run = async (name: OperationName, fields: Parameters, items: Data[] = [item]) =>
	await runOn(service)({ ...parametersOf(name), ...fields }, items, {
		timezone: 'America/New_York',
	});

const delays = { delaySeconds: 90, delayUntilDate: '2040-12-01T10:00:00' };
const sentDate = { delayUntilDate: '2040-12-01T15:00:00Z' };

const ofAll: Array<[entered: Parameters, sent: Data]> = [
	[{ bodyFormat: 'html' }, { bodyFormat: 'html' }],
	[{ bodyFormat: '={{ "ht" + "ml" }}' }, { bodyFormat: 'html' }],
	[{ options: { trackEmailOpens: '={{ 2 > 1 }}' } }, { trackEmailOpens: true }],
	[
		{ options: { trackEmailOpens: false, trackEmailLinkClicks: true } },
		{ trackEmailOpens: false, trackEmailLinkClicks: true },
	],
];
// Other delays and dates: the unit tests of the readers.
const ofLists: typeof ofAll = [
	[{ ...delays, delivery: 'now' }, {}],
	[{ ...delays, delivery: 'delay' }, { delaySeconds: 90 }],
	[{ delivery: 'delay' }, { delaySeconds: 60 }],
	[{ ...delays, delivery: '={{ "date" }}' }, sentDate],
];

describe.each([
	{ name: 'email sendTransactional', rows: ofAll },
	{ name: 'email sendToContacts', rows: [...ofAll, ...ofLists] },
	{ name: 'email sendToList', rows: [...ofAll, ...ofLists] },
] as const)('$name', ({ name, rows }) => {
	test.each(rows)('sends for %j: %j', async (entered, sent) => {
		const { error } = await run(name, entered);

		expect(error).toBeUndefined();
		expect(service.bodies).toEqual([{ ...operationNamed(name).request(item).body, ...sent }]);
	});
});

test('sendTransactional sends an email for each item that asks for it, and says to whom', async () => {
	const named = 'Grace Example <grace@example.com>';
	const recipients = [ada, named, '  joan@example.com ', ada];
	const { items } = await run(
		'email sendTransactional',
		{ to: '={{ $json.to }}', subject: 'Hello' },
		recipients.map((to) => ({ to })),
	);

	expect(service.bodies).toMatchObject([{ to: ada }, { to: named }, { to: joan }, { to: ada }]);
	expect(items.map(({ json }) => json)).toEqual(
		[ada, named, joan, ada].map((to) => ({ success: true, to })),
	);
});

test('sendToContacts names one address in contactEmail and several in contactEmails', async () => {
	const { items } = await run(
		'email sendToContacts',
		{ contactEmails: '={{ $json.to }}' },
		[ada, `${ada}, ${grace},${joan}`, [grace, ada]].map((to, index) => ({
			...{ to, text: `${index}`, list: 'newsletter' },
		})),
	);

	const [first, second, third] = service.bodies;
	expect(first).toMatchObject({ contactEmail: ada });
	expect(first).not.toHaveProperty('contactEmails');
	expect(second).toMatchObject({ contactEmails: [ada, grace, joan] });
	expect(second).not.toHaveProperty('contactEmail');
	expect(third).toMatchObject({ contactEmails: [grace, ada] });
	expect(items.map(({ json }) => json)).toEqual(
		[[ada], [ada, grace, joan], [grace, ada]].map((contactEmails) => ({
			...{ success: true, list: 'newsletter', contactEmails },
		})),
	);
});
