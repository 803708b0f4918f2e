import {
	newsletterOf,
	type Newsletter,
} from '../../nodes/Mailroom/resources/email/newsletter/sameNewsletter';
import { SentNewsletters } from '../../nodes/Mailroom/resources/email/newsletter/SentNewsletters';
import type { ListEmail } from '../../nodes/Mailroom/service';

const email: ListEmail = { list: 'news', subject: 'A', body: 'Hello', bodyFormat: 'markdown' };

const newsletter = (different: Partial<ListEmail> = {}, testRecipient?: string): Newsletter =>
	newsletterOf({
		email: { ...email, ...different },
		testRecipient,
		sendOnceKey: undefined,
		mayDiffer: false,
	});

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

const keyed = (...keys: Array<string | undefined>) =>
	keys.map((sendOnceKey) => ({ ...newsletter(), sendOnceKey }));

/** Each call is a run of the node in the same execution. */
const runsOf = (...memories: object[]) => {
	const shared = memories.map((memory) => ({ ...memory }));
	return () => new SentNewsletters(shared);
};

test.each([
	['one memory', [{}]],
	['two memories', [{}, {}]],
])('an email that is sent again is one email in %s, and accepted beats in doubt', (_, memories) => {
	const run = runsOf(...memories);
	for (const isInDoubt of [true, false, true]) run().add([newsletter()], isInDoubt);

	expect(run().countTo('news')).toBe(1);
	expect(run().find(newsletter())).toMatchObject({ isInDoubt: false });
});

test('what one of the memories has is known, accepted before in doubt', () => {
	const [own, shared] = [{}, {}];
	new SentNewsletters([own]).add([newsletter()], true);
	expect(new SentNewsletters([own, shared]).find(newsletter())).toMatchObject({ isInDoubt: true });

	new SentNewsletters([shared]).add([newsletter()], false);
	const both = new SentNewsletters([own, shared]);
	expect(both.find(newsletter())).toMatchObject({ isInDoubt: false });
	expect(both.countTo('news')).toBe(1);
});

test('a test does not count as sent to the list', () => {
	const run = runsOf({});
	run().add([newsletter({}, 'ada@example.com')], false);

	expect(run().countTo('news')).toBe(0);
	expect(run().find(newsletter())).toBeUndefined();
	expect(run().find(newsletter({}, 'ada@example.com'))).toMatchObject({ isTest: true });
});

test.each([
	['all items have one', ['one', 'one'], true],
	['the keys differ', ['one', 'other'], false],
	['one has no key', ['one', undefined], false],
])('an email in doubt is known by its Send Once Key: %s', (_, keys, isKnown) => {
	const run = runsOf({});
	run().add(keyed(...keys), true);
	// The key that left it in doubt stays.
	run().add(keyed('third'), true);

	expect(run().find(newsletter())?.sendOnceKey !== undefined).toBe(isKnown);
});
