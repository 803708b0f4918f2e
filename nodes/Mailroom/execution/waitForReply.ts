import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { QUESTION } from '../answer/Question';
import { failureOf } from './Item';
import type { Run } from './Run';

/**
 * Lets the execution wait for the reply to the email that a run has sent. If it was not accepted, nothing waits.
 *
 * @returns the output: the input, if nobody replies in time
 */
export async function waitForReply(
	{ operation, items }: Run,
	context: IExecuteFunctions,
	output: INodeExecutionData[],
): Promise<INodeExecutionData[]> {
	const { wait } = operation;
	const [item] = items;
	if (!wait || item.isInvalid || failureOf(item)) return output;
	// As text, since n8n's expressions hand out objects in a shape of their own.
	context.getContext('node')[QUESTION] = JSON.stringify(wait.question(item.values));
	await context.putExecutionToWait(wait.until(item.values));
	return context.getInputData();
}
