import { summarize, statusOf, type Status } from '../../nodes/Mailroom/run/report/account';
import { Unit, type Item } from '../../nodes/Mailroom/run/Item';
import type { Outcome } from '../../nodes/Mailroom/transport/Outcome';

const failure = { problem: 'Broken', scope: 'request' } as const;

/** By a letter: a(ccepted), e(arlier), d(oubt), r(ejected), n(ot sent), p(erhaps sent by the run that is retried). */
const outcomes: Record<string, Outcome | undefined> = {
	a: { kind: 'accepted', result: undefined, at: 0 },
	e: { kind: 'alreadySent' },
	p: { kind: 'leftInDoubt' },
	d: { kind: 'inDoubt', ...failure },
	r: { kind: 'rejected', ...failure },
	n: undefined,
};

/** @param letters one for each unit */
const statusOfUnits = (letters: string): Status => {
	const item: Item = { index: 0, units: [] };
	item.units = [...letters].map((letter) => {
		const unit = new Unit(item, {});
		const outcome = outcomes[letter];
		if (outcome) unit.end(outcome, { units: [unit] });
		return unit;
	});
	return statusOf(item);
};

/** @param items the letters of each item */
const summaryOf = (items: string[]) => summarize(items.map(statusOfUnits), 'sent');

test('tells the statuses in one order, and ranges of one status together', () => {
	expect(summaryOf([...'aaaaraannn'])).toBe('(items 1-4, 6-7 accepted; 5 rejected; 8-10 not sent)');
	expect(summaryOf([...'nrdpea'])).toBe(
		'(items 6 accepted; 5 sent earlier; 3-4 in doubt; 2 rejected; 1 not sent)',
	);
});

test.each([
	['ae', '1 accepted'],
	['en', '1 in doubt'],
	['an', '1 in doubt'],
	['ar', '1 in doubt'],
	['rn', '1 rejected'],
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

test.each([
	['saved', '(items 1 accepted; 2 saved earlier; 3 not saved)'],
	[undefined, '(items 1 accepted; 2 done earlier; 3 not done)'],
] as const)('without an email, "sent" is %j', (done, expected) => {
	expect(summarize([...'aen'].map(statusOfUnits), done)).toBe(expected);
});
