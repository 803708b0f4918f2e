import { NodeApiError, NodeOperationError, type INode } from 'n8n-workflow';
import { ExpressionFailure } from '../parameters/ExpressionFailure';
import { InvalidParameter } from '../parameters/InvalidParameter';
import { ServiceError } from '../transport/ServiceError';
import {
	failureOf,
	fateOf,
	type CallSize,
	type Failed,
	type Fate,
	type ItemRun,
	type Piece,
} from './ItemRun';
import type { Bulk, Operation } from './Operation';

const MAX_NAMED_PIECES = 100;

type NodeError = NodeApiError | NodeOperationError;

/** The error of a failed item, as n8n shows and stores it. */
export function itemError(operation: Operation, node: INode, item: ItemRun): NodeError {
	const failure = failureOf(item)?.error;
	const error = nodeError(failure, node, item.index);
	const { bulk } = operation;
	const [outcome] = item.pieces.flatMap((piece) =>
		isFailure(piece.outcome, failure) ? [piece.outcome] : [],
	);
	if (bulk && outcome && !outcome.isUntried) {
		error.message = `${sharedFate(bulk, item, failure, outcome.call)}${error.message}`;
	}
	if (bulk && outcome) error.message += whoElse(bulk, outcome);
	if (bulk?.pieceName && item.pieces.length > 1) {
		error.message += whatCameOf(item.pieces, bulk, failure);
	}
	return error;
}

function isFailure(outcome: Piece['outcome'], failure: unknown): outcome is Failed {
	return outcome?.kind === 'failed' && outcome.error === failure;
}

/** What is to be said first when the reason may be that of another item: they shared the request. */
function sharedFate(bulk: Bulk<unknown>, item: ItemRun, failure: unknown, call: CallSize): string {
	if (call.pieceCount === 1 || !(failure instanceof ServiceError)) return '';
	const { outcome, status = 0 } = failure;
	const others =
		call.itemCount > 1
			? `together with ${count(call.itemCount - 1, 'other item')}`
			: `for all of its ${call.pieceCount} ${bulk.pieceNoun ?? 'parts'}`;
	if (outcome === 'inDoubt') return `The request is in doubt as a whole, ${others}. `;
	const wouldBeSplit = bulk.isSplitWhenRejected(item.pieces[0].ask, status);
	const isAboutContent = !failure.refusesAll && (wouldBeSplit || bulk.splitOption !== undefined);
	if (outcome === 'notSent' || !isAboutContent) return '';
	const advice =
		bulk.splitOption && failure.rejectsContent && !wouldBeSplit
			? `; switch on "${bulk.splitOption}" to find out which of them the service refuses`
			: '';
	return `The request was rejected as a whole, ${others}${advice}. `;
}

/** For how many the reason is the same, and what else is known about it. */
function whoElse(
	{ pieceNoun = 'items' }: Bulk<unknown>,
	{ shared, isUntried, error }: Failed,
): string {
	if (!shared) return '';
	const { triedCount, untriedCount, advice } = shared;
	const all = `${inWords(triedCount + untriedCount)} ${pieceNoun} share this reason`;
	const untried = `${all}: ${inWords(triedCount)} were tried alone, this one was not, as all of them were rejected.`;
	const tried = triedCount + untriedCount > 1 ? `${all}.` : '';
	const sentences = [advice, isUntried ? untried : tried].filter(Boolean);
	if (sentences.length === 0) return '';
	const isEnded = error instanceof Error && /[.!?]$/.test(error.message);
	return `${isEnded ? '' : '.'} ${sentences.join(' ')}`;
}

function inWords(number: number): string {
	return number.toLocaleString('en-US');
}

function count(number: number, noun: string): string {
	return `${number} ${noun}${number === 1 ? '' : 's'}`;
}

/**
 * What came of the recipients of one item, e.g. " (accepted for 248 of 250 recipients; in doubt for a, b)". Nothing where the
 * same came of all.
 */
function whatCameOf(
	pieces: Piece[],
	{ pieceName, pieceNoun }: Bulk<unknown>,
	failure: unknown,
): string {
	const withFate = (fate: Fate) => pieces.filter((piece) => fateOf(piece) === fate);
	const named = (label: string, some: Piece[]) => {
		const names = some.slice(0, MAX_NAMED_PIECES).map(({ ask }) => pieceName?.(ask));
		const more = some.length > names.length ? ` and ${some.length - names.length} more` : '';
		return some.length > 0 ? [`${label} ${names.join(', ')}${more}`] : [];
	};
	const before = withFate('sent earlier').length;
	const earlier = before > 0 ? [`sent earlier to ${before}`] : [];
	const accepted = [
		`accepted for ${withFate('accepted').length} of ${pieces.length} ${pieceNoun}`,
		...earlier,
	].join('; ');
	const unsent = withFate('not sent');
	if (unsent.length === pieces.length) {
		const refused = unsent.filter(({ outcome }) => isFailure(outcome, failure));
		// Nobody got it, and one recipient is the reason: without the name the user could not tell which.
		return refused.length === 1
			? ` (${[...named('this is about', refused), accepted].join('; ')})`
			: '';
	}
	const inDoubt = withFate('in doubt');
	if (inDoubt.length === pieces.length) return '';
	return ` (${[accepted, ...named('in doubt for', inDoubt), ...named('not for', unsent)].join('; ')})`;
}

/**
 * An error as n8n's own kind. Errors of the HTTP client are never passed on: they hold the request with its key.
 */
export function nodeError(error: unknown, node: INode, itemIndex?: number): NodeError {
	if (error instanceof ExpressionFailure) {
		// n8n's own error keeps what it knows of the failure, which its editor explains.
		const shown = new NodeOperationError(node, error.reason, { itemIndex });
		shown.context.parameter = error.parameter;
		return worded(shown, error.message);
	}
	const message = error instanceof Error ? error.message : 'The node stopped for no known reason';
	if (error instanceof ServiceError) {
		return worded(
			new NodeApiError(node, { message }, { message, httpCode: httpCode(error), itemIndex }),
			message,
		);
	}
	const level = error instanceof InvalidParameter ? 'warning' : 'error';
	// Always a new one: n8n's own error may be that of all items, and each has an index of its own.
	const description = isNodeError(error) ? (error.description ?? undefined) : undefined;
	return worded(new NodeOperationError(node, message, { itemIndex, level, description }), message);
}

function isNodeError(error: unknown): error is NodeError {
	return error instanceof NodeApiError || error instanceof NodeOperationError;
}

/**
 * n8n's errors replace a message that holds a code such as ECONNREFUSED by words of their own, also one of the service. And n8n
 * takes an error for a cancellation when its message holds "canceled", in small letters.
 */
function worded<E extends Error>(error: E, message: string): E {
	error.message = message.replaceAll('canceled', 'Canceled');
	return error;
}

/** n8n keeps the status as text; "none" keeps it from searching the message for one. */
function httpCode({ status }: ServiceError): string {
	return status === undefined ? 'none' : String(status);
}
