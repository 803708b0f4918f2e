import { NodeApiError, NodeOperationError, type INode } from 'n8n-workflow';
import { InvalidParameter } from '../parameters/InvalidParameter';
import { ServiceError } from '../transport/serviceError';

/**
 * The error of one item, as n8n shows and stores it. Errors of the HTTP client are never passed on: they hold the request
 * with its key.
 */
export function itemError(
	error: unknown,
	node: INode,
	itemIndex: number,
): NodeApiError | NodeOperationError {
	if (error instanceof NodeApiError || error instanceof NodeOperationError) {
		error.context.itemIndex ??= itemIndex;
		return error;
	}
	const message = error instanceof Error ? error.message : 'Unknown error';
	if (error instanceof ServiceError) {
		return new NodeApiError(node, { message }, { message, httpCode: httpCode(error), itemIndex });
	}
	return new NodeOperationError(node, message, {
		itemIndex,
		level: error instanceof InvalidParameter ? 'warning' : 'error',
	});
}

/** n8n keeps the status as text; "none" keeps it from searching the message for one. */
function httpCode({ status }: ServiceError): string {
	return status === undefined ? 'none' : String(status);
}
