import {
	SentInExecution,
	type EmailIdentity,
} from '../../../nodes/Mailroom/execution/SentInExecution';

const email = (identity: Partial<EmailIdentity> = {}): EmailIdentity => ({
	list: 'newsletter',
	at: 0,
	digest: () => 'hash of A',
	...identity,
});

const keyed = (...keys: Array<string | undefined>) =>
	keys.map((sendOnceKey) => email({ sendOnceKey }));

/** Each call is a run of the node in the same execution. */
const runsOf =
	(context = {}) =>
	() =>
		new SentInExecution(context);

const accepted = { isInDoubt: false };
const inDoubt = { isInDoubt: true };

test('later runs find what an earlier one has sent, and count it', () => {
	const run = runsOf();
	run().add([email()], accepted);

	expect(run().find(email())).toMatchObject(accepted);
	expect(run().find(email({ digest: () => 'hash of B' }))).toBeUndefined();
	expect(run().countTo('newsletter')).toBe(1);
	expect(run().countTo('product-updates')).toBe(0);
});

test('an email that is sent again is one email, and in doubt no longer once it was accepted', () => {
	const run = runsOf();
	for (const outcome of [inDoubt, accepted, inDoubt]) run().add([email()], outcome);

	expect(run().countTo('newsletter')).toBe(1);
	expect(run().find(email())).toMatchObject(accepted);
});

test.each([
	[59_999, true],
	[-59_999, true],
	[60_000, false],
])('an email that is delivered %d ms later is the same: %j', (at, isSame) => {
	const run = runsOf();
	run().add([email()], accepted);

	expect(run().find(email({ at })) !== undefined).toBe(isSame);
});

test.each([
	['all items have one', ['one', 'one'], true],
	['the keys differ', ['one', 'other'], false],
	['one has no key', ['one', undefined], false],
])('an email in doubt is known by its Send Once Key: %s', (_, keys, isKnown) => {
	const run = runsOf();
	run().add(keyed(...keys), inDoubt);
	// The key that left it in doubt stays.
	run().add(keyed('third'), inDoubt);

	expect(run().find(email())?.sendOnceEntry !== undefined).toBe(isKnown);
});
