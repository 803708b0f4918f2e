import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { joinSentences } from '../../wording';
import type { Failed } from '../../transport/Outcome';
import { failedBy } from '../failedBy';
import type { ReportedRun } from '../Operation';
import { withoutAddresses } from '../send/rejectionReason';
import { endRun, hasEndedRun } from './abortRun';
import { statusOf } from './account';
import { nodeError } from './itemError';

// What is thrown where nothing should. With "Continue", n8n would pass on the input as success.

type ThrownIn = Pick<IExecuteFunctions, 'continueOnFail' | 'getExecutionCancelSignal'>;

export function logThrown(run: ReportedRun, error: unknown): void {
	const { problem } = failedBy(error);
	run.n8n.log(`The node "${run.n8n.node.name}" stopped unexpectedly: ${withoutAddresses(problem)}`);
}

/**
 * The items of a run that has thrown, each with the error.
 *
 * @param run undefined if the run could not begin
 * @throws with "Stop", and if the execution is canceled
 */
export function itemsAfterThrow(
	error: unknown,
	context: ThrownIn,
	{
		itemIndexes,
		run,
		continueOnFail = run?.n8n.continueOnFail ?? context.continueOnFail(),
	}: { itemIndexes: number[]; run?: ReportedRun; continueOnFail?: boolean },
): INodeExecutionData[] {
	if (hasEndedRun(error) || context.getExecutionCancelSignal()?.aborted) throw error;
	if (!continueOnFail) {
		if (!run) throw error;
		endRun(nodeError(failedBy(error), run.n8n.node), run);
	}
	return itemIndexes.map((itemIndex) => {
		const failed = failureAfterThrow(error, itemIndex, run);
		const pairedItem = { item: itemIndex };
		if (!run) return { json: { error: joinSentences(failed.problem, failed.advice) }, pairedItem };
		const shown = nodeError(failed, run.n8n.node, { itemIndex, isOneText: true });
		const item = { json: { error: shown.message }, pairedItem };
		// n8n adds the input fields only if there is no error object.
		return run.n8n.node.onError === 'continueErrorOutput' ? item : { ...item, error: shown };
	});
}

/** Tells what is known of an item although its result can't be returned. */
function failureAfterThrow(error: unknown, itemIndex: number, run?: ReportedRun): Failed {
	const failed = failedBy(error);
	const item = run?.items.find(({ index }) => index === itemIndex);
	const status = item && run && statusOf(item);
	if (status === 'inDoubt') return { ...failed, doubt: run?.operation.wire.doubtTexts };
	if (status !== 'accepted' && status !== 'alreadySent') return failed;
	const problem = `The service has accepted the item, but the node couldn't return its result: ${failed.problem}`;
	return { ...failed, problem, advice: "Don't repeat it.", cause: undefined };
}
