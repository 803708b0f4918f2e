import type { IDataObject, INode, INodeParameters as Parameters } from 'n8n-workflow';
import { useDeduplicationStore } from '../support/engine/DeduplicationStore';
import {
	continued,
	list,
	type NodeRun,
	retry as retryOnFail,
	runOn,
} from '../support/engine/runNode';
import { useSandbox } from '../support/useSandbox';

/** n8n's Retry of a failed execution: the failed node runs again with the same input items. */

const service = useSandbox();
const runNode = runOn(service);
useDeduplicationStore();

interface Settings {
	retryOf?: NodeRun;
	node?: Partial<INode>;
	/** Of further rounds of a loop. */
	rounds?: string[];
	declarative?: boolean;
}

const itemOf = (letter: string) => ({ id: letter, email: `${letter}@example.com` });

/** @param letters one for each item */
const run = async (
	parameters: Parameters,
	letters: string,
	{ retryOf, rounds = [], ...settings }: Settings = {},
) =>
	await runNode(parameters, [...letters].map(itemOf), {
		rounds: rounds.map((round) => [...round].map(itemOf)),
		retryOf: retryOf?.result,
		...settings,
	});

const transactional: Parameters = {
	resource: 'email',
	operation: 'sendTransactional',
	to: '={{ $json.email }}',
	subject: '={{ $json.id }}',
	body: 'Hello',
};
const toContacts: Parameters = {
	resource: 'email',
	operation: 'sendToContacts',
	list: list('newsletter'),
	contactEmails: '={{ $json.email }}',
	subject: '={{ $json.id }}',
	body: 'Hello',
};
const toList: Parameters = {
	resource: 'email',
	operation: 'sendToList',
	list: list('newsletter'),
	subject: '={{ $json.id }}',
	body: 'Hello',
	options: { severalEmails: 'sendDifferent' },
};
const create: Parameters = {
	resource: 'contact',
	operation: 'create',
	email: '={{ $json.email }}',
};

/** Rejected unless there is a list with the item's letter. */
const withList = { ...create, additionalFields: { subscribedToLists: '={{ [$json.id] }}' } };

/** Output of an item without what Retry adds. */
const outputs: Array<[string, Parameters, (letter: string) => IDataObject]> = [
	['Send Transactional', transactional, (letter) => ({ to: itemOf(letter).email })],
	[
		'Send to Contacts',
		toContacts,
		(letter) => ({ list: 'newsletter', contactEmails: [itemOf(letter).email] }),
	],
	['Send to List', toList, () => ({ list: 'newsletter' })],
];

beforeEach(() => service.subscribe(...[...'abcdef'].map((letter) => itemOf(letter).email)));

const lostResponse = { drop: 'after' } as const;

const spoil = (fault: { status: number; delayMs?: number } | typeof lostResponse, skip?: number) =>
	service.sandbox.faults.add({ endpoint: '*', skip, ...fault });

/** Subjects of the requests. */
const sent = () => service.bodies.map(({ subject }) => subject).join('');

describe.each(outputs)('Retry of %s', (name, parameters, outputOf) => {
	const alreadySent = (letter: string) =>
		name === 'Send to Contacts' ? [itemOf(letter).email] : true;

	test('sends what was not accepted, and the rest comes out with "alreadySent"', async () => {
		spoil({ status: 400 }, 2);
		const failed = await run(parameters, 'abc');
		expect(failed.error?.message).toMatch(/\(items 1-2 accepted; 3 rejected\)$/);
		const retried = await run(parameters, 'abc', { retryOf: failed });

		expect(sent()).toBe('abcc');
		expect(retried.error).toBeUndefined();
		expect(retried.json).toEqual([
			{ success: true, ...outputOf('a'), alreadySent: alreadySent('a') },
			{ success: true, ...outputOf('b'), alreadySent: alreadySent('b') },
			{ success: true, ...outputOf('c') },
		]);
		expect(retried.items.map(({ pairedItem }) => pairedItem)).toEqual([
			{ item: 0 },
			{ item: 1 },
			{ item: 2 },
		]);
	});

	test('does not send what is in doubt, and a hint names it', async () => {
		spoil(lostResponse);
		const failed = await run(parameters, 'a');
		const retried = await run(parameters, 'a', { retryOf: failed });

		expect(sent()).toBe('a');
		expect(retried.error).toBeUndefined();
		expect(retried.json).toEqual([{ ...outputOf('a'), inDoubt: true }]);
		const recipient = name === 'Send to List' ? 'newsletter' : 'a@example.com';
		expect(retried.hints).toEqual([
			`The email may or may not have been sent by the failed execution, so Retry didn't repeat it for ${recipient}. Check the service's dashboard before you send it again.`,
		]);
	});

	test('does not send a corrected text to whom it was sent', async () => {
		spoil({ status: 400 }, 1);
		const failed = await run(parameters, 'ab');
		const corrected = { ...parameters, subject: '={{ $json.id.toUpperCase() }}' };
		const retried = await run(corrected, 'ab', { retryOf: failed });

		expect(sent()).toBe('abB');
		expect(retried.error).toBeUndefined();
		expect(retried.json[0]).toHaveProperty('alreadySent');
	});

	test('of a Retry knows both failed runs', async () => {
		spoil({ status: 400 }, 1);
		const failed = await run(parameters, 'ab');
		spoil(lostResponse);
		const again = await run(parameters, 'ab', { retryOf: failed });
		expect(again.error?.message).toMatch(/\(items 1 sent earlier; 2 in doubt\)$/);
		const retried = await run(parameters, 'ab', { retryOf: again });

		expect(sent()).toBe('abb');
		expect(retried.json).toEqual([
			{ success: true, ...outputOf('a'), alreadySent: alreadySent('a') },
			{ ...outputOf('b'), inDoubt: true },
		]);
	});
});

describe('Retry of Create', () => {
	const created = () =>
		[...service.sandbox.store.contacts.keys()].filter((key) => /^[xyz]@/.test(key));
	test('creates what was rejected, and the rest comes out with "alreadySent"', async () => {
		const { store } = service.sandbox;
		for (const name of ['x', 'y']) store.addList({ name, title: name });
		const failed = await run(withList, 'xyz');
		expect(failed.error?.message).toMatch(/\(items 1-2 accepted; 3 rejected\)$/);
		store.addList({ name: 'z', title: 'z' });
		const retried = await run(withList, 'xyz', { retryOf: failed });

		expect(created()).toHaveLength(3);
		expect(retried.json).toEqual([
			{ success: true, email: 'x@example.com', alreadySent: true },
			{ success: true, email: 'y@example.com', alreadySent: true },
			{ success: true, email: 'z@example.com' },
		]);
	});

	test('does not create what is in doubt, and a hint names it', async () => {
		spoil(lostResponse);
		const failed = await run(create, 'xy');
		const retried = await run(create, 'xy', { retryOf: failed });

		expect(service.received).toHaveLength(1);
		expect(retried.json).toEqual([
			{ email: 'x@example.com', inDoubt: true },
			{ email: 'y@example.com', inDoubt: true },
		]);
		expect(retried.hints).toEqual([
			"The contact may or may not have been created by the failed execution, so Retry didn't repeat it for x@example.com, y@example.com. Look for it before you create it again.",
		]);
	});
});

test('Retry of Create or Update makes a change in doubt again', async () => {
	const endpoint = 'POST /contacts/create_many';
	service.sandbox.faults.add({ endpoint, ...lostResponse, times: 4 });
	const upsert = { ...create, operation: 'upsert' };
	const failed = await run(upsert, 'x');
	expect(failed.error?.message).toMatch(/may or may not/);
	const retried = await run(upsert, 'x', { retryOf: failed });

	expect(retried.json).toEqual([{ success: true, email: 'x@example.com' }]);
});

describe('an item is repeated by Retry', () => {
	const failedWith = async (parameters: Parameters) => {
		spoil({ status: 400 }, 1);
		return await run(parameters, 'xy');
	};

	test.each<[string, Parameters]>([
		['to another recipient', { ...transactional, to: '={{ "new-" + $json.email }}' }],
		['by another operation', create],
	])('%s', async (_, changed) => {
		const failed = await failedWith(transactional);
		const retried = await run(changed, 'xy', { retryOf: failed });

		expect(retried.json.map(({ alreadySent }) => alreadySent)).toEqual([undefined, undefined]);
	});

	test('in another round of a loop', async () => {
		spoil({ status: 400 }, 2);
		const failed = await run(transactional, 'a', { rounds: ['bc', 'de'] });
		expect(failed.error?.message).toMatch(/\(items 1 accepted; 2 rejected\)$/);
		const retried = await run(transactional, 'a', { retryOf: failed, rounds: ['bc'] });

		expect(sent()).toBe('abccbc');
		expect(retried.rounds.map((items) => items.map(({ json }) => json.alreadySent))).toEqual([
			[undefined],
			[true, undefined],
			[undefined, undefined],
		]);
	});

	test('of an operation that n8n may repeat, which leaves nothing', async () => {
		service.sandbox.store.addList({ name: 'x', title: 'X' });
		const { error, result } = await run({ ...withList, operation: 'upsert' }, 'xy');

		expect(error?.message).toMatch(/\(items 1 accepted; 2 rejected\)$/);
		expect(result.data.executionData?.contextData).toEqual({});
	});
});

test.each<[string, Parameters, Parameters]>([
	['Send Transactional to Send to Contacts', transactional, toContacts],
	['Send to Contacts to Send Transactional', toContacts, transactional],
])('Retry after a change from %s does not mail those already reached', async (_, before, since) => {
	spoil({ status: 400 }, 1);
	const failed = await run(before, 'ab');
	spoil(lostResponse);
	const again = await run(since, 'ab', { retryOf: failed });
	expect(again.error?.message).toMatch(/\(items 1 sent earlier; 2 in doubt\)$/);
	const retried = await run(before, 'ab', { retryOf: again });

	expect(sent()).toBe('abb');
	expect(retried.json[0]).toHaveProperty('alreadySent');
	expect(retried.json[1]).toHaveProperty('inDoubt', true);
});

test('Retry sends an item that was rejected after the next one was accepted', async () => {
	spoil({ status: 400, delayMs: 500 });
	const failed = await run(transactional, 'ab');
	expect(failed.error?.message).toMatch(/\(items 2 accepted; 1 rejected\)$/);
	const retried = await run(transactional, 'ab', { retryOf: failed });

	expect(sent()).toBe('aba');
	expect(retried.json.map(({ alreadySent }) => alreadySent)).toEqual([undefined, true]);
});

test('Retry of an item with several recipients sends to the others alone', async () => {
	const parameters = { ...toContacts, subject: 'News', contactEmails: '={{ $json.to }}' };
	const addresses = service.sandbox.store
		.addContacts(250, { subscribedToLists: ['newsletter'] })
		.map(({ email }) => email);
	const send = async (retryOf?: NodeRun) =>
		await runNode(parameters, [{ to: addresses }], { retryOf: retryOf?.result });
	spoil({ status: 400 }, 1);
	const failed = await send();
	const failedCalls = service.received.length;
	const retried = await send(failed);
	const mails = service.inbox;

	expect(new Set(mails).size).toBe(mails.length);
	expect(service.received.length).toBeGreaterThan(failedCalls);
	expect([...mails].sort()).toEqual([...addresses].sort());
	expect(retried.json).toEqual([
		{
			success: true,
			list: 'newsletter',
			contactEmails: addresses,
			alreadySent: expect.arrayContaining(addresses.slice(0, 100)),
		},
	]);
});

test('Retry after a Retry in which an item was invalid or missing does not send it again', async () => {
	const failing = async (retryOf?: NodeRun, parameters = transactional, node = {}) => {
		service.sandbox.faults.clear();
		spoil({ status: 400 }, retryOf ? 0 : 2);
		return await run(parameters, 'abc', { retryOf, node });
	};
	const failed = await failing();
	const invalid = { ...transactional, to: '={{ $json.id === "a" ? "nobody" : $json.email }}' };
	const again = await failing(failed, invalid);
	expect(again.error?.message).toMatch(/\(items 2 sent earlier; 1, 3 not sent\)$/);
	const first = { ...transactional, to: '={{ $json.id }}' };
	const once = await failing(again, first, { executeOnce: true });
	expect(once.error?.message).toMatch(/^"To"/);
	service.sandbox.faults.clear();
	const retried = await run(transactional, 'abc', { retryOf: once });

	expect(sent()).toBe('abcc');
	expect(retried.json.map(({ alreadySent }) => alreadySent)).toEqual([true, true, undefined]);
});

test('Retry with "Execute Once" does not send the first item again', async () => {
	spoil({ status: 400 }, 1);
	const failed = await run(transactional, 'ab');
	const retried = await run(transactional, 'ab', { retryOf: failed, node: { executeOnce: true } });

	expect(sent()).toBe('ab');
	expect(retried.json).toEqual([{ success: true, to: 'a@example.com', alreadySent: true }]);
});

test('"Retry On Fail" returns the earlier results, also within a Retry', async () => {
	spoil({ status: 400 }, 1);
	spoil({ status: 400 }, 2);
	const failed = await run(transactional, 'abc', { node: { ...retryOnFail, maxTries: 2 } });
	spoil({ status: 400 });
	const retried = await run(transactional, 'abc', { retryOf: failed, node: retryOnFail });

	expect(
		service.sandbox.store.mails
			.map(({ subject }) => subject)
			.sort()
			.join(''),
	).toBe('abc');
	expect(retried.json.at(0)).toEqual({ success: true, to: 'a@example.com', alreadySent: true });
	expect(retried.json.at(-1)).toEqual({ success: true, to: 'c@example.com' });
});

test('"Retry On Fail" within a Retry keeps the hint on what is in doubt', async () => {
	spoil(lostResponse);
	const failed = await run(transactional, 'ab');
	spoil({ status: 400 });
	const retried = await run(transactional, 'ab', { retryOf: failed, node: retryOnFail });

	expect(retried.json).toEqual([
		{ to: 'a@example.com', inDoubt: true },
		{ success: true, to: 'b@example.com' },
	]);
	expect(retried.hints).toEqual([expect.stringContaining('a@example.com')]);
});

describe('with a Send Once Key', () => {
	const keyed = (options: IDataObject = {}) => ({
		...transactional,
		options: { sendOnceKey: 'news', ...options } as Parameters,
	});

	test('Retry gives the same output', async () => {
		spoil({ status: 400 }, 1);
		const failed = await run(keyed(), 'ab');
		const retried = await run(keyed(), 'ab', { retryOf: failed });

		expect(sent()).toBe('abb');
		expect(retried.json).toEqual([
			{ success: true, to: 'a@example.com', alreadySent: true },
			{ success: true, to: 'b@example.com' },
		]);
	});

	test('"If in Doubt" decides on what the failed run left in doubt', async () => {
		spoil(lostResponse);
		const failed = await run(keyed(), 'a');
		const stopped = await run(keyed(), 'a', { retryOf: failed });
		const skipped = await run(keyed({ sendOnceInDoubt: 'skip' }), 'a', { retryOf: stopped });

		expect(sent()).toBe('a');
		expect(stopped.error?.message).toMatch(/may or may not have been sent already/);
		expect(skipped.json).toEqual([{ success: true, to: 'a@example.com', alreadySent: true }]);
	});

	test.each<[string, before: Parameters, since: Parameters]>([
		['changed', keyed(), keyed({ sendOnceKey: 'other', sendOnceInDoubt: 'send' })],
		['was removed', keyed(), transactional],
		['was added', transactional, keyed()],
	])('that %s since, nothing is sent again', async (_, before, since) => {
		spoil(lostResponse, 1);
		const failed = await run(before, 'ab');
		const retried = await run(since, 'ab', { retryOf: failed });

		expect(sent()).toBe('ab');
		expect(retried.json).toEqual([
			{ success: true, to: 'a@example.com', alreadySent: true },
			{ to: 'b@example.com', inDoubt: true },
		]);
	});
});

describe('Retry of a newsletter', () => {
	test('that several items share comes out as one item, paired with all of them', async () => {
		spoil({ status: 400 }, 1);
		const failed = await run(toList, 'aab');
		const retried = await run(toList, 'aab', { retryOf: failed });

		expect(sent()).toBe('abb');
		expect(retried.json).toEqual([
			{ success: true, list: 'newsletter', alreadySent: true },
			{ success: true, list: 'newsletter' },
		]);
		expect(retried.items[0].pairedItem).toEqual([{ item: 0 }, { item: 1 }]);
	});

	test('whose test is in doubt sends it to the list', async () => {
		spoil(lostResponse);
		const test = { ...toList, testRecipient: 'a@example.com' };
		const failed = await run(test, 'a');
		const retried = await run(toList, 'a', { retryOf: failed });

		expect(retried.json).toEqual([{ success: true, list: 'newsletter' }]);
	});
});

test('with "Continue" nothing is kept for Retry, as n8n reuses the output', async () => {
	spoil(lostResponse);
	const { result } = await run(transactional, 'ab', { node: continued });

	expect(result.data.executionData?.contextData).not.toHaveProperty(['node:Mailroom', 'failedRun']);
});

test('the declarative engine, which serves AI tools, repeats nothing and skips nothing', async () => {
	spoil(lostResponse);
	const failed = await run(transactional, 'a', { declarative: true });
	const retried = await run(transactional, 'a', { declarative: true, retryOf: failed });

	expect(sent()).toBe('aa');
	expect(retried.json).toEqual([{ success: true, to: 'a@example.com' }]);
});
