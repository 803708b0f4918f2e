import { NodeOperationError, type INode } from 'n8n-workflow';
import type { ItemParameters } from '../parameters/ItemParameters';

/** An expression that n8n cannot evaluate, and where it stands. */
export class ExpressionFailure extends Error {
	constructor(
		readonly parameter: string,
		readonly reason: Error,
	) {
		super(`"${displayName(parameter)}" cannot be evaluated: ${reason.message}`);
	}
}

/** The parameters of an item, which say of which of them the expression is that n8n cannot evaluate. */
export function namingFailures(parameters: ItemParameters): ItemParameters {
	return {
		...parameters,
		value: (name) => named(name, () => parameters.value(name)),
		evaluate: (expression, name) => named(name, () => parameters.evaluate(expression, name)),
	};
}

/** As n8n's own kind of error, with what n8n knows of the failure: its editor explains it. */
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

function named<T>(parameter: string, evaluate: () => T): T {
	try {
		return evaluate();
	} catch (error) {
		throw error instanceof Error ? new ExpressionFailure(parameter, error) : error;
	}
}

/** How the form calls a parameter: `returnUrl` is "Return URL" there. */
function displayName(parameter: string): string {
	return parameter
		.split(/(?=[A-Z])/)
		.map((word) => (word === 'Url' ? 'URL' : word[0].toUpperCase() + word.slice(1)))
		.join(' ');
}
