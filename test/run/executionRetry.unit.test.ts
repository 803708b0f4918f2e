import { ExecutionMemory } from '../../nodes/Mailroom/run/memory/ExecutionMemory';
import {
	continueFailedRun,
	rememberForExecutionRetry,
	type ContinuingRun,
} from '../../nodes/Mailroom/run/memory/executionRetry';
import { executionRetryMarksIn } from '../../nodes/Mailroom/run/memory/executionRetryMarks';
import type { Item, Unit } from '../../nodes/Mailroom/run/Item';
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

/** @param memory of the execution that fails, or that Retry repeats */
const runOf = (items: Item[], memory: ExecutionMemory): ContinuingRun => ({
	items,
	itemIndexes: items.map(({ index }) => index),
	tried: { startedAt: 0, byIndex: new Map(), count: 1 },
	operation: contactCreate,
	call: {
		retryMarks: executionRetryMarksIn({
			getContext: () => memory.data,
			getMode: () => 'retry',
			evaluateExpression: () => 0,
		}),
	},
	pendingBatches: () => [{ units: items.flatMap(({ units }) => units) }],
	note: ({ units }, outcome) => {
		for (const unit of units) unit.outcome = outcome;
	},
	addHint: () => {},
});

const textIn = (memory: ExecutionMemory) => memory.get('failedRun')?.sent ?? '';

test.each([
	['10,000 items', Array<number>(10_000).fill(1), 60_000],
	['an item with 10,000 recipients', [10_000], 70_000],
])('what a run of %s leaves for Retry is small, and made and found quickly', (_, counts, size) => {
	const memory = new ExecutionMemory({});
	const before = process.cpuUsage();
	rememberForExecutionRetry(runOf(itemsWith(counts), memory));
	const retried = itemsWith(counts);
	for (const { units } of retried)
		for (const unit of units) Object.assign(unit, { isPending: true, outcome: undefined });
	continueFailedRun(runOf(retried, memory));

	expect(textIn(memory).length).toBeLessThanOrEqual(size);
	const outcomes = retried.flatMap(({ units }) => units.map(({ outcome }) => outcome?.kind));
	expect(new Set(outcomes)).toEqual(new Set(['alreadySent']));
	// It takes about 60 ms.
	expect(process.cpuUsage(before).user / 1000).toBeLessThan(1_000);
});

test('items that are not sent take one character, and a digest stays the same between versions', () => {
	const items = itemsWith([1, 0, 2, 1]);
	for (const unit of [...items[2].units, ...items[3].units]) unit.outcome = undefined;
	const memory = new ExecutionMemory({});
	rememberForExecutionRetry(runOf(items, memory));

	expect(textIn(memory)).toBe('yUzS0C...');
});

test('a try that is canceled before it has read all items keeps the marks of the try before it', () => {
	const [first, , third] = itemsWith([1, 1, 1]);
	const memory = new ExecutionMemory({});
	const byIndex = new Map([
		[0, first],
		[2, third],
	]);
	// The second item is invalid, so no try has read it.
	const canceled = {
		...runOf([first], memory),
		itemIndexes: [0, 1, 2],
		tried: { startedAt: 0, byIndex, count: 1 },
	};
	rememberForExecutionRetry(canceled);
	const retried = itemsWith([1, 1, 1]);
	for (const { units } of retried) for (const unit of units) unit.outcome = undefined;
	continueFailedRun(runOf(retried, memory));

	const outcomes = retried.flatMap(({ units }) => units.map(({ outcome }) => outcome?.kind));
	expect(outcomes).toEqual(['alreadySent', undefined, 'alreadySent']);
});
