import { summarize } from '../../../nodes/Mailroom/execution/abortRun';
import type { Item, Outcome } from '../../../nodes/Mailroom/execution/Item';
import { ServiceError } from '../../../nodes/Mailroom/transport/ServiceError';

const batch = { units: [] };

/** By a letter: a(ccepted), e(arlier), d(oubt), n(ot sent). */
const outcomes: Record<string, Outcome | undefined> = {
	a: { kind: 'accepted', result: undefined, acceptedAt: 0, batch },
	e: { kind: 'alreadySent', batch },
	d: { kind: 'failed', error: new ServiceError('Broken', { outcome: 'inDoubt' }), batch },
	n: undefined,
};

/** @param letters one for each unit */
const itemOf = (letters: string, index: number): Item => {
	const item: Item = { index, units: [] };
	item.units = [...letters].map((letter) => ({ item, values: {}, outcome: outcomes[letter] }));
	return item;
};

/** @param items the letters of each item */
const summaryOf = (items: string[], itemCount = items.length) =>
	summarize(items.map(itemOf), itemCount);

test.each([
	['ae', '1 accepted'],
	['en', '1 in doubt'],
	['an', '1 in doubt'],
	// It could not be read.
	['', '1 not sent'],
])('an item whose parts are %j is %s', (letters, expected) => {
	expect(summaryOf([letters])).toBe(`(items ${expected})`);
});

test('counts the ranges that have no room, and only those', () => {
	expect(summaryOf([...`${'an'.repeat(34)}d`])).not.toContain('more');
	const texts = Array.from({ length: 200 }, (_, count) => summaryOf([...'an'.repeat(count + 1)]));
	expect(texts.filter((text) => text.includes('and 1 more range ')).length).toBeGreaterThan(0);
	expect(texts.filter((text) => text.includes(' 1 more ranges'))).toEqual([]);
});

test('counts the rest of the ranges after about 300 characters', () => {
	const text = summaryOf([...'an'.repeat(400)]);
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
