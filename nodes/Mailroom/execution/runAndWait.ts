import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { QUESTION } from '../answer/Question';
import type { Execution } from './Execution';
import type { Operation, Wait } from './Operation';
import { runOperation } from './runOperation';

/**
 * Runs an operation after which the execution waits for an answer. Where the email was not accepted, its error comes out, and
 * nothing waits.
 *
 * @returns what goes on when nobody answers in time: the input
 */
export async function runAndWait(
	operation: Operation,
	{ question, until }: Wait<unknown>,
	execution: Execution,
	context: IExecuteFunctions,
): Promise<INodeExecutionData[]> {
	let accepted: { ask: unknown } | undefined;
	const output = (ask: unknown) => {
		accepted = { ask };
		return {};
	};
	const failed = await runOperation({ ...operation, output }, execution);
	if (!accepted) return failed;

	// As text, since n8n's expressions hand out objects in a shape of their own.
	context.getContext('node')[QUESTION] = JSON.stringify(question(accepted.ask));
	await context.putExecutionToWait(until(accepted.ask));
	return context.getInputData();
}
