import { NodeApiError, NodeOperationError } from 'n8n-workflow';
import { UnusableCredential } from '../../../credentials/resolvedCredential';
import { InvalidParameter } from '../parameters/InvalidParameter';
import type { Failed } from '../transport/Outcome';

/** Turns what was thrown before a request into a failure. For a request, `unexpectedFailure` does. */
export function failedBy(cause: unknown): Failed {
	return { kind: 'notSent', ...wordsOf(cause), scope: 'request', isBeforeRequest: true, cause };
}

function wordsOf(cause: unknown): Pick<Failed, 'problem' | 'advice'> {
	if (cause instanceof InvalidParameter || cause instanceof UnusableCredential) {
		return { problem: cause.problem, advice: cause.advice };
	}
	if (cause instanceof NodeApiError || cause instanceof NodeOperationError) {
		return { problem: cause.message, advice: cause.description ?? undefined };
	}
	if (cause instanceof Error) return { problem: cause.message };
	return { problem: "The node stopped unexpectedly. See n8n's log" };
}
