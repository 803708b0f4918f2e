import {
	continueFailedRun,
	rememberForRetry,
} from '../../nodes/Mailroom/run/memory/retriedExecution';
import type { Batch, Item, Unit } from '../../nodes/Mailroom/run/Item';
import type { Operation } from '../../nodes/Mailroom/run/Operation';
import type { Run } from '../../nodes/Mailroom/run/Run';
import type { Outcome } from '../../nodes/Mailroom/transport/Outcome';
import { contactCreate } from '../../nodes/Mailroom/resources/contact/create';

const unitOf = (item: Item, name: string): Unit => ({
	item,
	values: { email: `${name}@example.com` },
	isPending: false,
	outcome: { kind: 'accepted', result: undefined, at: 0 },
});

/** @param unitCounts of each item */
const itemsWith = (unitCounts: number[]): Item[] =>
	unitCounts.map((unitCount, index) => {
		const item: Item = { index, units: [] };
		item.units = Array.from({ length: unitCount }, (_, at) => unitOf(item, `${index}-${at}`));
		return item;
	});

/** A run that failed, and the text that it has left. */
const runOf = (items: Item[], found?: string) => {
	const texts: string[] = [];
	const failedRun = { find: () => found, save: (text: string) => texts.push(text) };
	const pendingBatches = () => [{ units: items.flatMap(({ units }) => units) }];
	const operation = contactCreate as unknown as Operation;
	const note = ({ units }: Batch, outcome: Outcome) => {
		for (const unit of units) unit.outcome = outcome;
	};
	const addHint = () => {};
	const run = { items, operation, failedRun, pendingBatches, note, addHint } as unknown as Run;
	return { run, texts };
};

test.each([
	['10,000 items', Array<number>(10_000).fill(1), 60_000],
	['an item with 10,000 recipients', [10_000], 70_000],
])('what a run of %s leaves for Retry is small, and made and found quickly', (_, counts, size) => {
	const { run, texts } = runOf(itemsWith(counts));
	const before = process.cpuUsage();
	rememberForRetry(run);
	const [text] = texts;
	const retried = itemsWith(counts);
	for (const { units } of retried)
		for (const unit of units) Object.assign(unit, { isPending: true, outcome: undefined });
	continueFailedRun(runOf(retried, text).run);

	expect(text.length).toBeLessThanOrEqual(size);
	const outcomes = retried.flatMap(({ units }) => units.map(({ outcome }) => outcome?.kind));
	expect(new Set(outcomes)).toEqual(new Set(['alreadySent']));
	// It takes about 60 ms.
	expect(process.cpuUsage(before).user / 1000).toBeLessThan(1_000);
});

test('items that are not sent take one character', () => {
	const items = itemsWith([1, 0, 2, 1]);
	for (const unit of [...items[2].units, ...items[3].units]) unit.outcome = undefined;
	const { run, texts } = runOf(items);
	rememberForRetry(run);

	expect(texts).toEqual([expect.stringMatching(/^[\w-]{6}\.{3}$/)]);
});
