import { ExecutionEntries } from '../../nodes/Mailroom/ExecutionEntries';
import {
	newsletterOf,
	type Newsletter,
} from '../../nodes/Mailroom/neverTwice/newsletter/Newsletter';
import { SentNewsletters } from '../../nodes/Mailroom/neverTwice/newsletter/SentNewsletters';
import { recipientOf } from '../../nodes/Mailroom/neverTwice/Recipient';
import type { ListEmail } from '../../nodes/Mailroom/service';
import type { Outcome } from '../../nodes/Mailroom/transport/Outcome';

const email: ListEmail = { list: 'news', subject: 'A', body: 'Hello', bodyFormat: 'markdown' };

const newsletter = (different: Partial<ListEmail> = {}, testRecipient?: string): Newsletter =>
	newsletterOf({ email: { ...email, ...different }, testRecipient, mayDiffer: false });

test.each<Partial<ListEmail>>([
	{ delayUntilDate: '2040-12-01T15:00:00Z' },
	{ delaySeconds: 60 },
	{ trackEmailOpens: undefined },
])('an email with %j is the same newsletter', (different) => {
	expect(newsletter(different)).toEqual(newsletter());
});

test.each<Partial<ListEmail>>([
	{ list: 'other' },
	{ subject: 'B' },
	{ body: 'Bye' },
	{ bodyFormat: 'html' },
	{ trackEmailOpens: false },
])('an email with %j is another newsletter', (different) => {
	expect(newsletter(different).digest).not.toBe(newsletter().digest);
});

test('a test is known by its recipient', () => {
	const digests = [undefined, 'ada@example.com', 'grace@example.com'].map(
		(recipient) => newsletter({}, recipient).digest,
	);
	expect(new Set(digests).size).toBe(3);
	expect(newsletter({}, 'Ada@Example.com').digest).toBe(digests[1]);
});

const accepted: Outcome = { kind: 'accepted', result: undefined, at: 0 };
const inDoubt: Outcome = { kind: 'inDoubt', problem: 'Lost', scope: 'request' };

/** Items that share one email, each with its key. */
const items = (one = newsletter(), keys: Array<string | undefined> = [undefined]) =>
	keys.map((key, index) => {
		const sendOnce =
			key === undefined ? undefined : ({ key, ifInDoubt: 'fail', historySize: 1 } as const);
		return recipientOf({ kind: 'list', name: 'news', newsletter: one, sendOnce }, index);
	});

/** A run of the node, in executions that count as one. */
const runIn = (...all: ExecutionEntries[]) => new SentNewsletters(all, { addHint: () => {} });

/** Each call is a run of the node in the same execution. */
const runsOf = (count: number) => {
	const all = Array.from({ length: count }, () => new ExecutionEntries({}));
	return () => runIn(...all);
};

test.each([
	['one place', 1],
	['two places', 2],
])('an email that is sent again is one email in %s, and accepted beats in doubt', (_, count) => {
	const run = runsOf(count);
	for (const outcome of [inDoubt, accepted, inDoubt]) run().note(items(), outcome);

	expect(run().countTo('news')).toBe(1);
	expect(run().find(newsletter().digest)).toMatchObject({ isInDoubt: false });
});

test('what one of the places has is known, accepted before in doubt', () => {
	const [own, shared] = [new ExecutionEntries({}), new ExecutionEntries({})];
	const { digest } = newsletter();
	runIn(own).note(items(), inDoubt);
	expect(runIn(own, shared).find(digest)).toMatchObject({ isInDoubt: true });

	runIn(shared).note(items(), accepted);
	const both = runIn(own, shared);
	expect(both.find(digest)).toMatchObject({ isInDoubt: false });
	expect(both.countTo('news')).toBe(1);
});

test('a test does not count as sent to the list', () => {
	const run = runsOf(1);
	const test = newsletter({}, 'ada@example.com');
	run().note(items(test), accepted);

	expect(run().countTo('news')).toBe(0);
	expect(run().find(newsletter().digest)).toBeUndefined();
	expect(run().find(test.digest)).toMatchObject({ isTest: true });
});

test.each([
	['all items have one', ['one', 'one'], true],
	['the keys differ', ['one', 'other'], false],
	['one has no key', ['one', undefined], false],
])('an email in doubt is known by its Send Once Key: %s', (_, keys, isKnown) => {
	const run = runsOf(1);
	run().note(items(newsletter(), keys), inDoubt);
	// The key that left it in doubt stays.
	run().note(items(newsletter(), ['third']), inDoubt);

	expect(run().find(newsletter().digest)?.sendOnceKey !== undefined).toBe(isKnown);
});
