import type { Connection } from './connectionFailure';
import type { Failed } from '../Outcome';
import type { ServiceRequest } from '../ServiceRequest';

/**
 * The failure of a request in which something has thrown.
 *
 * @param request with `isInDoubt` if the service may have acted
 */
export function unexpectedFailure(
	error: unknown,
	request: { isInDoubt?: boolean } & Partial<Pick<ServiceRequest, 'doubtTexts'> & Connection> = {},
): Failed {
	const { isInDoubt, doubtTexts, redact = (text: string) => text } = request;
	const message = error instanceof Error ? redact(error.message) : String(typeof error);
	const problem = `The node stopped unexpectedly: ${message}`;
	return isInDoubt
		? { kind: 'inDoubt', doubt: doubtTexts, problem, scope: 'request' }
		: { kind: 'notSent', problem: `Not sent: ${problem}`, scope: 'request' };
}
