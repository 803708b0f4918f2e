import type { ReportedRun } from '../Operation';
import { NodeApiError, NodeOperationError, type INode } from 'n8n-workflow';
import { ExpressionFailure } from '../../parameters/Form';
import { InvalidParameter } from '../../parameters/InvalidParameter';
import { forNoRetry, joinSentences } from '../../wording';
import { parentOf } from '../executionOrigin';
import type { Failed } from '../../transport/Outcome';
import { statusByRecipient, withBatchNote } from './batchNotes';
import { failedBy } from '../failedBy';
import { failureOf, type Item } from '../Item';
import { isTool } from '../NodeCall';

// The edge to n8n: a failure becomes an error here.

export type NodeError = NodeApiError | NodeOperationError;

interface ErrorPlace {
	itemIndex?: number;
	isOneText?: boolean;
	/** Not said in one text: a language model could take it for a permission to repeat the call. */
	retrySkips?: boolean;
}

/** With "Continue" and in AI tools, only the message survives, so it includes the advice. */
export function itemError(run: ReportedRun, item: Item): NodeError {
	const { operation } = run;
	const { node, continueOnFail } = run.n8n;
	const { failed = failedBy(undefined), batch } = failureOf(item) ?? {};
	const isOneText = continueOnFail || isTool(node);
	const { advice } = failed;
	const offered = isOneText ? { ...failed, advice: forNoRetry(advice, isTool(node)) } : failed;
	const ofBatch = batch ? withBatchNote(offered, item, batch, operation) : offered;
	const retrySkips = !isOneText && skippedByRetry(run, item);
	const error = nodeError(ofBatch, node, { itemIndex: item.index, isOneText, retrySkips });
	if (batch) error.message += statusByRecipient(operation, item, failed);
	return error;
}

/** With a Send Once Key, "If in Doubt" decides. The Retry of a parent runs its sub-workflows anew. */
function skippedByRetry({ n8n: { call } }: ReportedRun, { units }: Item): boolean {
	const hasKey = units.some(({ recipient }) => recipient?.sendOnce);
	return !hasKey && call.isRetried && parentOf(call.context) === undefined;
}

/** After `Retry-After`. */
const TRY_LATER = /^Wait .* then try again\.$/;

/** Makes a new error, as errors of the HTTP client contain the key. */
export function nodeError(
	failed: Failed,
	node: INode,
	{ itemIndex, isOneText = false, retrySkips = false }: ErrorPlace = {},
): NodeError {
	const { doubt, status, cause } = failed;
	const problem = joinSentences(doubt?.problem, failed.problem);
	const afterStop = retrySkips ? doubt?.afterStop : undefined;
	// What may have been sent is to be checked, not to be tried again later.
	const ofFailure = doubt && TRY_LATER.test(failed.advice ?? '') ? undefined : failed.advice;
	const advice = joinSentences(doubt?.advice, ofFailure, afterStop);
	const words = isOneText
		? { message: joinSentences(problem, advice) }
		: { message: problem, description: advice };
	if (cause instanceof ExpressionFailure) {
		const shown = new NodeOperationError(node, cause.reason, { itemIndex });
		shown.context.parameter = cause.parameter;
		return worded(shown, { message: problem, description: shown.description });
	}
	const { message } = words;
	if (cause === undefined) {
		// Otherwise, n8n takes a number in the message for the status.
		const httpCode = String(status ?? 'none');
		return worded(new NodeApiError(node, { message }, { message, httpCode, itemIndex }), words);
	}
	const level = cause instanceof InvalidParameter ? 'warning' : 'error';
	return worded(new NodeOperationError(node, message, { itemIndex, level }), words);
}

interface Words {
	message: string;
	description?: string | null;
}

/** Restores the message, because n8n's constructors replace any that contains, say, ECONNREFUSED. */
function worded<E extends NodeError>(error: E, { message, description }: Words): E {
	error.message = uncanceled(message);
	error.description = description ? uncanceled(description) : undefined;
	return error;
}

/** n8n takes an error that contains "canceled" for a cancellation. */
function uncanceled(text: string): string {
	return text.replaceAll('canceled', 'Canceled');
}
