import type { IExecuteFunctions } from 'n8n-workflow';
import { ExecutionMemory } from './ExecutionMemory';

/** With "Retry" in the list of executions, n8n runs the failed node again with the same input items. */
export interface FailedRun {
	/** Undefined unless n8n's Retry repeats the run. */
	find(): string | undefined;
	save(sent: string): void;
}

export function failedRunIn(context: IExecuteFunctions): FailedRun {
	const memory = new ExecutionMemory(context.getContext('node'));
	// A node in a loop runs several times.
	const runIndex = () => Number(context.evaluateExpression('{{ $runIndex }}', 0));
	return {
		find: () => {
			if (context.getMode() !== 'retry') return undefined;
			const saved = memory.get('failedRun');
			return saved?.runIndex === runIndex() ? saved.sent : undefined;
		},
		save: (sent) => memory.set('failedRun', { runIndex: runIndex(), sent }),
	};
}
