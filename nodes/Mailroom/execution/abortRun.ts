import { NodeOperationError } from 'n8n-workflow';
import { firstOf, joinSentences } from '../parameters/wording';
import { itemError, type NodeError } from './itemError';
import { failureOf, itemCountOf, statusOf, type Item, type ItemStatus } from './Item';
import type { Run } from './Run';

const MAX_NUMBERS = 10;

const STATUSES: ItemStatus[] = ['accepted', 'sent earlier', 'in doubt', 'not sent'];

const MAX_SUMMARY_LENGTH = 300;

export function abortIfCancelled(run: Run): void {
	if (!run.isCancelled) return;
	// n8n recognizes a cancellation by this word.
	throw withSummary(new NodeOperationError(run.node, 'The execution was canceled'), run);
}

export function abortIfFailed(run: Run): void {
	if (run.continueOnFail) return;
	const item = run.items.find((one) => failureOf(one) !== undefined);
	if (!item) return;
	const error = itemError(run, item);
	const total = run.itemIndexes.length;
	const invalid = run.items.filter((one) => one.error !== undefined);
	// n8n's editor would also show this index, which starts at 0.
	if (total > 1) delete error.context.itemIndex;
	if (item.error !== undefined && invalid.length > 1) explainInvalid(error, invalid, total);
	else if (total > 1 && isOfOneItem(item)) {
		error.message += ` (item ${item.index + 1} of ${total})`;
	}
	throw withSummary(error, run);
}

function isOfOneItem({ units }: Item): boolean {
	return units.every(({ outcome }) => outcome === undefined || itemCountOf(outcome.batch) === 1);
}

function explainInvalid(error: NodeError, invalid: Item[], total: number): void {
	const numbers = invalid.map(({ index }) => `${index + 1}`);
	const count = numbers.length.toLocaleString('en-US');
	const which = firstOf(numbers, MAX_NUMBERS);
	error.message = `${count} items are invalid (${which}). Item ${numbers[0]}: ${error.message}`;
	if (numbers.length === total) return;
	const advice = 'To process the others, set "On Error" to "Continue".';
	error.description = joinSentences(error.description, advice);
}

function withSummary<E extends Error>(error: E, run: Run): E {
	const total = run.itemIndexes.length;
	if (total === 1) return error;
	const unread = run.itemIndexes.slice(run.items.length);
	const ofEarlierTry = unread.flatMap((index) => run.tries.items.get(index) ?? []);
	const summary = summarize([...run.items, ...ofEarlierTry], total);
	error.message += ` ${summary}`;
	run.reportSummary(summary);
	return error;
}

/** Such as `(items 1-100 accepted; 101-200 in doubt)`. */
export function summarize(items: Item[], itemCount: number): string {
	const statuses = new Array<ItemStatus>(itemCount).fill('not sent');
	for (const item of items) statuses[item.index] = statusOfItem(item);

	const present = STATUSES.map((status) => ({ status, ranges: rangesOf(statuses, status) })).filter(
		({ ranges }) => ranges.length > 0,
	);
	const { length } = present.flatMap(({ ranges }) => ranges).join(', ');
	const room = length <= MAX_SUMMARY_LENGTH ? length : MAX_SUMMARY_LENGTH / present.length;
	const parts = present.map(({ status, ranges }) => `${shortened(ranges, room)} ${status}`);
	return `(items ${parts.join('; ')})`;
}

/** A partly sent item is in doubt, because sending it again could send that part twice. */
function statusOfItem({ units }: Item): ItemStatus {
	const statuses = [...new Set(units.map(statusOf))];
	if (statuses.length <= 1) return statuses.at(0) ?? 'not sent';
	const isDone = statuses.every((status) => status === 'accepted' || status === 'sent earlier');
	return isDone ? 'accepted' : 'in doubt';
}

function rangesOf(statuses: ItemStatus[], wanted: ItemStatus): string[] {
	const ranges: Array<[first: number, last: number]> = [];
	for (const [index, status] of statuses.entries()) {
		if (status !== wanted) continue;
		const range = ranges.at(-1);
		if (range?.[1] === index) range[1] = index + 1;
		else ranges.push([index + 1, index + 1]);
	}
	return ranges.map(([first, last]) => (first === last ? `${first}` : `${first}-${last}`));
}

function shortened(ranges: string[], room: number): string {
	let count = 0;
	let length = 0;
	while (count < ranges.length && (count === 0 || length + ranges[count].length <= room)) {
		length += ranges[count].length + 2;
		count++;
	}
	const more = ranges.length - count;
	const shown = ranges.slice(0, count).join(', ');
	if (more === 0) return shown;
	return `${shown} and ${more} more ${more === 1 ? 'range' : 'ranges'}`;
}
