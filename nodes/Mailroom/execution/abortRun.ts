import { NodeOperationError } from 'n8n-workflow';
import { joinSentences } from '../joinSentences';
import { itemError, type NodeError } from './itemError';
import { failureOf, itemCountOf, type Item } from './Item';
import type { Run } from './Run';
import { summarize } from './runSummary';
import type { SendOnceClaims } from './SendOnceClaims';

/** The numbers of so many invalid items are given. */
const MAX_NUMBERS = 10;

/** n8n tells a cancellation from an error by the word in the message. */
export function abortIfCancelled(run: Run): void {
	if (!run.isCancelled) return;
	throw withSummary(new NodeOperationError(run.node, 'The execution was canceled'), run);
}

/** With "Continue" the errors come out as items. */
export async function abortIfFailed(run: Run, claims?: SendOnceClaims): Promise<void> {
	if (run.continueOnFail) return;
	// The failure of a small batch says more exactly which item it is about.
	const [item] = run.items
		.filter((one) => failureOf(one) !== undefined)
		.sort((one, other) => batchSizeOf(one) - batchSizeOf(other));
	if (!item) return;
	const error = itemError(run, item);
	const total = run.itemIndexes.length;
	if (total > 1) {
		// n8n's editor adds the index, which begins with 0: two numbers for one item.
		delete error.context.itemIndex;
		if (isOfOneItem(item)) error.message += ` (item ${item.index + 1} of ${total})`;
	}
	if (item.isInvalid) explainInvalid(error, run.items);
	await claims?.lookUp();
	throw withSummary(error, run);
}

function batchSizeOf(item: Item): number {
	const failure = failureOf(item);
	return failure && 'batch' in failure ? failure.batch.units.length : 0;
}

/** Says if the failure is about this item alone, not about others that shared its request. */
function isOfOneItem({ units }: Item): boolean {
	return units.every(({ outcome }) => outcome === undefined || itemCountOf(outcome.batch) === 1);
}

/** Says which items are invalid before the error of the first of them. */
function explainInvalid(error: NodeError, items: Item[]): void {
	const numbers = items.filter(({ isInvalid }) => isInvalid).map(({ index }) => index + 1);
	if (numbers.length === 1) return;
	const shown = numbers.slice(0, MAX_NUMBERS).join(', ');
	const rest = numbers.length - MAX_NUMBERS;
	const more = rest > 0 ? ` and ${rest.toLocaleString('en-US')} more` : '';
	const count = numbers.length.toLocaleString('en-US');
	error.message = `${count} items are invalid (${shown}${more}). Item ${numbers[0]}: ${error.message}`;
	if (numbers.length === items.length) return;
	const advice = 'To process the others, set "On Error" to "Continue".';
	error.description = joinSentences(error.description, advice);
}

/** The error of a run of several items tells the status of all of them. So does n8n's log, as n8n does not keep every error. */
function withSummary<E extends Error>(error: E, run: Run): E {
	const total = run.itemIndexes.length;
	if (total === 1) return error;
	const ofEarlierTry = run.itemIndexes
		.slice(run.items.length)
		.flatMap((index) => run.itemOfEarlierTry(index) ?? []);
	const summary = summarize([...run.items, ...ofEarlierTry], total);
	error.message += ` ${summary}`;
	run.log(`The node "${run.node.name}" ended early ${summary}`);
	run.highlight('mailroom_summary', summary);
	return error;
}
