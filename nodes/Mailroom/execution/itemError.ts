import { NodeApiError, NodeOperationError, type INode } from 'n8n-workflow';
import { UnusableCredential } from '../../../credentials/resolvedCredential';
import { ExpressionFailure } from '../parameters/Form';
import { InvalidParameter } from '../parameters/InvalidParameter';
import { firstOf, joinSentences } from '../parameters/wording';
import { isInDoubt, ServiceError } from '../transport/ServiceError';
import { statusOf, type ItemStatus } from './account';
import { failureOf, itemCountOf, type Failed, type Item, type Unit } from './Item';
import type { Bulk, Operation } from './Operation';
import type { Run } from './Run';
import { isTool } from './NodeCall';

export type NodeError = NodeApiError | NodeOperationError;

const MAX_NAMED_UNITS = 100;

const FAILED = [
	['in doubt', 'in doubt for'],
	['rejected', 'rejected for'],
	['not sent', 'not sent to'],
	['not tried', 'not tried for'],
] as const;

/** With "Continue" and in AI tools, only the message survives, so it includes the advice. */
export function itemError(run: Run, item: Item): NodeError {
	const { node, continueOnFail, operation } = run;
	const { bulk } = operation;
	const failure = failureOf(item);
	const isOneText = continueOnFail || isTool(node);
	const cause = bulk && failure ? rejectedTogether(failure, item, operation) : failure?.error;
	const error = nodeError(cause, node, { itemIndex: item.index, isOneText });
	if (!bulk || !failure || item.error !== undefined) return error;
	error.message = failure.isAssumed
		? joinSentences(error.message, assumptionNote(bulk))
		: doubtNote(bulk, failure) + error.message;
	if (bulk.unitName && item.units.length > 1) {
		error.message += statusByRecipient(bulk, item.units, failure, operation);
	}
	return error;
}

/** Makes a new error, as errors of the HTTP client contain the key. */
export function nodeError(
	error: unknown,
	node: INode,
	{ itemIndex, isOneText = false }: { itemIndex?: number; isOneText?: boolean } = {},
): NodeError {
	if (error instanceof ExpressionFailure) {
		const shown = new NodeOperationError(node, error.reason, { itemIndex });
		shown.context.parameter = error.parameter;
		return worded(shown, { message: error.message, description: shown.description });
	}
	const words = wordsOf(error, isOneText);
	const { message } = words;
	if (error instanceof ServiceError) {
		// Otherwise, n8n takes a number in the message for the status.
		const httpCode = String(error.details.status ?? 'none');
		return worded(new NodeApiError(node, { message }, { message, httpCode, itemIndex }), words);
	}
	const level = error instanceof InvalidParameter ? 'warning' : 'error';
	// Copied, because items share an error and each sets its index.
	return worded(new NodeOperationError(node, message, { itemIndex, level }), words);
}

interface Words {
	message: string;
	description?: string | null;
}

function wordsOf(error: unknown, isOneText: boolean): Words {
	if (!(error instanceof Error))
		return { message: "The node stopped unexpectedly. See n8n's log." };
	const { message } = error;
	if (error instanceof NodeApiError || error instanceof NodeOperationError) {
		return { message, description: error.description };
	}
	if (isOneText) return { message };
	if (error instanceof ServiceError) {
		const { doubt, advice } = error.details;
		return {
			message: joinSentences(doubt?.problem, error.problem),
			description: joinSentences(doubt?.advice, advice),
		};
	}
	const hasAdvice = error instanceof InvalidParameter || error instanceof UnusableCredential;
	return hasAdvice ? { message: error.problem, description: error.advice } : { message };
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

function doubtNote({ unitNoun }: Bulk<unknown>, { error, batch }: Failed): string {
	if (batch.units.length === 1 || !isInDoubt(error)) return '';
	const othersCount = itemCountOf(batch) - 1;
	const others =
		othersCount > 0
			? `together with ${othersCount} other item${othersCount === 1 ? '' : 's'}`
			: `for ${batch.units.length} ${unitNoun} together`;
	return `In one request ${others}: `;
}

/** Adds that parts of the request may be accepted alone. */
function rejectedTogether(
	{ error, batch, isAssumed }: Failed,
	{ units }: Item,
	{ bulk, doneWord }: Operation,
): unknown {
	if (!bulk?.unitName || batch.units.length === 1 || isAssumed) return error;
	if (!(error instanceof ServiceError) || error.details.outcome !== 'rejected') return error;
	const { problem, details } = error;
	if (details.rejects === 'all') return error;
	const noun = doneWord === 'sent' ? 'emails' : bulk.unitNoun;
	const note = `None of the ${batch.units.length} ${noun} in this request was ${doneWord ?? 'done'}, because they were rejected together`;
	const isSplit = details.rejects !== 'content' || bulk.isolatesRejected?.(units[0].values);
	const advice =
		bulk.splitOption && !isSplit ? `To send the others, turn on "${bulk.splitOption}".` : undefined;
	return new ServiceError(joinSentences(problem, note), {
		...details,
		advice: joinSentences(details.advice, advice),
	});
}

function assumptionNote({ unitNoun }: Bulk<unknown>): string {
	return `This item was not tried alone, because all ${unitNoun} that were tried were rejected for this reason.`;
}

/** Such as " (accepted for 248 of 250 recipients; in doubt for a, b)". */
function statusByRecipient(
	bulk: Bulk<unknown>,
	units: Unit[],
	{ error }: Failed,
	operation: Operation,
): string {
	const withStatus = (status: ItemStatus) =>
		units.filter((unit) => statusOf(unit, operation) === status);
	const failed = units.filter(
		({ outcome }) => outcome?.kind === 'failed' && outcome.error === error,
	);
	const inDoubt = withStatus('in doubt').length;
	const [accepted, earlier] = [withStatus('accepted').length, withStatus('sent earlier').length];
	const haveOneStatus = inDoubt === units.length || inDoubt + accepted + earlier === 0;
	if (haveOneStatus && failed.length !== 1) return '';
	const parts = [
		...(haveOneStatus ? named('this is about', failed, bulk) : []),
		`accepted for ${accepted} of ${units.length} ${bulk.unitNoun}`,
		...(earlier > 0 ? [`sent earlier to ${earlier}`] : []),
		...FAILED.flatMap(([status, label]) =>
			haveOneStatus ? [] : named(label, withStatus(status), bulk),
		),
	];
	return ` (${parts.join('; ')})`;
}

function named(label: string, units: Unit[], { unitName }: Bulk<unknown>): string[] {
	if (units.length === 0) return [];
	const names = units.map(({ values }) => unitName?.(values) ?? '');
	return [`${label} ${firstOf(names, MAX_NAMED_UNITS)}`];
}
