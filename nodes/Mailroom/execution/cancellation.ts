import { NodeOperationError } from 'n8n-workflow';
import type { Execution } from './Execution';

/** Ends a run whose execution was cancelled. n8n tells a cancellation from an error by the word in the message. */
export function throwIfCancelled({ signal, node }: Execution): void {
	if (signal?.aborted) throw new NodeOperationError(node, 'The execution was canceled');
}
