import { NodeApiError, NodeOperationError, type INode } from 'n8n-workflow';
import { InvalidParameter } from '../parameters/InvalidParameter';
import { ServiceError } from '../transport/serviceError';
import { failureOf, type ItemRun } from './ItemRun';
import type { Operation } from './Operation';

const MAX_NAMED_PIECES = 100;

/** The error of a failed item, as n8n shows and stores it. */
export function itemError(
	operation: Operation,
	node: INode,
	item: ItemRun,
): NodeApiError | NodeOperationError {
	const error = nodeError(failureOf(item)?.error, node, item.index);
	const accepted = item.pieces.filter(({ outcome }) => outcome?.kind === 'accepted').length;
	const { pieceName } = operation.bulk ?? {};
	if (accepted > 0 && pieceName) {
		const missing = item.pieces.filter(({ outcome }) => outcome?.kind !== 'accepted');
		const names = missing.slice(0, MAX_NAMED_PIECES).map(({ ask }) => pieceName(ask));
		const more = missing.length > names.length ? ` and ${missing.length - names.length} more` : '';
		error.message += ` (accepted for ${accepted} of ${item.pieces.length} recipients; not for ${names.join(', ')}${more})`;
	}
	return error;
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
	const message = error instanceof Error ? error.message : 'Unknown error';
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
