import type { IDataObject as Data, INode, INodeParameters as Parameters } from 'n8n-workflow';
import { continued, list, retry, runOn } from '../support/engine/runNode';
import { N8nPort } from '../../nodes/Mailroom/run/N8nPort';
import { useSandbox } from '../support/useSandbox';

const service = useSandbox();

/** The same content for every item. */
const parameters = {
	resource: 'email',
	operation: 'sendToContacts',
	list: list('newsletter'),
	contactEmails: '={{ $json.to }}',
	subject: 'News',
	body: 'Dear {{firstName}}',
};
const isolating = { ...parameters, options: { isolateFailures: true } };

/** Subscribers of the newsletter. */
const subscribers = (count: number) => {
	const subscribedToLists = ['newsletter', 'product-updates'];
	return service.sandbox.store.addContacts(count, { subscribedToLists }).map(({ email }) => email);
};

const run = async (fields: Parameters, items: Data[], node?: Partial<INode>) =>
	await runOn(service)(fields, items, { node, after: '={{ $("Input").item.json.to }}' });

/** The addresses of each request. */
const requests = () =>
	service.bodies.map(
		({ contactEmail, contactEmails = [contactEmail] }) => contactEmails as string[],
	);

const requestSizes = () => requests().map(({ length }) => length);

describe('items with the same content', () => {
	test('share requests of up to 100 addresses, in their order', async () => {
		const addresses = subscribers(250);
		const { raw, after } = await run(
			parameters,
			addresses.map((to) => ({ to })),
		);

		expect(requestSizes()).toEqual([100, 100, 50]);
		expect(requests().flat()).toEqual(addresses);
		expect(service.inbox).toEqual(addresses);
		expect(raw?.[0]).toEqual(
			addresses.map((to, index) => ({
				json: { success: true, list: 'newsletter', contactEmails: [to] },
				pairedItem: { item: index },
			})),
		);
		expect(after).toEqual(addresses);
	});

	test('never put an address into a request twice, in whatever case it is written', async () => {
		subscribers(3);
		const written = ['contact1', 'contact2', 'CONTACT1', 'contact3', 'contact1'].map(
			(name) => `${name}@example.com`,
		);
		const { items } = await run(
			parameters,
			written.map((to) => ({ to })),
		);

		expect(requests()).toEqual([written.slice(0, 2), written.slice(2, 4), written.slice(4)]);
		expect(items.map(({ json }) => json.contactEmails)).toEqual(written.map((to) => [to]));
	});
});

test('items with many addresses come out as one item each, with their own, sent once to each', async () => {
	const addresses = subscribers(250);
	const items = [[...addresses.slice(0, 220), addresses[0].toUpperCase()], addresses.slice(220)];
	const { raw } = await run(
		parameters,
		items.map((to) => ({ to })),
	);

	expect(requestSizes()).toEqual([100, 100, 50]);
	expect(service.inbox).toEqual(addresses);
	expect(raw?.[0].map(({ json, pairedItem }) => [json.contactEmails, pairedItem])).toEqual([
		[addresses.slice(0, 220), { item: 0 }],
		[addresses.slice(220), { item: 1 }],
	]);
});

test.each<[what: string, fields: Parameters, values: Data[string][]]>([
	['the body', { body: '={{ $json.value }}' }, ['A', 'B']],
	['the list', { list: list('={{ $json.value }}') }, ['newsletter', 'product-updates']],
	[
		'the date',
		{ delivery: 'date', delayUntilDate: '={{ $json.value }}' },
		['2040-12-01T10:00:00Z', '2040-12-01T10:00:01Z'],
	],
	...['trackEmailOpens', 'isolateFailures'].map((option): [string, Parameters, boolean[]] => [
		option,
		{ options: { [option]: '={{ $json.value }}' } },
		[true, false],
	]),
])('items that differ in %s do not share a request', async (_, fields, [a, b]) => {
	const addresses = subscribers(5);
	const items = [a, a, b, b, a].map((value, index) => ({ to: addresses[index], value }));
	const { error, after } = await run({ ...parameters, ...fields }, items);

	expect(error).toBeUndefined();
	expect(requests()).toEqual([addresses.slice(0, 2), addresses.slice(2, 4), addresses.slice(4)]);
	expect(after).toEqual(addresses);
});

describe('a rejected request', () => {
	const nobody = 'nobody@example.com';
	const problem = `There is no contact ${nobody} (status 404)`;
	const advice = 'Check that all recipients are contacts on the list.';
	const refusal = `${problem}. ${advice}`;

	test('is sent once, and all of its items fail', async () => {
		const [first, second, third] = subscribers(3);
		const items = [first, nobody, second].map((to) => ({ to }));
		const { raw, after } = await run(parameters, items, continued);

		expect(requests()).toEqual([[first, nobody, second]]);
		expect(service.sandbox.store.mails).toEqual([]);
		expect(raw?.[0].map(({ error, pairedItem }) => [error?.message, pairedItem])).toEqual(
			items.map((_, item) => [
				`${problem}. None of the 3 emails in this request was sent, because they were rejected together. ${advice} To send the others, turn on "Skip Rejected Recipients".`,
				{ item },
			]),
		);
		expect(after).toEqual([first, nobody, second]);
		expect(service.inbox).not.toContain(third);
	});

	test('with a status of success says so, too', async () => {
		const body = { success: false, reason: 'No' };
		service.sandbox.faults.add({ endpoint: '*', status: 201, body });
		const items = subscribers(2).map((to) => ({ to }));
		const { error } = await run(parameters, items);

		expect(error?.message).toMatch(/^No \(status 201\)\. None of the 2 emails in this request/);
	});

	test('is split with "Skip Rejected Recipients", and only the items with rejected addresses fail', async () => {
		const addresses = subscribers(6);
		const stranger = service.sandbox.store.addContact({ email: 'stranger@example.com' }).email;
		const to = [nobody, ...addresses.slice(0, 3), stranger, ...addresses.slice(3)];
		const { items, after } = await run(
			isolating,
			to.map((address) => ({ to: address })),
			continued,
		);

		expect(items.map(({ json }) => json.error)).toEqual(
			to.map((address) => {
				if (address === nobody) return refusal;
				if (address === stranger) return expect.stringContaining('is not subscribed');
				return undefined;
			}),
		);
		expect(after).toEqual(to);
		expect(service.inbox).toEqual(addresses);
	});

	test.each([continued, {}])(
		'with "Skip Rejected Recipients" an item comes out with those who got it and those rejected (%j)',
		async (node) => {
			const [first, second, third] = subscribers(3);
			const to = [first, nobody, second, third];
			const { raw, error, hints } = await run(isolating, [{ to }], node);

			expect(error).toBeUndefined();
			expect(raw?.[0]).toEqual([
				{
					json: {
						success: true,
						list: 'newsletter',
						contactEmails: [first, second, third],
						rejected: [{ email: nobody, reason: problem }],
					},
					pairedItem: { item: 0 },
				},
			]);
			expect(service.inbox).toEqual([first, second, third]);
			expect(hints).toEqual([expect.stringContaining(nobody)]);
		},
	);

	describe('with "Skip Rejected Recipients" and "Stop"', () => {
		const withNobody = () => {
			const addresses = subscribers(249);
			return { addresses, to: [...addresses.slice(0, 36), nobody, ...addresses.slice(36)] };
		};

		test('stops nobody else, and its item does not come out', async () => {
			const { addresses, to } = withNobody();
			const items = to.map((address) => ({ to: address }));
			const { error, after, hints } = await run(isolating, items);

			expect(error).toBeUndefined();
			expect([...service.inbox].sort()).toEqual([...addresses].sort());
			expect(new Set(service.inbox).size).toBe(249);
			expect(after).toEqual(addresses);
			expect(hints).toEqual([
				`Skipped 1 of 250 recipients, because the service rejected them: ${nobody}. ${problem}`,
			]);
		});

		test('the log names at most ten of those left out', async () => {
			const log = jest.spyOn(N8nPort.prototype, 'log');
			const nobodies = Array.from({ length: 12 }, (_, index) => `nobody${index}@example.com`);
			await run(isolating, [{ to: [...subscribers(2), ...nobodies] }]);
			const lines = log.mock.calls.map(([line]) => line);
			log.mockRestore();

			expect(lines).toEqual([
				`The node "Mailroom" skipped 12 of 14 recipients, because the service rejected them: ${nobodies.slice(0, 10).join(', ')} and 2 more`,
			]);
		});

		test('nothing comes out if all recipients were rejected', async () => {
			const { error, items } = await run(isolating, [{ to: nobody }]);

			expect(error).toBeUndefined();
			expect(items).toEqual([]);
		});

		test("an email in doubt is no rejection: it stops, and n8n's Retry sends the rest alone", async () => {
			const { addresses, to } = withNobody();
			const items = to.map((address) => ({ to: address }));
			// The whole request, its first half, then a lost response.
			service.sandbox.faults.add({ endpoint: '*', skip: 2, drop: 'after' });
			const failed = await run(isolating, items);
			expect(failed.error?.message).toMatch(/may or may not have been sent/);
			expect(failed.error?.message).toMatch(/in doubt/);
			const retried = await runOn(service)(isolating, items, { retryOf: failed.result });

			expect(retried.error).toBeUndefined();
			expect([...service.inbox].sort()).toEqual([...addresses].sort());
			expect(retried.json.filter(({ inDoubt }) => inDoubt).length).toBeGreaterThan(0);
		});

		test('"Retry On Fail" mails nobody twice', async () => {
			const { addresses, to } = withNobody();
			service.sandbox.faults.add({ endpoint: '*', status: 405, skip: 4 });
			const { error, json } = await run(isolating, [{ to }], retry);

			expect(error).toBeUndefined();
			expect([...service.inbox].sort()).toEqual([...addresses].sort());
			expect(json[0].rejected).toEqual([{ email: nobody, reason: problem }]);
		});
	});

	test.each([false, true])(
		'names no other recipient if the service rejects all (isolateFailures: %j)',
		async (isolateFailures) => {
			service.sandbox.faults.add({ endpoint: '*', status: 405 });
			const options = { isolateFailures };
			const { items } = await run({ ...parameters, options }, [{ to: subscribers(4) }], continued);

			expect(items[0].json.error).toBe(
				'The service is out of order (status 405). Check the Base URL of the credential.',
			);
			expect(requestSizes()).toEqual([4]);
		},
	);
});

test('"Retry On Fail" sends an item that was accepted in part to the others of its addresses alone', async () => {
	const addresses = subscribers(250);
	service.sandbox.faults.add({ endpoint: '*', skip: 1, status: 400 });
	const { error, tries, items } = await run(parameters, [{ to: addresses }], retry);

	expect(error).toBeUndefined();
	expect(tries).toHaveLength(2);
	expect(requestSizes()).toEqual([100, 100, 100, 50]);
	expect(service.inbox).toEqual(addresses);
	expect(items.map(({ json }) => json.contactEmails)).toEqual([addresses]);
});

describe('the status of the parts of an item', () => {
	test('is in doubt when one part was rejected and another may have been sent', async () => {
		service.sandbox.faults.add({ endpoint: '*', drop: 'after' });
		service.sandbox.faults.add({ endpoint: '*', status: 400 });
		const { items } = await run(parameters, [{ to: subscribers(101) }], continued);

		expect(requestSizes()).toEqual([100, 1]);
		expect(service.inbox).toHaveLength(100);
		expect(items[0].json.error).toMatch(/may or may not have been sent/);
	});

	test('is not called "not for" addresses to which the email may have been sent', async () => {
		service.sandbox.faults.add({ endpoint: '*', status: 400 });
		service.sandbox.faults.add({ endpoint: '*', drop: 'after' });
		const { items } = await run(isolating, [{ to: subscribers(3) }], continued);

		expect(requestSizes()).toEqual([3, 2, 1]);
		expect(service.inbox).toHaveLength(3);
		expect(items[0].json.error).toMatch(
			/\(accepted for 1 of 3 recipients; in doubt for contact1@example\.com, contact2@example\.com\)$/,
		);
	});
});

describe('a hint', () => {
	test('names contacts that several items name, as they got several emails', async () => {
		const [one, two, three] = subscribers(3);
		const items = [{ to: [one, two] }, { to: two.toUpperCase() }, { to: three }];
		const { hints } = await run(parameters, items);

		expect(hints).toEqual([
			`Several items name these contacts, so they got several emails: ${two.toUpperCase()}.`,
		]);
	});

	test.each<(email: string) => Data>([
		(email) => ({ to: email, email, hardBouncedAt: '2026-11-01T10:00:00Z' }),
		(to) => ({ to, event: 'bounced', contact: { email: to, hardBouncedAt: '2026-11-01' } }),
	])('names contacts that the input says have bounced: %s', async (contactOf) => {
		const [one, two] = subscribers(2);
		const items = [contactOf(one), { to: two, email: two, hardBouncedAt: null }];
		const { hints, error } = await run(parameters, items);

		expect(error).toBeUndefined();
		expect(hints).toEqual([
			`These contacts have bounced. The service sends them nothing until you reset the bounce in its dashboard: ${one}.`,
		]);
	});
});

test('an error names ten addresses at most', async () => {
	service.sandbox.faults.add({ endpoint: '*', skip: 1, drop: 'after' });
	const { items } = await run(parameters, [{ to: subscribers(130) }], continued);

	expect(items[0].json.error).toMatch(/; in doubt for ([^,]+, ){9}[^,]+ and 20 more\)$/);
});
