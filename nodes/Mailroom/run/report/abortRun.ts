import type { ReportedRun } from '../Operation';
import { NodeOperationError } from 'n8n-workflow';
import { accountOf } from './account';
import { explainInvalidItems } from './invalidItems';
import { itemError } from './itemError';
import { failureOf, itemCountOf, type Item } from '../Item';
import { rememberForExecutionRetry } from '../memory/executionRetry';

export function abortIfCanceled(run: ReportedRun): void {
	if (!run.isCanceled) return;
	// n8n recognizes a cancellation by this word.
	abort(new NodeOperationError(run.node, 'The execution was canceled'), run);
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
	if (item.invalid && invalid.length > 1) explainInvalidItems(error, invalid, total);
	else if (total > 1 && isOfOneItem(item)) {
		error.message += `, item ${item.index + 1} of ${total}`;
	}
	abort(error, run);
}

function isOfOneItem({ units }: Item): boolean {
	return units.every(({ batch }) => !batch || itemCountOf(batch) === 1);
}

/** Leaves the marks for n8n's Retry, and throws the error with the account. Also logs the account, because n8n drops some errors. */
function abort(error: Error, run: ReportedRun): never {
	rememberForExecutionRetry(run);
	if (run.itemIndexes.length > 1) {
		const account = accountOf(run);
		error.message += ` ${account}`;
		run.log(`The node "${run.node.name}" ended early ${account}`);
	}
	throw error;
}
