import { setTimeout as wait } from 'node:timers/promises';
import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';
import { claimedValue, entryName, openValue } from '../../nodes/Mailroom/neverTwice/key/Entry';
import { Judge } from '../../nodes/Mailroom/neverTwice/key/Judge';
import { useDeduplicationStore } from '../support/engine/DeduplicationStore';
import { continued, list, type NodeRun, retry, runOn, textOf } from '../support/engine/runNode';
import { runTool } from '../support/engine/runTool';
import { ServiceClient } from '../../nodes/Mailroom/transport/ServiceClient';
import { systemClock } from '../../nodes/Mailroom/clock';
import { waitUntil } from '../../tools/process/waitUntil';
import { useSandbox } from '../support/useSandbox';

const service = useSandbox();
const runNode = runOn(service);
const store = useDeduplicationStore();
/** Long enough for all ledgers to come to rest. */
const REST_MS = 30_000;
afterEach(async () => {
	jest.restoreAllMocks();
	await systemClock.sleep(REST_MS);
});

const [ada, grace, joan] = ['ada@example.com', 'grace@example.com', 'joan@example.com'];
const content = { resource: 'email', subject: 'Hello', body: 'Hello' };
const transactional = { ...content, operation: 'sendTransactional', to: '={{ $json.to }}' };
const toContacts = {
	...content,
	operation: 'sendToContacts',
	list: list('important'),
	contactEmails: '={{ $json.to }}',
};
const toList = {
	...content,
	operation: 'sendToList',
	list: list('={{ $json.to }}'),
};

/** Each test has its own node, because a ledger remembers sent emails for a moment. */
let nodeOfTest = 'node 0';
beforeEach(() => {
	nodeOfTest = `node ${Number(nodeOfTest.split(' ')[1]) + 1}`;
	service.subscribe(ada, grace, joan);
});

interface Settings {
	options?: INodeParameters;
	node?: Partial<INode>;
	signal?: AbortSignal;
}

/** One execution, with an item for each recipient or list. */
const run = async (
	parameters: INodeParameters,
	recipients: Array<IDataObject[string]>,
	{ options = {}, node, signal }: Settings = {},
) =>
	await runNode(
		{ ...parameters, options: { sendOnceKey: 'welcome', ...options } },
		recipients.map((to) => ({ to })),
		{ node: { id: nodeOfTest, ...node }, signal },
	);

const entryOf = (recipient: string) => entryName('welcome', { kind: 'contact', name: recipient });
/** Entries of a recipient in the history. */
const isClaimed = (recipient: string) =>
	store.rowOf(nodeOfTest).has(claimedValue(entryOf(recipient)));

/** The values of a recipient that a crash has left in doubt. */
const leftOpen = (recipient: string) => {
	const name = entryOf(recipient);
	return [claimedValue(name), openValue(name)];
};

/** An execution that never learns that its second of three emails was sent. */
const leaveGraceInDoubt = async (parameters: INodeParameters = transactional) => {
	service.sandbox.faults.add({ endpoint: '*', skip: 1, drop: 'after' });
	const { error } = await run(parameters, [ada, grace]);
	expect(error?.message).toMatch(/may or may not have been sent/);
	expect(service.inbox).toEqual([ada, grace]);
};

test('right after a run that was refused, the items go in their order: what that one has claimed to look is waited for', async () => {
	const people = Array.from({ length: 30 }, (_, index) => `person${index + 1}@example.com`);
	await run(transactional, [...people.slice(0, 12), 'nobody']);
	expect(service.inbox).toEqual([]);
	await run(transactional, people);
	expect(service.inbox).toEqual(people);
});

test('what a crash has left in doubt does not hold up the other batches of the run', async () => {
	const people = Array.from({ length: 300 }, (_, index) => `person${index + 1}@example.com`);
	service.subscribe(...people);
	store.rowOf(nodeOfTest).seed(people.slice(0, 100).flatMap(leftOpen));

	const results = (await run(toContacts, people, { node: continued })).json;

	expect(results.map((json) => 'error' in json)).toEqual(people.map((_, index) => index < 100));
	expect(service.inbox).toEqual(people.slice(100));
});

test('what crashes have left in doubt all over a run is waited for together', async () => {
	const people = Array.from({ length: 60 }, (_, index) => `person${index + 1}@example.com`);
	const isInDoubt = (index: number) => index % 3 === 0;
	store.rowOf(nodeOfTest).seed(people.filter((_, index) => isInDoubt(index)).flatMap(leftOpen));

	// Time leaps: one wait takes 15 seconds, and twenty would take five minutes.
	const startedAt = performance.now();
	const results = (await run(transactional, people, { node: continued })).json;
	const passedMs = performance.now() - startedAt;

	expect(results.map((json) => 'error' in json)).toEqual(
		people.map((_, index) => isInDoubt(index)),
	);
	expect(service.inbox).toEqual(people.filter((_, index) => !isInDoubt(index)));
	expect(passedMs).toBeLessThan(60_000);
});

test('a run that ends before it sends looks nothing up, and changes nothing', async () => {
	store.rowOf(nodeOfTest).seed(leftOpen(grace));
	await run(transactional, [ada]);

	const { error } = await run(transactional, [ada, grace, joan, 'no address']);

	expect(error?.message).toMatch(/\(items 4 not sent; 1-3 not tried\)$/);
	expect((await run(transactional, [grace])).error?.message).toMatch(/may or may not have been/);
	await run(transactional, [joan]);
	expect(service.inbox).toEqual([ada, joan]);
});

test('an error before the first request comes at once, however many items have a key', async () => {
	const people = Array.from({ length: 700 }, (_, index) => `person${index}@example.com`);
	// A call of the store would fail, and the error would be another one.
	store.failures = people.map(() => new Error('The store is down'));
	const { error } = await run(transactional, [...people, 'nobody']);

	expect(error?.message).toMatch(/^"To" .*\(items 701 not sent; 1-700 not tried\)$/);
	expect(store.failures).toHaveLength(people.length);
});

test.each([
	['skip', [ada, joan]],
	['send', [ada, grace, joan]],
])(
	'"Retry On Fail" leaves it at "%s" for what an earlier process has left in doubt',
	async (sendOnceInDoubt, expected) => {
		store.rowOf(nodeOfTest).seed(leftOpen(grace));
		service.sandbox.faults.add({ endpoint: '*', status: 400 });
		const settings = { node: retry, options: { sendOnceInDoubt } };
		const { error, tries } = await run(transactional, [ada, grace, joan], settings);

		expect(tries).toHaveLength(2);
		expect(error).toBeUndefined();
		expect(service.inbox).toEqual(expected);
	},
);

describe('with "Send", what earlier processes have left in doubt is sent', () => {
	const send = { options: { sendOnceInDoubt: 'send' } };

	test('together with an email whose doubt is known already', async () => {
		store.rowOf(nodeOfTest).seed([ada, grace].flatMap(leftOpen));
		expect((await run(toContacts, [ada])).error?.message).toMatch(/may or may not have been sent/);

		const { error } = await run(toContacts, [ada, grace, joan], send);

		expect(error).toBeUndefined();
		expect(service.inbox.sort()).toEqual([ada, grace, joan]);
	});

	test('again after a rejection, in a later item', async () => {
		store.rowOf(nodeOfTest).seed(leftOpen(ada));
		service.sandbox.faults.add({ endpoint: '*', status: 400 });

		const items = (await run(transactional, [ada, ada], { ...send, node: continued })).json;

		expect(items.map((json) => 'error' in json)).toEqual([true, false]);
		expect(service.inbox).toEqual([ada]);
	});
});

describe('a recipient that stands in two items, in a run', () => {
	const twice = { ...transactional, subject: '={{ $json.subject }}' };
	const runTwice = async (inDoubt: string) =>
		await runNode(
			{ ...twice, options: { sendOnceKey: 'welcome', sendOnceInDoubt: inDoubt } },
			['One', 'Two'].map((subject) => ({ to: ada, subject })),
			{ node: { id: nodeOfTest, ...continued } },
		);

	test('whose first email may have been sent, gets no second one, also with "Send"', async () => {
		service.sandbox.faults.add({ endpoint: '*', drop: 'after' });
		const both = await runTwice('send');

		expect(both.json).toEqual([
			{ error: expect.stringMatching(/may or may not have been sent/) },
			{
				error: expect.stringMatching(
					/^This email may or may not have been sent already, by an earlier run or an earlier item/,
				),
			},
		]);
		expect(service.inbox).toEqual([ada]);
		expect((await runTwice('send')).json[0]).toEqual({ success: true, to: ada });
	});

	test('that was sent is known, though the history cannot be written any more, as a hint says', async () => {
		service.sandbox.faults.add({ endpoint: '*', delayMs: 50 });
		const both = runTwice('fail');
		while (service.sandbox.journal.length === 0) await wait(1);
		jest.spyOn(store, 'removeProcessed').mockRejectedValue(new Error('disk full'));

		expect((await both).json).toEqual([
			{ success: true, to: ada },
			{ success: true, to: ada, alreadySent: true },
		]);
		expect((await both).hints.join()).toMatch(
			/disk full.*may treat emails of this run as in doubt/,
		);
		expect(service.inbox).toEqual([ada]);
	});
});

test('a throw while claims are judged fails what waits, and later executions go on', async () => {
	jest.spyOn(Judge.prototype, 'judge').mockImplementationOnce(() => {
		throw new TypeError('x is not a function');
	});
	const { json } = await run(transactional, [ada, grace], { node: continued });
	expect(json[0]).toEqual({ error: expect.stringMatching(/x is not a function/) });
	expect(service.inbox).toEqual(json[1].error ? [] : [grace]);

	const later = await run(transactional, [joan, ada, grace]);
	expect(later.error).toBeUndefined();
	expect(service.inbox.sort()).toEqual([ada, grace, joan]);
});

test.each([[[[ada], [ada, grace], [grace]]], [[[ada], [grace, ada], [joan, grace], [joan]]]])(
	'batches that share recipients do not wait for one another: %j',
	async (batches) => {
		const parameters = { ...toContacts, subject: '={{ $json.to.join() }}' };
		await run(parameters, batches, { node: continued });
		expect(service.inbox.sort()).toEqual([...new Set(batches.flat())].sort());
	},
);

test('what the service refused while another execution claims it is free, not in doubt', async () => {
	const remove = store.removeProcessed.bind(store);
	service.sandbox.faults.add({ endpoint: '*', status: 400, skip: 1, delayMs: 400 });
	const first = run(transactional, [ada, grace], { node: continued });
	const { journal } = service.sandbox;
	while (journal.length < 2) await wait(1);
	// The refusal comes while the other execution waits for the database.
	jest.spyOn(store, 'removeProcessed').mockImplementation(async (...call) => {
		while (journal[1].status === null) await wait(1);
		await wait(1);
		await remove(...call);
	});
	const second = await run(transactional, [grace], { node: continued });
	await first;

	expect(second.json).toEqual([{ success: true, to: grace }]);
	expect(service.inbox).toEqual([ada, grace]);
});

test('an execution that fails while others wait for a claim ends, and what it did not send is free', async () => {
	const people = Array.from({ length: 299 }, (_, index) => `person${index + 1}@example.com`);
	service.subscribe(...people);
	// The first call fails late; the second waits out its 429 and never starts again; the third waits for their claims.
	service.sandbox.faults.add({ endpoint: '*', status: 405, delayMs: 500 });
	service.sandbox.faults.add({ endpoint: '*', status: 429 });
	const all = [['nobody@example.com', ...people]];
	const options = { isolateFailures: true };
	const { error } = await run(toContacts, all, { options });

	expect(error?.message).toMatch(/^The service is out of order \(status 405\)/);
	expect(service.inbox).toEqual([]);
	expect((await run(toContacts, [people], { options })).json).toMatchObject([{ success: true }]);
	expect(service.inbox.sort()).toEqual([...people].sort());
});

describe('what another execution has in flight is waited for in its place', () => {
	const whileInFlight = async (recipients: string[], node?: Partial<INode>) => {
		const other = run(transactional, [grace], { node: continued });
		while (service.sandbox.journal.length === 0) await wait(1);
		const result = await run(transactional, recipients, { node });
		await other;
		return result;
	};

	test('without duplicates', async () => {
		service.sandbox.faults.add({ endpoint: '*', delayMs: 300 });
		const result = await whileInFlight([ada, grace, joan]);

		expect(service.inbox).toEqual([grace, ada, joan]);
		expect(result.json.map(({ alreadySent }) => alreadySent)).toEqual([undefined, true, undefined]);
	});

	test('and in doubt it is an error', async () => {
		service.sandbox.faults.add({ endpoint: '*', drop: 'after', delayMs: 300 });
		const { error } = await whileInFlight([grace, ada, joan]);

		expect(service.inbox).toEqual([grace]);
		expect(error?.message).toMatch(
			/^This email may or may not have been sent already, by an earlier run .*, item 1 of 3 \(items 1 in doubt; 2-3 not tried\)$/,
		);
	});

	test('for a minute in all, however many emails hang', async () => {
		service.sandbox.faults.add({ endpoint: '*', times: 3, delayMs: 200_000 });
		const people = [ada, grace, joan];
		const hanging = run(transactional, people, { node: continued });
		while (service.sandbox.journal.length < 3) await wait(1);
		const startedAt = performance.now();
		const { json } = await run(transactional, people, { node: continued });
		const passedMs = performance.now() - startedAt;
		await hanging;

		const error = expect.stringMatching(/^Not sent: another run has been sending this email/);
		expect(json).toEqual(people.map(() => ({ error })));
		expect(passedMs).toBeGreaterThan(59_000);
		expect(passedMs).toBeLessThan(70_000);
		expect(service.inbox).toEqual(people);
	});

	test('and two executions do not wait for each other', async () => {
		const [one, other] = await Promise.all([
			run(transactional, [ada, joan, grace]),
			run(transactional, [grace, joan, ada]),
		]);

		expect([one.error, other.error]).toEqual([undefined, undefined]);
		expect(service.inbox.sort()).toEqual([ada, grace, joan]);
	});
});

test('an execution that is canceled before it sends leaves nothing in doubt', async () => {
	const canceling = new AbortController();
	const canceled = run(transactional, [ada], { node: continued, signal: canceling.signal });
	// The node looks at its claim again some ms later, and sends then.
	while (!isClaimed(ada)) await wait(1);
	canceling.abort();
	await canceled;
	const isTakenBack = async () => await Promise.resolve(!isClaimed(ada));
	await waitUntil(isTakenBack, { limitMs: 5_000, what: 'the claim is taken back' });

	expect(service.inbox).toEqual([]);
	expect((await run(transactional, [ada])).json).toEqual([{ success: true, to: ada }]);
});

test('an execution that is canceled while what it sent is stored ends, and that is stored later', async () => {
	const remove = store.removeProcessed.bind(store);
	const removes = jest.spyOn(store, 'removeProcessed').mockImplementation(async (...call) => {
		await systemClock.sleep(20_000);
		await remove(...call);
	});
	const canceling = new AbortController();
	const canceled = run(transactional, [ada], { signal: canceling.signal });
	while (removes.mock.calls.length === 0) await wait(1);
	const startedAt = performance.now();
	canceling.abort();
	await canceled;
	expect(performance.now() - startedAt).toBeLessThan(1_000);

	expect((await run(transactional, [ada])).json).toEqual([
		{ success: true, to: ada, alreadySent: true },
	]);
	expect(service.inbox).toEqual([ada]);
});

test('an email that is in flight when its execution is canceled is not free', async () => {
	service.sandbox.faults.add({ endpoint: '*', delayMs: 300 });
	const canceling = new AbortController();
	const canceled = run(transactional, [ada, grace], { signal: canceling.signal });
	while (service.sandbox.journal.length === 0) await wait(1);
	canceling.abort();
	await canceled;

	const { json } = await run(transactional, [ada, grace], { node: continued });
	expect(service.inbox).toEqual([ada, grace]);
	// n8n may have broken the connection.
	const isKnown = [{ success: true, to: ada, alreadySent: true }, { error: expect.anything() }];
	expect(isKnown).toContainEqual(json[0]);
	expect(json[1]).toMatchObject({ success: true, to: grace });
});

describe('a later execution sends nothing that an earlier one has sent', () => {
	test('of Send Transactional', async () => {
		const first = await run(transactional, [ada, grace]);
		const second = await run(transactional, [ada, joan, grace]);

		expect(service.inbox).toEqual([ada, grace, joan]);
		expect(first.json).toEqual([ada, grace].map((to) => ({ success: true, to })));
		expect(second.json).toEqual([
			{ success: true, to: ada, alreadySent: true },
			{ success: true, to: joan },
			{ success: true, to: grace, alreadySent: true },
		]);
		expect(second.raw?.[0].map(({ pairedItem }) => pairedItem)).toEqual([
			{ item: 0 },
			{ item: 1 },
			{ item: 2 },
		]);
		expect(first.hints).toEqual([]);
		expect(second.hints).toEqual([
			expect.stringMatching(
				/^Skipped 2 of 3 recipients: this Send Once Key was already used .* nothing was sent to them again.* an order number\.$/,
			),
		]);
	});

	test('of Send to Contacts, where the rest of an item is sent', async () => {
		await run(toContacts, [[ada, grace]]);
		const { items, hints } = await run(toContacts, [[grace, joan, ada]]);

		expect(service.received.map(({ body }) => body)).toEqual([
			expect.objectContaining({ contactEmails: [ada, grace] }),
			expect.objectContaining({ contactEmail: joan }),
		]);
		expect(items.map(({ json }) => json)).toEqual([
			{
				success: true,
				list: 'important',
				contactEmails: [grace, joan, ada],
				alreadySent: [grace, ada],
			},
		]);
		expect(hints).toHaveLength(1);
	});

	test('of Send to List, counted by lists and not by items', async () => {
		const lists = ['newsletter', 'newsletter', 'important'];
		await run(toList, lists.slice(0, 2));
		const second = await run(toList, lists);

		expect(service.received).toHaveLength(2);
		expect(second.items).toMatchObject([
			{ json: { alreadySent: true }, pairedItem: [{ item: 0 }, { item: 1 }] },
			{ json: { success: true, list: 'important' }, pairedItem: { item: 2 } },
		]);
		expect(second.hints).toEqual([
			expect.stringMatching(
				/^Skipped 1 of 2 lists: this Send Once Key was already used .* nothing was sent to them again.* the issue number\.$/,
			),
			'Sent to the list "important". It can\'t be taken back.',
		]);
	});

	test('and says of no moment at which it goes out', async () => {
		const delayed = { ...toContacts, delivery: 'delay', delaySeconds: 60 };
		await run(delayed, [ada]);
		const { items } = await run(delayed, [ada]);

		expect(items[0].json).toEqual({
			success: true,
			list: 'important',
			contactEmails: [ada],
			alreadySent: [ada],
		});
	});
});

describe('the key of a newsletter belongs to one email', () => {
	test('also when the first was never learned the outcome of, and is to be sent in any case', async () => {
		service.sandbox.faults.add({ endpoint: '*', drop: 'after' });
		await run(toList, ['newsletter'], { node: continued });
		const options = { sendOnceInDoubt: 'send' };
		const { error } = await run({ ...toList, subject: 'Week 2' }, ['newsletter'], { options });

		expect(error?.message).toMatch(/^"Send Once Key" was already used/);
		expect(service.received).toHaveLength(1);
	});

	test('another subject or body is an error, after which the first email counts as before', async () => {
		await run(toList, ['newsletter']);

		for (const change of [{ subject: 'Week 2' }, { body: 'Week 2' }]) {
			const { error } = await run({ ...toList, ...change }, ['newsletter']);
			expect(error?.message).toMatch(
				/^"Send Once Key" was already used for an email to this list with another subject or body/,
			);
		}
		expect((await run(toList, ['newsletter'])).json).toEqual([
			{ success: true, list: 'newsletter', alreadySent: true },
		]);
		expect(service.received).toHaveLength(1);
	});
});

test.each<[what: string, settings: Settings]>([
	['with another key', { options: { sendOnceKey: 'farewell' } }],
	['without a key', { options: { sendOnceKey: undefined } }],
	['by another node', { node: { id: 'another' } }],
])('it is sent again %s', async (_, settings) => {
	await run(transactional, [ada]);
	const { items } = await run(transactional, [ada], settings);

	expect(service.inbox).toEqual([ada, ada]);
	expect(items[0].json).toEqual({ success: true, to: ada });
});

describe('the key', () => {
	test('may be that of an item', async () => {
		const options = { sendOnceKey: '={{ $json.to.order }}' };
		const to = '={{ $json.to.email }}';
		const orders = ['1', '2', ' 1 ', 1].map((order) => ({ order, email: ada }));
		const { items } = await run({ ...transactional, to }, orders, { options });

		expect(service.inbox).toEqual([ada, ada]);
		expect(items.map(({ json }) => json.alreadySent)).toEqual([undefined, undefined, true, true]);
	});

	test.each<[INodeParameters, RegExp]>([
		[
			{ sendOnceKey: '=order-{{ $json.to.missing }}' },
			/^"Send Once Key" is incomplete: .*"order-"/,
		],
		[{ sendOnceHistory: 0 }, /^"Send Once History Size" must be a whole number of at least 1/],
	])('and the options beside it are checked (%j)', async (options, problem) => {
		const { error } = await run({ ...transactional, to: ada }, [{}], { options });

		expect(textOf(error)).toMatch(problem);
		expect(service.received).toEqual([]);
		expect(store.rowOf(nodeOfTest).size).toBe(0);
	});

	test('on a node without an ID is an error, and sends nothing', async () => {
		const { error } = await run(transactional, [ada], { node: { id: undefined } });

		expect(textOf(error)).toMatch(
			/^"Send Once Key" needs a node with an ID in a saved workflow.* Save the workflow/,
		);
		expect(service.received).toEqual([]);
	});
});

describe('the same recipient twice in a run', () => {
	test('gets one email, also when the items hold different ones', async () => {
		const different = { ...transactional, subject: '={{ $json.to }}' };
		const result = await run(different, [ada, 'Ada <ADA@example.com>', grace, ada]);

		expect(service.inbox).toEqual([ada, grace]);
		expect(result.json.map(({ alreadySent }) => alreadySent)).toEqual([
			undefined,
			true,
			undefined,
			true,
		]);
		// This run has sent it itself.
		expect(result.hints).toEqual([]);
		expect((await run(different, [ada, ada, joan])).hints).toEqual([
			expect.stringMatching(/^Skipped 1 of 2 recipients/),
		]);
	});

	test('gets the second when the first was rejected', async () => {
		service.sandbox.faults.add({ endpoint: '*', status: 400 });
		const result = await run(transactional, [ada, ada], { node: continued });

		expect(service.inbox).toEqual([ada]);
		expect(result.json).toEqual([
			{ error: expect.stringMatching(/400/) },
			{ success: true, to: ada },
		]);
	});
});

describe('an email that an earlier execution has begun and never learned the outcome of', () => {
	test('is an error before anything is sent', async () => {
		await leaveGraceInDoubt();
		const { error } = await run(transactional, [joan, grace]);

		expect(error?.message).toMatch(
			/^This email may or may not have been sent already, by an earlier run/,
		);
		expect(error?.message).toMatch(/, item 2 of 2 /);
		expect(service.inbox).toEqual([ada, grace]);
	});

	test.each([
		['fail', { error: expect.stringMatching(/^This email may or may not have been sent already/) }],
		['skip', { success: true, to: grace, alreadySent: true }],
		['send', { success: true, to: grace }],
	])('with "Continue" and "%s" comes out alone', async (sendOnceInDoubt, outcome) => {
		await leaveGraceInDoubt();
		const settings = { options: { sendOnceInDoubt }, node: continued };
		const result = await run(transactional, [ada, grace, joan], settings);

		expect(result.json).toEqual([
			{ success: true, to: ada, alreadySent: true },
			outcome,
			{ success: true, to: joan },
		]);
		const again = sendOnceInDoubt === 'send' ? [grace] : [];
		expect(service.inbox).toEqual([ada, grace, ...again, joan]);
		// An email that was sent in spite of the doubt is no longer in doubt.
		const last = await run(transactional, [grace], settings);
		expect(last.json).toMatchObject([sendOnceInDoubt === 'fail' ? outcome : { alreadySent: true }]);
		expect(service.inbox).toHaveLength(3 + again.length);
	});

	test('is so for each recipient of a request', async () => {
		service.sandbox.faults.add({ endpoint: '*', drop: 'after' });
		await run(toContacts, [[ada, grace]]);
		const skip = { options: { sendOnceInDoubt: 'skip' } };
		const result = await run(toContacts, [[ada, joan]], skip);

		expect(service.inbox).toEqual([ada, grace, joan]);
		expect(result.json).toEqual([
			{ success: true, list: 'important', contactEmails: [ada, joan], alreadySent: [ada] },
		]);
	});
});

describe('the history', () => {
	test('must hold all recipients of a run, or nothing is sent', async () => {
		const small = { options: { sendOnceHistory: 2 } };
		const { error } = await run(transactional, [ada, grace, joan], small);

		expect(error?.message).toMatch(
			/^"Send Once History Size" is 2, too small for the 3 recipients of this execution/,
		);
		expect(service.received).toEqual([]);

		const others = await run(transactional, [ada, grace, ada], small);
		expect(others.error).toBeUndefined();
		expect(service.inbox).toEqual([ada, grace]);
	});

	test('knows the last recipients while a run adds as many, and holds no more than twice its size', async () => {
		const people = Array.from({ length: 2_999 }, (_, index) => `person${index}@example.com`);
		service.subscribe(...people);
		const small = { options: { sendOnceHistory: 1_000 } };
		await run(toContacts, [people.slice(0, 1_000)], small);
		await run(toContacts, [people.slice(1_000, 2_000)], small);
		const [oldest] = people.slice(1_000);
		const { items } = await run(toContacts, [[...people.slice(2_000), oldest]], small);

		expect(items[0].json.alreadySent).toEqual([oldest]);
		expect(service.inbox).toEqual(people);
		await run(toContacts, [people.slice(0, 1_000)], small);
		expect(store.rowOf(nodeOfTest).size).toBeLessThanOrEqual(2 * 1_000 + 1_000);
	});

	test('holds two values for each list', async () => {
		const context = { workflow: { id: 'engine test' }, node: { id: nodeOfTest } };
		await run(toList, ['newsletter'], { options: { sendOnceHistory: 300 } });
		const others = Array.from({ length: 1_700 }, (_, index) => `other ${index}`);
		await store.checkProcessedAndRecord(others, 'node', context as never, { mode: 'entries' });
		const { items } = await run(toList, ['newsletter'], { options: { sendOnceHistory: 300 } });
		await run(toList, ['important'], { options: { sendOnceHistory: 300 } });
		const again = await run(toList, ['newsletter'], { options: { sendOnceHistory: 300 } });

		expect([items[0].json, again.items[0].json]).toMatchObject([
			{ alreadySent: true },
			{ alreadySent: true },
		]);
	});

	describe('must hold the recipients of all rounds of a loop', () => {
		const loop = async (
			all: string[][],
			node: Partial<INode> = {},
			retryOf?: NodeRun['result'],
		) => {
			const [items, ...rounds] = all.map((emails) => emails.map((to) => ({ to })));
			const options = { sendOnceKey: 'welcome', sendOnceHistory: 2 };
			const settings = { rounds, node: { id: nodeOfTest, ...node }, retryOf };
			return await runNode({ ...transactional, options }, items, settings);
		};
		test.each([
			['of a loop', undefined, {}],
			['of a loop with "Retry On Fail"', { skip: 1 }, retry],
		])('or nothing is sent in the round that exceeds it, %s', async (_, fault, node) => {
			if (fault) service.sandbox.faults.add({ endpoint: '*', status: 400, ...fault });
			const { error } = await loop([[ada, grace], [grace], [joan, ada]], node);

			expect(error?.message).toMatch(
				/^"Send Once History Size" is 2, too small for the 3 recipients of this execution/,
			);
			expect(service.inbox).toEqual([ada, grace]);
		});

		test('in which nobody counts twice, nor in a try of "Retry On Fail"', async () => {
			service.sandbox.faults.add({ endpoint: '*', status: 400 });
			const { error } = await loop([[ada, grace], [ada], [grace, ada]], retry);
			expect(error).toBeUndefined();
			expect(service.inbox.sort()).toEqual([ada, grace]);
		});

		test("nor in n8n's Retry of the round that failed", async () => {
			service.sandbox.faults.add({ endpoint: '*', status: 400, skip: 1 });
			const failed = await loop([[ada], [grace]]);
			expect(failed.error?.message).toMatch(/400/);
			const retried = await loop([[grace]], {}, failed.result);
			expect(retried.error).toBeUndefined();
			expect(service.inbox).toEqual([ada, grace]);
		});
	});

	test('that cannot be written keeps everything from being sent', async () => {
		store.failures.push(
			...['first', 'again'].map((when) => new Error(`database is locked: ${when}`)),
		);
		const { error } = await run(transactional, [ada, grace]);

		expect(error?.message).toMatch(
			/^n8n couldn't read or write the history of sent emails \(database is locked: again\)/,
		);
		expect(service.received).toEqual([]);
	});

	test('that cannot be written does not hide which recipients of a request have got the email', async () => {
		await run(toContacts, [[ada]]);
		store.failures.push(new Error('disk full'), new Error('disk full'));
		const { error } = await run(toContacts, [[ada, grace]]);

		expect(error?.message).toMatch(
			/disk full\) \(accepted for 0 of 2 recipients; sent earlier to 1; not sent to grace@example\.com\)$/,
		);
		expect(service.inbox).toEqual([ada]);
	});
});

test('after its workflow is deleted, an execution soon leaves the history alone', async () => {
	await run(transactional, [ada]);
	const adds = jest
		.spyOn(store, 'checkProcessedAndRecord')
		.mockRejectedValue(new Error('FOREIGN KEY constraint failed'));
	await systemClock.sleep(10 * 60_000);

	expect(adds.mock.calls.length).toBeGreaterThan(0);
	expect(adds.mock.calls.length).toBeLessThanOrEqual(10);
});

test('a tool for which n8n keeps no history is an error, and sends nothing', async () => {
	const { error } = await runTool({
		credential: service.credential,
		parameters: { ...transactional, to: ada, options: { sendOnceKey: 'welcome' } },
		via: 'invoke',
	});

	expect(error?.message).toMatch(
		/Send Once Key.*can't be used here: n8n keeps no history for this kind of AI tool/,
	);
	expect(service.received).toEqual([]);
});

test('a canceled run that a refused API key has stopped leaves emails in flight in doubt, however long they take to end', async () => {
	const { send } = ServiceClient.prototype;
	jest.spyOn(ServiceClient.prototype, 'send').mockImplementation(async function (
		this: ServiceClient,
		...request
	) {
		const outcome = await send.apply(this, request);
		// Longer than the run waits for what it has canceled.
		if (canceling.signal.aborted) await systemClock.sleep(1_000);
		return outcome;
	});
	const canceling = new AbortController();
	service.sandbox.faults.add({ endpoint: '*', status: 401, delayMs: 300 });
	service.sandbox.faults.add({ endpoint: '*', delayMs: 60_000, times: 2 });
	const running = run(transactional, [ada, grace, joan], {
		node: continued,
		signal: canceling.signal,
	});
	const isRefused = async () => service.sandbox.journal.some(({ status }) => status === 401);
	await waitUntil(isRefused, { limitMs: 10_000, what: 'the key is refused' });
	await systemClock.sleep(100);
	canceling.abort();
	expect((await running).result.status).toBe('canceled');
	await systemClock.sleep(REST_MS);
	const before = service.received.length;
	const { errors } = await run(transactional, [grace, joan], { node: continued });

	expect(errors).toEqual(Array(2).fill(expect.stringMatching(/may or may not have been sent/)));
	expect(service.received).toHaveLength(before);
});
