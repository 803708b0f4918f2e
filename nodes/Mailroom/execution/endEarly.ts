import { NodeOperationError } from 'n8n-workflow';
import { isRejection } from './isRejection';
import { itemError } from './itemError';
import { failureOf, itemCountOf, type Item } from './Item';
import type { Operation } from './Operation';
import { readItem } from './readItems';
import type { Run } from './Run';
import { accountOf } from './runAccount';
import type { SendOnceClaims } from './SendOnceClaims';

/** Of so many items that cannot be used the numbers are given. */
const MAX_NUMBERS = 10;

/** n8n tells a cancellation from an error by the word in the message. */
export function throwIfCancelled(run: Run): void {
	const { signal, node } = run;
	if (!signal?.aborted) return;
	throw withAccount(new NodeOperationError(node, 'The execution was canceled'), run);
}

/** With "Continue" the errors come out as items. */
export async function throwFirstError(run: Run, claims?: SendOnceClaims): Promise<void> {
	const { operation, items } = run;
	if (run.continueOnFail) return;
	const failed = items.filter((one) => failureOf(one) !== undefined);
	if (failed.length === 0) return;
	// Where the search for a rejected item was broken off, it is not known which of its call it is.
	const item = failed.find((one) => !isUnsearched(operation, one)) ?? failed[0];
	const error = itemError(run, item);
	const total = run.itemIndexes.length;
	if (total > 1) {
		// n8n's editor adds the index, which begins with 0: two numbers for one item.
		delete error.context.itemIndex;
		if (isOfOneItem(item)) error.message += ` (item ${item.index + 1} of ${total})`;
	}
	if (item.isInvalid) error.message = `${whichAreInvalid(items)}${error.message}`;
	await claims?.lookUp();
	throw withAccount(error, run);
}

/** How many items cannot be used, and which, where the error that follows is that of the first of them. */
function whichAreInvalid(items: Item[]): string {
	const numbers = items.filter(({ isInvalid }) => isInvalid).map(({ index }) => index + 1);
	if (numbers.length < 2) return '';
	const shown = numbers.slice(0, MAX_NUMBERS);
	const more =
		numbers.length > MAX_NUMBERS ? ` and ${inWords(numbers.length - MAX_NUMBERS)} more` : '';
	const hint =
		numbers.length < items.length
			? ' With "On Error: Continue" in the settings of the node the others are let through.'
			: '';
	return `${inWords(numbers.length)} items cannot be used: ${shown.join(', ')}${more}.${hint} The first: `;
}

/** Says if an item failed in a call that would have been split, had not another item failed. */
function isUnsearched(operation: Operation, { units }: Item): boolean {
	const failed = units.filter(({ outcome }) => outcome?.kind === 'failed');
	return (
		failed.length > 0 &&
		failed.every(
			({ values, outcome }) =>
				outcome?.kind === 'failed' &&
				outcome.call.units.length > 1 &&
				isRejection(operation, values, outcome.error),
		)
	);
}

/** Says if the failure concerns this item alone, not those that shared its request. */
function isOfOneItem(item: Item): boolean {
	return item.units.every(
		({ outcome }) => outcome === undefined || itemCountOf(outcome.call) === 1,
	);
}

/** The error of a run of several items says what became of all of them. So does n8n's log, as n8n does not keep every error. */
function withAccount<E extends Error>(error: E, run: Run): E {
	const total = run.itemIndexes.length;
	if (total === 1) return error;
	const account = accountOf([...run.items, ...rememberedItems(run)], total);
	error.message += ` ${account}`;
	run.log(`The node "${run.node.name}" ended early ${account}`);
	run.highlight('mailroom_account', account);
	return error;
}

/** The items that an earlier try has sent something of, and this one has not come to. */
function rememberedItems(run: Run): Item[] {
	return run.itemIndexes
		.slice(run.items.length)
		.filter((index) => run.memory.recall(index) !== undefined)
		.map((index) => readItem(run, index));
}

function inWords(count: number): string {
	return count.toLocaleString('en-US');
}
