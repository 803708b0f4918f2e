import type {
	IExecutePaginationFunctions,
	IExecuteSingleFunctions,
	IHttpRequestOptions,
	INodeExecutionData,
	INodePropertyRouting,
} from 'n8n-workflow';
import { failedBy } from '../run/failedBy';
import { nodeError, type NodeError } from '../run/report/itemError';
import { isTool } from '../run/NodeCall';
import { InvalidParameter } from '../parameters/InvalidParameter';
import { shown } from '../wording';

/**
 * For the parameter "Resource". Each operation replaces this paging function with its own. For an operation that the node doesn't
 * have, n8n's declarative engine would send a GET to the Base URL.
 */
export function refuseUnknownOperation(resources: string[]): INodePropertyRouting {
	/** The engine takes an array with a name for the name, and would run the operation for each item. */
	async function preSend(this: IExecuteSingleFunctions, options: IHttpRequestOptions) {
		if (typeof this.getNode().parameters.resource !== 'string') throw errorFor(this, resources);
		return await Promise.resolve(options);
	}
	async function pagination(this: IExecutePaginationFunctions): Promise<INodeExecutionData[]> {
		const error = errorFor(this, resources);
		if (!this.continueOnFail()) throw error;
		const failed = { json: { error: error.message }, pairedItem: { item: this.getItemIndex() } };
		// n8n adds the input fields only if there is no error object.
		const isRow = this.getNode().onError === 'continueErrorOutput';
		return await Promise.resolve([isRow ? failed : { ...failed, error }]);
	}
	return { send: { paginate: true, preSend: [preSend] }, operations: { pagination } };
}

function errorFor(context: IExecuteSingleFunctions, resources: string[]): NodeError {
	const node = context.getNode();
	const { resource, operation } = node.parameters;
	const isOfOperation = typeof resource === 'string' && resources.includes(resource);
	const value = isOfOperation ? operation : resource;
	const label = isOfOperation ? 'Operation' : 'Resource';
	const problem = `is ${shown(value)}, which this node doesn't have`;
	const invalid = new InvalidParameter(label, problem, 'Choose one from the drop-down');
	const isOneText = context.continueOnFail() || isTool(node);
	return nodeError(failedBy(invalid), node, { itemIndex: context.getItemIndex(), isOneText });
}
