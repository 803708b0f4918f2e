import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { mostTries, passOnInstead } from '../../../n8nInternals';
import { isTool } from '../../../run/NodeCall';
import type { CallNode } from '../../../run/Operation';

/**
 * With "Stop", nothing after the node runs unless a person has said yes. n8n's "Continue" would pass on an error as an item, and after a throw
 * the input.
 */
export async function stopOnFailure(
	context: IExecuteFunctions,
	callNode: CallNode,
): Promise<INodeExecutionData[]> {
	if (!context.continueOnFail() || !isStop(context)) return await callNode();
	const node = context.getNode();
	// With "Always Output Data", n8n adds an item on the regular output to those on the error output.
	const isOnErrorOutput = node.onError === 'continueErrorOutput' && !node.alwaysOutputData;
	const isLastTry = nextTry(context) >= mostTries(node);
	let hasThrown = true;
	try {
		const output = await callNode({ continueOnFail: isOnErrorOutput });
		hasThrown = false;
		return output;
	} finally {
		// Another try needs the input.
		if (hasThrown && isLastTry) passOnInstead(context, []);
	}
}

/** What can't be read counts as "Stop". */
function isStop(context: IExecuteFunctions): boolean {
	if (isTool(context.getNode())) return false;
	const chosen = (name: string) => {
		try {
			return context.getNodeParameter(name, 0);
		} catch {
			return undefined;
		}
	};
	return chosen('responseType') !== 'freeText' && chosen('afterDecline') !== 'continue';
}

/** By an object of n8n that all tries of "Retry On Fail" share. */
const tries = new WeakMap<object, number>();

function nextTry(context: IExecuteFunctions): number {
	const ofRun = context.getExecuteData();
	const number = (tries.get(ofRun) ?? 0) + 1;
	tries.set(ofRun, number);
	return number;
}
