import { NodeApiError, NodeOperationError, type INode } from 'n8n-workflow';
import { ExpressionFailure } from '../parameters/ExpressionFailure';
import { InvalidParameter } from '../parameters/InvalidParameter';
import { ServiceError } from '../transport/ServiceError';
import { failureOf, type Item } from './Item';
import type { Run } from './Run';
import { statusByRecipient, isFailure, sharedFate, whoElse } from './sharedRequestNote';

type NodeError = NodeApiError | NodeOperationError;

/** The error of a failed item, as n8n shows and stores it. */
export function itemError(
	{ operation: { bulk }, node }: Pick<Run, 'operation' | 'node'>,
	item: Item,
): NodeError {
	const failure = failureOf(item)?.error;
	const error = nodeError(failure, node, item.index);
	if (!bulk) return error;
	const outcome = item.units.map((piece) => piece.outcome).find((one) => isFailure(one, failure));
	if (isFailure(outcome, failure)) {
		const before = outcome.isUntried ? '' : sharedFate(bulk, item, failure, outcome.call);
		error.message = `${before}${error.message}${whoElse(bulk, outcome)}`;
	}
	if (bulk.unitName && item.units.length > 1) {
		error.message += statusByRecipient(item.units, bulk, failure);
	}
	return error;
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
