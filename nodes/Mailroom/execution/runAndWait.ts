import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { QUESTION } from '../sendAndWait/Question';
import type { Wait } from './Operation';
import type { Run } from './Run';
import { runOperation } from './runOperation';

/**
 * Runs an operation after which the execution waits for an answer. Where the email was not accepted, its error comes out, and
 * nothing waits.
 *
 * @returns what goes on when nobody answers in time: the input
 */
export async function runAndWait(
	run: Run,
	{ question, until }: Wait<unknown>,
	context: IExecuteFunctions,
): Promise<INodeExecutionData[]> {
	let accepted: { values: unknown } | undefined;
	const output = (values: unknown) => {
		accepted = { values };
		return {};
	};
	const failed = await runOperation({ ...run, operation: { ...run.operation, output } });
	if (!accepted) return failed;

	// As text, since n8n's expressions hand out objects in a shape of their own.
	context.getContext('node')[QUESTION] = JSON.stringify(question(accepted.values));
	await context.putExecutionToWait(until(accepted.values));
	return context.getInputData();
}
