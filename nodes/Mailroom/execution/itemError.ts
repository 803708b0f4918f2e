import { NodeApiError, NodeOperationError, type INode } from 'n8n-workflow';
import { ExpressionFailure } from '../parameters/Form';
import { InvalidParameter } from '../parameters/InvalidParameter';
import { firstOf, joinSentences } from '../parameters/wording';
import type { Failed } from '../transport/Outcome';
import { statusOfUnit, type Status } from './account';
import { failedBy } from './failedBy';
import { failureOf, itemCountOf, type Batch, type Item, type Unit } from './Item';
import { isTool } from './NodeCall';
import type { Bulk, Operation } from './Operation';
import type { Run } from './Run';

// The edge to n8n: a failure becomes an error here.

export type NodeError = NodeApiError | NodeOperationError;

const MAX_NAMED_UNITS = 100;

/** With "Continue" and in AI tools, only the message survives, so it includes the advice. */
export function itemError(run: Run, item: Item): NodeError {
	const { node, continueOnFail, operation } = run;
	const { failed = failedBy(undefined), batch } = failureOf(item) ?? {};
	const isOneText = continueOnFail || isTool(node);
	const ofBatch = batch ? inBatch(failed, item, batch, operation) : failed;
	const error = nodeError(ofBatch, node, { itemIndex: item.index, isOneText });
	if (batch) error.message += statusByRecipient(run, item, failed);
	return error;
}

/** Makes a new error, as errors of the HTTP client contain the key. */
export function nodeError(
	failed: Failed,
	node: INode,
	{ itemIndex, isOneText = false }: { itemIndex?: number; isOneText?: boolean } = {},
): NodeError {
	const { doubt, status, cause } = failed;
	const problem = joinSentences(doubt?.problem, failed.problem);
	const advice = joinSentences(doubt?.advice, failed.advice);
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

/** Adds that other units had the same outcome in one request. */
function inBatch(failed: Failed, item: Item, batch: Batch, operation: Operation): Failed {
	const { bulk, doneWord = 'done' } = operation;
	const count = batch.units.length;
	if (!bulk || count === 1 || failed.cause !== undefined) return failed;
	if (failed.kind === 'inDoubt') {
		const { doubt, problem } = failed;
		const shared = `In one request ${companyOf(batch, bulk)}: `;
		return doubt
			? { ...failed, doubt: { ...doubt, problem: shared + doubt.problem } }
			: { ...failed, problem: shared + problem };
	}
	const isAboutContent = failed.concerns === 'units' || Number(failed.status) < 300;
	// Items of a newsletter share one email.
	if (failed.kind !== 'rejected' || !isAboutContent || bulk.sharedOutputHint) return failed;
	const noun = doneWord === 'sent' ? 'emails' : bulk.unitNoun;
	const note = `None of the ${count} ${noun} in this request was ${doneWord}, because they were rejected together`;
	const isSplit = bulk.isolatesRejected?.(item.units[0].values) === true;
	const advice =
		bulk.splitOption && !isSplit ? `To send the others, turn on "${bulk.splitOption}".` : undefined;
	return {
		...failed,
		problem: joinSentences(failed.problem, note),
		advice: joinSentences(failed.advice, advice),
	};
}

function companyOf(batch: Batch, { unitNoun }: Bulk<unknown>): string {
	const others = itemCountOf(batch) - 1;
	if (others === 0) return `for ${batch.units.length} ${unitNoun} together`;
	return `together with ${others} other item${others === 1 ? '' : 's'}`;
}

/** Such as " (accepted for 248 of 250 recipients; in doubt for a, b)". */
function statusByRecipient(run: Run, { units }: Item, failed: Failed): string {
	const { bulk, doneWord } = run.operation;
	if (!bulk?.unitName || units.length === 1) return '';
	const withStatus = (wanted: Status) => units.filter((unit) => statusOfUnit(unit, run) === wanted);
	const about = units.filter(({ outcome }) => outcome === failed);
	const named = (label: string, some: Unit[]) => {
		const names = some.map(({ values }) => bulk.unitName?.(values) ?? '');
		return names.length > 0 ? [`${label} ${firstOf(names, MAX_NAMED_UNITS)}`] : [];
	};
	const [accepted, earlier, inDoubt, rejected] = (
		['accepted', 'alreadySent', 'inDoubt', 'rejected'] as const
	).map(withStatus);
	const unsent = [...withStatus('notSent'), ...withStatus('notTried')];
	const haveOneStatus = [inDoubt, [...rejected, ...unsent]].some(
		({ length }) => length === units.length,
	);
	if (haveOneStatus && about.length !== 1) return '';
	const parts = [
		...(haveOneStatus ? named('this is about', about) : []),
		`accepted for ${accepted.length} of ${units.length} ${bulk.unitNoun}`,
		...(earlier.length > 0 ? [`sent earlier to ${earlier.length}`] : []),
		...named('in doubt for', inDoubt),
		...(haveOneStatus ? [] : named('rejected for', rejected)),
		...(haveOneStatus ? [] : named(`not ${doneWord} to`, unsent)),
	];
	return ` (${parts.join('; ')})`;
}
