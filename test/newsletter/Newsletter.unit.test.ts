import {
	distinctNewsletters,
	type Newsletter,
} from '../../nodes/Mailroom/resources/email/newsletter/Newsletter';
import { SentInExecution } from '../../nodes/Mailroom/resources/email/newsletter/SentInExecution';

const email = (different: Partial<Newsletter> = {}): Newsletter => ({
	list: 'newsletter',
	deliveredAt: 0,
	digest: 'hash of A',
	contentDigest: '',
	sendOnceKey: undefined,
	isTest: false,
	mayDiffer: false,
	...different,
});

const keyed = (...keys: Array<string | undefined>) =>
	keys.map((sendOnceKey) => email({ sendOnceKey }));

/** Each call is a run of the node in the same execution. */
const runsOf =
	(context = {}) =>
	() =>
		new SentInExecution(context);

test('an email that is sent again is one email, and in doubt no longer once it was accepted', () => {
	const run = runsOf();
	for (const isInDoubt of [true, false, true]) run().add([email()], isInDoubt);

	expect(run().countTo('newsletter')).toBe(1);
	expect(run().find(email())).toMatchObject({ isInDoubt: false });
});

test.each([
	[59_999, true],
	[-59_999, true],
	[60_000, false],
])('an email that is delivered %d ms later is the same: %j', (deliveredAt, isSame) => {
	const run = runsOf();
	run().add([email()], false);

	expect(run().find(email({ deliveredAt })) !== undefined).toBe(isSame);

	const units = [30_000, 30_000 + deliveredAt].map((at) => ({
		item: { index: 0, units: [] },
		isPending: true,
		values: { newsletter: email({ deliveredAt: at }) },
	}));
	expect(distinctNewsletters(units)).toHaveLength(isSame ? 1 : 2);
});

test('thousands of dates are not compared with each other', () => {
	let reads = 0;
	const at = (deliveredAt: number): Newsletter => ({
		...email(),
		get deliveredAt() {
			reads++;
			return deliveredAt;
		},
	});
	const units = Array.from({ length: 4_000 }, (_, index) => ({
		item: { index, units: [] },
		isPending: true,
		values: { newsletter: at(index * 90_000) },
	}));

	expect(distinctNewsletters(units)).toHaveLength(4_000);
	expect(reads).toBeLessThan(10 * 4_000);
});

test.each([
	['all items have one', ['one', 'one'], true],
	['the keys differ', ['one', 'other'], false],
	['one has no key', ['one', undefined], false],
])('an email in doubt is known by its Send Once Key: %s', (_, keys, isKnown) => {
	const run = runsOf();
	run().add(keyed(...keys), true);
	// The key that left it in doubt stays.
	run().add(keyed('third'), true);

	expect(run().find(email())?.sendOnceKey !== undefined).toBe(isKnown);
});
