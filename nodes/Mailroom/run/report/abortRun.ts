import type { ReportedRun } from '../Operation';
import { NodeOperationError } from 'n8n-workflow';
import { joinSentences } from '../../wording';
import { isInDoubt, type Failed } from '../../transport/Outcome';
import { accountOf } from './account';
import { explainInvalidItems } from './invalidItems';
import { itemError, nodeError } from './itemError';
import { failureOf, itemCountOf, type Item } from '../Item';

export function abortIfCanceled(run: ReportedRun): void {
	if (!run.n8n.isCanceled) return;
	// n8n recognizes a cancellation by this word.
	endRun(new NodeOperationError(run.n8n.node, 'The execution was canceled'), run);
}

/** With "Stop", throws the error of the first failed item. */
export function abortIfFailed(run: ReportedRun): void {
	if (run.n8n.continueOnFail) return;
	const item = run.items.find(stopsRun);
	if (!item) return;
	const { endedBy } = run;
	if (endedBy && endedBy === run.stoppedBy) {
		endRun(nodeError(withDoubt(endedBy, run), run.n8n.node), run);
	}
	const error = itemError(run, item);
	const total = run.n8n.itemIndexes.length;
	const invalid = run.items.filter((one) => one.invalid !== undefined);
	// n8n's editor would also show this index, which starts at 0.
	if (total > 1) delete error.context.itemIndex;
	if (item.invalid && invalid.length > 1) explainInvalidItems(error, invalid, total);
	else if (total > 1 && isOfOneItem(item)) {
		error.message += `, item ${item.index + 1} of ${total}`;
	}
	endRun(error, run);
}

/** Requests that were in flight are in doubt. */
function withDoubt(failed: Failed, { items, operation }: ReportedRun): Failed {
	const leavesDoubt = items.some(({ units }) => units.some(({ outcome }) => isInDoubt(outcome)));
	const { doubtTexts } = operation.wire;
	if (!leavesDoubt || !doubtTexts) return failed;
	const advice = `For those in doubt: ${doubtTexts.advice}`;
	return { ...failed, advice: joinSentences(failed.advice, advice) };
}

function stopsRun(item: Item): boolean {
	const { failed } = failureOf(item) ?? {};
	return failed !== undefined && !failed.isSkipped;
}

function isOfOneItem({ units }: Item): boolean {
	return units.every(({ batch }) => !batch || itemCountOf(batch) === 1);
}

const ends = new WeakSet<Error>();

/** Whether the error tells the account of its run already. */
export function hasEndedRun(error: unknown): boolean {
	return error instanceof Error && ends.has(error);
}

/** Leaves the marks for n8n's Retry, and throws the error with the account. Also logs the account, because n8n drops some errors. */
export function endRun(error: Error, run: ReportedRun): never {
	ends.add(error);
	run.leaveToRetry();
	if (run.n8n.itemIndexes.length > 1) {
		const account = accountOf(run);
		error.message += ` ${account}`;
		run.n8n.log(`The node "${run.n8n.node.name}" ended early ${account}`);
	}
	throw error;
}
