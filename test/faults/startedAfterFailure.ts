import type { JobRun, Request } from './runJob';
import { REJECTION } from './wrongRequests';

/** On a busy machine, this number of requests may be between their start and their socket. */
const MAX_ON_THEIR_WAY = 3;

/** After these statuses, a request may succeed or be repeated. */
const NOT_FINAL = [404, 408, 429];

/** Requests that started after the first failure was known, with "Stop" and without retries. */
export function startedAfterFailure({ job, settings, requests }: JobRun): string[] {
	if (settings.onError !== 'stopWorkflow' || settings.retryOnFail) return [];
	const isOnce = job.atMost !== undefined;
	const failures = requests.filter((request) => isFinalFailure(request, isOnce));
	const knownAt = Math.min(...failures.map(({ heardAt = Infinity }) => heardAt));
	const started = requests.filter(({ arrivedAt }) => arrivedAt > knownAt).length;
	if (started <= MAX_ON_THEIR_WAY) return [];
	return [`${started} requests started after one had failed for good`];
}

/** @param isOnce whether the request must not be repeated if the service may have acted on it */
function isFinalFailure({ kind, status, heardAt, deeds }: Request, isOnce: boolean): boolean {
	if (heardAt === undefined || status === null || deeds.length === 0) return false;
	const isRejected = (status >= 400 && status < 500) || kind === REJECTION;
	// Parts of a rejected call are sent again.
	if (isRejected) return deeds.length === 1 && !NOT_FINAL.includes(status);
	return isOnce && kind !== undefined;
}
