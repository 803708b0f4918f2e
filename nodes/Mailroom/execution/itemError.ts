import { NodeApiError, NodeOperationError, type INode } from 'n8n-workflow';
import { ExpressionFailure } from '../parameters/ExpressionFailure';
import { InvalidParameter } from '../parameters/InvalidParameter';
import { isUncertain, ServiceError } from '../transport/serviceError';
import { expressionError } from './expressionError';
import { failureOf, type ItemRun, type Piece } from './ItemRun';
import type { Operation } from './Operation';

const MAX_NAMED_PIECES = 100;

/** The error of a failed item, as n8n shows and stores it. */
export function itemError(
	operation: Operation,
	node: INode,
	item: ItemRun,
): NodeApiError | NodeOperationError {
	const error = nodeError(failureOf(item)?.error, node, item.index);
	const { pieceName } = operation.bulk ?? {};
	const fates = new Set(item.pieces.map(fateOf));
	if (pieceName && fates.size > 1) error.message += ` (${whatCameOf(item.pieces, pieceName)})`;
	return error;
}

type Fate = 'accepted' | 'unknown' | 'not sent';

function fateOf({ outcome }: Piece): Fate {
	if (outcome?.kind === 'accepted') return 'accepted';
	return outcome && isUncertain(outcome.error) ? 'unknown' : 'not sent';
}

/** What came of the recipients of one item, e.g. "accepted for 248 of 250 recipients; unknown for a, b". */
function whatCameOf(pieces: Piece[], pieceName: (ask: unknown) => string): string {
	const withFate = (fate: Fate) => pieces.filter((piece) => fateOf(piece) === fate);
	const named = (label: string, some: Piece[]) => {
		const names = some.slice(0, MAX_NAMED_PIECES).map(({ ask }) => pieceName(ask));
		const more = some.length > names.length ? ` and ${some.length - names.length} more` : '';
		return some.length > 0 ? [`${label} ${names.join(', ')}${more}`] : [];
	};
	return [
		`accepted for ${withFate('accepted').length} of ${pieces.length} recipients`,
		...named('unknown for', withFate('unknown')),
		...named('not for', withFate('not sent')),
	].join('; ');
}

/**
 * An error as n8n's own kind. Errors of the HTTP client are never passed on: they hold the request with its key.
 */
export function nodeError(
	error: unknown,
	node: INode,
	itemIndex?: number,
): NodeApiError | NodeOperationError {
	if (error instanceof NodeApiError || error instanceof NodeOperationError) {
		error.context.itemIndex ??= itemIndex;
		return error;
	}
	if (error instanceof ExpressionFailure) return expressionError(error, node, itemIndex);
	const message = error instanceof Error ? error.message : 'The node stopped for no known reason';
	if (error instanceof ServiceError) {
		return worded(
			new NodeApiError(node, { message }, { message, httpCode: httpCode(error), itemIndex }),
			message,
		);
	}
	const level = error instanceof InvalidParameter ? 'warning' : 'error';
	return worded(new NodeOperationError(node, message, { itemIndex, level }), message);
}

/** n8n's errors replace a message that holds a code such as ECONNREFUSED by words of their own, also one of the service. */
function worded<E extends Error>(error: E, message: string): E {
	error.message = message;
	return error;
}

/** n8n keeps the status as text; "none" keeps it from searching the message for one. */
function httpCode({ status }: ServiceError): string {
	return status === undefined ? 'none' : String(status);
}
