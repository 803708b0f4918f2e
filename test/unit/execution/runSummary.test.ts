import { summarize } from '../../../nodes/Mailroom/execution/runSummary';
import type { ItemStatus, Item, Outcome, ReadItem } from '../../../nodes/Mailroom/execution/Item';
import { ServiceError } from '../../../nodes/Mailroom/transport/ServiceError';

const batch = { units: [] };
const outcomes: Record<ItemStatus, Outcome | undefined> = {
	accepted: { kind: 'accepted', result: undefined, acceptedAt: 0, batch },
	'sent earlier': { kind: 'alreadySent', batch },
	'in doubt': { kind: 'failed', error: new ServiceError('Broken', { outcome: 'inDoubt' }), batch },
	'not sent': undefined,
};

const itemWith = (index: number, statuses: ItemStatus[]): Item => {
	const item: ReadItem = { isInvalid: false, index, values: {}, units: [] };
	item.units = statuses.map((status) => ({
		item,
		values: {},
		outcome: outcomes[status],
	}));
	return item;
};

/** One letter an item: a(ccepted), e(arlier), d(oubt), n(ot sent). */
const statusOf: Record<string, ItemStatus> = {
	a: 'accepted',
	e: 'sent earlier',
	d: 'in doubt',
	n: 'not sent',
};
const createRun = (letters: string) =>
	[...letters].map((letter, index) => itemWith(index, [statusOf[letter]]));

const summaryOf = (letters: string) => summarize(createRun(letters), letters.length);

test.each(
	Object.entries({
		aaddnn: '(items 1-2 accepted; 3-4 in doubt; 5-6 not sent)',
		aaanaannn: '(items 1-3, 5-6 accepted; 4, 7-9 not sent)',
		nnn: '(items 1-3 not sent)',
		aaa: '(items 1-3 accepted)',
		dn: '(items 1 in doubt; 2 not sent)',
		eedn: '(items 1-2 sent earlier; 3 in doubt; 4 not sent)',
		aed: '(items 1 accepted; 2 sent earlier; 3 in doubt)',
	}),
)('%s is %s', (letters, expected) => {
	expect(summaryOf(letters)).toBe(expected);
});

test('calls an item of which some was sent now and the rest earlier accepted', () => {
	expect(summarize([itemWith(0, ['accepted', 'sent earlier'])], 1)).toBe('(items 1 accepted)');
});

test('calls an item in doubt of which a part was sent earlier, and the rest was not', () => {
	expect(summarize([itemWith(0, ['sent earlier', 'not sent'])], 1)).toBe('(items 1 in doubt)');
});

test('calls what was not read not sent', () => {
	expect(summarize(createRun('a'), 4)).toBe('(items 1 accepted; 2-4 not sent)');
});

test('calls an invalid item not sent', () => {
	const invalid: Item = { isInvalid: true, index: 1, error: new Error('x'), units: [] };
	expect(summarize([itemWith(0, ['accepted']), invalid], 2)).toBe('(items 1 accepted; 2 not sent)');
});

test('calls an item in doubt of which only a part was accepted', () => {
	expect(summarize([itemWith(0, ['accepted', 'not sent'])], 1)).toBe('(items 1 in doubt)');
});

test('counts nothing when all of the ranges have room', () => {
	expect(summaryOf(`${'an'.repeat(34)}d`)).not.toContain('more');
});

test('counts a single range that has no room', () => {
	const texts = Array.from({ length: 200 }, (_, count) => summaryOf(`${'an'.repeat(count)}an`));
	expect(texts.filter((text) => text.includes('and 1 more range ')).length).toBeGreaterThan(0);
	expect(texts.filter((text) => text.includes(' 1 more ranges'))).toEqual([]);
});

test('counts the rest of the ranges after about 300 characters', () => {
	const text = summaryOf('an'.repeat(400));
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
