import { ExecutionEntries } from '../../nodes/Mailroom/ExecutionEntries';
import { FailedExecution } from '../../nodes/Mailroom/neverTwice/FailedExecution';
import type { Known } from '../../nodes/Mailroom/neverTwice/Memory';
import { recipientOf, type Recipient } from '../../nodes/Mailroom/neverTwice/Recipient';
import { retryMarksIn } from '../../nodes/Mailroom/neverTwice/retryMarks';

const recipient = (itemIndex: number, at: number): Recipient =>
	recipientOf({ kind: 'contact', name: `${itemIndex}-${at}@example.com` }, itemIndex);

/** @param counts of recipients, by item */
const recipientsOf = (counts: number[]) =>
	counts.flatMap((count, itemIndex) =>
		Array.from({ length: count }, (_, at) => recipient(itemIndex, at)),
	);

const accepted = (one: Recipient): Known => ({
	recipient: one,
	outcome: { kind: 'accepted', result: undefined, at: 0 },
});

/** @param entries of the execution that fails, or that Retry repeats */
const memoryIn = (entries: ExecutionEntries) => {
	const marks = retryMarksIn({
		getContext: () => entries.data,
		getMode: () => 'retry',
		evaluateExpression: () => 0,
	});
	return new FailedExecution({ value: 'create' }, marks, () => {});
};

const textIn = (entries: ExecutionEntries) => entries.get('failedRun')?.sent ?? '';

test.each([
	['10,000 items', Array<number>(10_000).fill(1), 60_000],
	['an item with 10,000 recipients', [10_000], 70_000],
])('what a run of %s leaves for Retry is small, and made and found quickly', (_, counts, size) => {
	const entries = new ExecutionEntries({});
	const before = process.cpuUsage();
	memoryIn(entries).leave(recipientsOf(counts).map(accepted));
	const retried = recipientsOf(counts);
	const answers = memoryIn(entries).lookUp(retried);

	expect(textIn(entries).length).toBeLessThanOrEqual(size);
	const kinds = retried.map((one) => answers.get(one)?.kind);
	expect(new Set(kinds)).toEqual(new Set(['alreadySent']));
	// It takes about 60 ms.
	expect(process.cpuUsage(before).user / 1000).toBeLessThan(1_000);
});

test('items that are not sent take one character, and a digest stays the same between versions', () => {
	const entries = new ExecutionEntries({});
	memoryIn(entries).leave([recipient(1, 0), recipient(4, 0)].map(accepted));
	expect(textIn(entries)).toMatch(/^\.[\w-]{6}\.\.[\w-]{6}$/);

	memoryIn(entries).leave([accepted(recipient(0, 0))]);
	expect(textIn(entries)).toMatch(/^yUzS0C[\w-]{6}\.\.[\w-]{6}$/);
});

test('a run that tells of some items only keeps the marks of the others', () => {
	const entries = new ExecutionEntries({});
	const [first, second, third] = recipientsOf([1, 1, 1]);
	memoryIn(entries).leave([accepted(first)]);
	memoryIn(entries).leave([accepted(third)]);
	const answers = memoryIn(entries).lookUp([first, second, third]);

	expect([...answers.keys()]).toEqual([first, third]);
});
