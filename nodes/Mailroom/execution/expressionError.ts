import { NodeOperationError, type INode } from 'n8n-workflow';
import type { ExpressionFailure } from '../parameters/ExpressionFailure';

/** The failure as n8n's own kind of error. It keeps what n8n knows of the failure, which its editor explains. */
export function expressionError(
	{ message, parameter, reason }: ExpressionFailure,
	node: INode,
	itemIndex?: number,
): NodeOperationError {
	const error = new NodeOperationError(node, reason, { itemIndex });
	error.message = message;
	error.context.parameter = parameter;
	return error;
}
