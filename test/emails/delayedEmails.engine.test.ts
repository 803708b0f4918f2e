import type { INodeParameters } from 'n8n-workflow';
import { list, runOn } from '../support/engine/runNode';
import { useSandbox } from '../support/useSandbox';

const service = useSandbox();

const MINUTE_MS = 60_000;
const ada = 'ada@example.com';
const content = { resource: 'email', list: list('important'), subject: 'Hello', body: 'Hello' };
const sends: Array<[operation: string, parameters: INodeParameters]> = [
	['sendToContacts', { ...content, operation: 'sendToContacts', contactEmails: ada }],
	['sendToList', { ...content, operation: 'sendToList' }],
];
const atDate = { delivery: 'date', delayUntilDate: '={{ $json.date }}' };

beforeEach(() => {
	service.sandbox.store.addContact({ email: ada });
});

const run = async (
	parameters: INodeParameters,
	{ items = [{}] as Array<Record<string, string>>, timezone = 'Europe/Berlin', node = {} } = {},
) => await runOn(service)(parameters, items, { timezone, node });

const agoIso = (ms: number) => new Date(Date.now() - ms).toISOString();

describe.each(sends)('%s', (_, parameters) => {
	test.each([
		['2040-07-01T16:00:00', 'Europe/Berlin', '2040-07-01T16:00:00+02:00'],
		['2040-12-01T16:00:00.950Z', 'Asia/Kolkata', '2040-12-01T21:30:00+05:30'],
	])('at %s in %s says when it goes out', async (date, timezone, sendAt) => {
		const { items } = await run({ ...parameters, ...atDate }, { items: [{ date }], timezone });

		expect(items.map(({ json }) => json.sendAt)).toEqual([sendAt]);
		expect(service.sandbox.store.mails.map((mail) => Date.parse(mail.sendAt ?? ''))).toEqual([
			Date.parse(sendAt),
		]);
		// Many servers refuse fractions of a second.
		expect(service.bodies).toMatchObject([
			{ delayUntilDate: new Date(sendAt).toISOString().replace('.000Z', 'Z') },
		]);
	});

	test('in the past is an error, which says how a workflow that repeats sets a date', async () => {
		const { error } = await run({ ...parameters, ...atDate }, { items: [{ date: '2001-01-01' }] });

		expect(error?.message).toMatch(/^"Send At" is in the past: "2001-01-01T00:00:00\+01:00"/);
		expect(error?.description).toBe(
			'Enter another date. In a workflow that repeats, use an expression such as {{ $now.plus({ days: 1 }).set({ hour: 9, minute: 0 }) }}.',
		);
		expect(service.received).toEqual([]);
	});

	test('after a delay counts from when the service accepted it', async () => {
		const from = Date.now();
		const { items } = await run({ ...parameters, delivery: 'delay', delaySeconds: 3600 });
		const to = Date.now();

		const sendAt = String(items[0].json.sendAt);
		expect(sendAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{3})?\+0[12]:00$/);
		expect(Date.parse(sendAt)).toBeGreaterThanOrEqual(from + 60 * MINUTE_MS);
		expect(Date.parse(sendAt)).toBeLessThanOrEqual(to + 60 * MINUTE_MS);
	});
});

test('a date that passes between two tries of a run does not take back what was accepted', async () => {
	const now = jest.spyOn(Date, 'now');
	try {
		service.sandbox.faults.add({ endpoint: '*', skip: 1, status: 400 });
		const [, [, parameters]] = sends;
		const date = agoIso(-MINUTE_MS);
		const items = ['A', 'B'].map((subject) => ({ subject, date }));
		const started = Date.now();
		const sandbox = service.sandbox;
		// The first try reads its items at the true time; what comes after its second request is ten minutes later.
		now.mockImplementation(() => (sandbox.journal.length < 2 ? started : started + 10 * MINUTE_MS));
		const result = await run(
			{
				...parameters,
				...atDate,
				subject: '={{ $json.subject }}',
				options: { severalEmails: 'sendDifferent' },
			},
			{ items, node: { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 } },
		);

		expect(result.tries).toHaveLength(2);
		expect(result.error).toBeUndefined();
		expect(sandbox.store.mails.map(({ subject }) => subject)).toEqual(['A', 'B']);
	} finally {
		now.mockRestore();
	}
});
