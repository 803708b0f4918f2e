import {
	SentInExecution,
	entryOf,
	type EmailIdentity,
} from '../../../nodes/Mailroom/execution/SentInExecution';

const email = (identity: Partial<EmailIdentity> = {}): EmailIdentity => ({
	list: 'newsletter',
	at: 0,
	digest: () => 'hash of A',
	...identity,
});

const at = (...seconds: number[]) => seconds.map((second) => email({ at: second * 1000 }));

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
	run().add([email()], inDoubt);
	run().add([email()], accepted);
	run().add([email()], inDoubt);

	expect(run().countTo('newsletter')).toBe(1);
	expect(run().find(email())).toMatchObject(accepted);
});

test('the date of an email moves on with the runs, for up to a minute', () => {
	const run = runsOf();
	let last = 0;
	while (run().find(at(last)[0]) ?? last === 0) {
		run().add(at(last), accepted);
		last += 0.7;
	}

	expect(last).toBeGreaterThan(59);
	expect(last).toBeLessThan(62);
	expect(run().find(at(0)[0])).toBeDefined();
});

test('the items of a later run take the date along, too', () => {
	const run = runsOf();
	run().add(at(0, 0.7), accepted);
	run().add(at(1.4, 2.1, 2.8), accepted);

	expect(run().find(at(3.5)[0])).toBeDefined();
	expect(run().find(at(4.2)[0])).toBeUndefined();
	expect(run().countTo('newsletter')).toBe(1);
});

describe('an email in doubt', () => {
	const keyed = (sendOnceKey?: string) => email({ sendOnceKey });
	const entryOfOne = entryOf(keyed('one'));

	test('is known by the Send Once Key of all items that shared it', () => {
		const run = runsOf();
		run().add([keyed('one'), keyed('one')], inDoubt);

		expect(run().find(email())?.sendOnceEntry).toBe(entryOfOne);
	});

	test.each([
		['the keys differ', [keyed('one'), keyed('other')]],
		['one has no key', [keyed('one'), keyed()]],
	])('is known by none where %s', (_, several) => {
		const run = runsOf();
		run().add(several, inDoubt);

		expect(run().find(email())?.sendOnceEntry).toBeUndefined();
	});

	test('keeps the key that left it in doubt', () => {
		const run = runsOf();
		run().add([keyed('one')], inDoubt);
		run().add([keyed('other')], inDoubt);

		expect(run().find(email())?.sendOnceEntry).toBe(entryOfOne);
	});
});
