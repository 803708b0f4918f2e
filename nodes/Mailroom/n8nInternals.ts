import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

// All that the node uses of n8n beside its documented interface, read in version 2.40. Each function says what it is for, and what happens
// in a version that lacks it.

/**
 * Sets what n8n passes on in place of the node's output: after a wait whose time limit is over, and after a throw with "Continue". Without
 * it, n8n passes on the input.
 */
export function passOnInstead(context: IExecuteFunctions, items: INodeExecutionData[]): void {
	context.getExecuteData().data.main = [items];
}
