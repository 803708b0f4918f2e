import { accountOf } from '../../../nodes/Mailroom/execution/account';
import type { Item, Outcome } from '../../../nodes/Mailroom/execution/Item';
import { ServiceError } from '../../../nodes/Mailroom/transport/ServiceError';

type ErrorOutcome = ServiceError['details']['outcome'];

const batch = { units: [] };

const failed = (outcome: ErrorOutcome): Outcome => ({
	kind: 'failed',
	error: new ServiceError('Broken', { outcome }),
	batch,
});

/** By a letter: a(ccepted), e(arlier), d(oubt), r(ejected), n(ot sent). */
const outcomes: Record<string, Outcome | undefined> = {
	a: { kind: 'accepted', result: undefined, acceptedAt: 0, batch },
	e: { kind: 'alreadySent', batch },
	d: failed('inDoubt'),
	r: failed('rejected'),
	n: undefined,
};

/** @param letters one for each unit */
const itemOf = (letters: string, index: number): Item => {
	const item: Item = { index, units: [] };
	item.units = [...letters].map((letter) => ({ item, values: {}, outcome: outcomes[letter] }));
	return item;
};

/** @param items the letters of each item */
const accountOfItems = (
	items: string[],
	operation: Parameters<typeof accountOf>[2] = { doneWord: 'sent' },
) => accountOf(items.map(itemOf), items.length, operation);

test.each([
	['ae', '1 accepted'],
	['en', '1 in doubt'],
	['an', '1 in doubt'],
	['er', '1 in doubt'],
	['rn', '1 rejected'],
	// It could not be read.
	['', '1 not sent'],
])('an item whose parts are %j is %s', (letters, expected) => {
	expect(accountOfItems([letters])).toBe(`(items ${expected})`);
});

test('statuses stand in one order, each with its ranges', () => {
	expect(accountOfItems([...'nraardda'])).toBe(
		'(items 3-4, 8 accepted; 6-7 in doubt; 2, 5 rejected; 1 not sent)',
	);
});

test.each([
	['saved', '(items 1 accepted; 2 saved earlier; 3 not saved)'],
	[undefined, '(items 1 accepted; 2 done earlier; 3 not done)'],
] as const)('without an email, "sent" is %j', (doneWord, expected) => {
	expect(accountOfItems([...'aen'], { doneWord })).toBe(expected);
});

test('an open item with a Send Once Key is not tried', () => {
	const settings = () => ({ key: 'news', inDoubt: 'fail', historySize: 1 }) as const;
	const recipient = () => ({ kind: 'contact', name: 'ada@example.com' }) as const;
	const sendOnce = { settings, recipient, noun: 'recipients' };

	expect(accountOfItems([...'ednn'], { doneWord: 'sent', sendOnce })).toBe(
		'(items 1 sent earlier; 2 in doubt; 3-4 not tried)',
	);
});

test('counts the ranges that have no room, and only those', () => {
	expect(accountOfItems([...`${'an'.repeat(34)}d`])).not.toContain('more');
	const texts = Array.from({ length: 200 }, (_, count) =>
		accountOfItems([...'an'.repeat(count + 1)]),
	);
	expect(texts.filter((text) => text.includes('and 1 more range ')).length).toBeGreaterThan(0);
	expect(texts.filter((text) => text.includes(' 1 more ranges'))).toEqual([]);
});

test('counts the rest of the ranges after about 300 characters', () => {
	const text = accountOfItems([...'an'.repeat(400)]);
	expect(text.length).toBeLessThan(400);
	expect(text).toMatch(
		/^\(items 1, 3, 5, [\d, ]+ and (\d+) more ranges accepted; 2, 4, 6, [\d, ]+ and (\d+) more ranges not sent\)$/,
	);
	for (const part of text.split(';')) {
		const shown = part.match(/\d+(?=,| and)/g)?.length ?? 0;
		const counted = Number(/and (\d+) more/.exec(part)?.[1]);
		expect(shown + counted).toBe(400);
	}
});
