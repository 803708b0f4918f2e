import type { ReportedRun } from '../Operation';
import { NodeOperationError } from 'n8n-workflow';
import { firstOf, joinSentences } from '../../parameters/wording';
import { accountOf } from './account';
import { itemError, type NodeError } from './itemError';
import { failureOf, itemCountOf, type Item } from '../Item';
import { rememberForExecutionRetry } from '../memory/executionRetry';

const MAX_NUMBERS = 10;

export function abortIfCanceled(run: ReportedRun): void {
	if (!run.isCanceled) return;
	// n8n recognizes a cancellation by this word.
	throw withAccount(new NodeOperationError(run.node, 'The execution was canceled'), run);
}

/** With "Stop", throws the error of the first failed item. */
export function abortIfFailed(run: ReportedRun): void {
	if (run.continueOnFail) return;
	const item = run.items.find((one) => failureOf(one) !== undefined);
	if (!item) return;
	const error = itemError(run, item);
	const total = run.itemIndexes.length;
	const invalid = run.items.filter((one) => one.invalid !== undefined);
	// n8n's editor would also show this index, which starts at 0.
	if (total > 1) delete error.context.itemIndex;
	if (item.invalid && invalid.length > 1) explainInvalid(error, invalid, total);
	else if (total > 1 && isOfOneItem(item)) {
		error.message += `, item ${item.index + 1} of ${total}`;
	}
	throw withAccount(error, run);
}

function isOfOneItem({ units }: Item): boolean {
	return units.every(({ batch }) => !batch || itemCountOf(batch) === 1);
}

function explainInvalid(error: NodeError, invalid: Item[], total: number): void {
	const numbers = invalid.map(({ index }) => `${index + 1}`);
	const count = numbers.length.toLocaleString('en-US');
	const which = firstOf(numbers, MAX_NUMBERS);
	error.message = `${count} items are invalid (${which}). Item ${numbers[0]}: ${error.message}`;
	if (numbers.length === total) return;
	const advice =
		'To process the others, in the Settings tab, set On Error to Continue (using error output). Failed items keep their columns.';
	error.description = joinSentences(error.description, advice);
}

/** Also logged, because n8n drops some errors. */
function withAccount<E extends Error>(error: E, run: ReportedRun): E {
	rememberForExecutionRetry(run);
	if (run.itemIndexes.length === 1) return error;
	const account = accountOf(run);
	error.message += ` ${account}`;
	run.log(`The node "${run.node.name}" ended early ${account}`);
	return error;
}
