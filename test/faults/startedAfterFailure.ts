import type { JobRun, Request } from './runJob';
import { REJECTION } from './wrongRequests';

/** A busy n8n takes a while from the start of a request to its socket: so many may be on their way. */
const MAX_ON_THEIR_WAY = 3;

/** A request may be refused with these and still succeed, or be repeated. */
const NOT_FINAL = [404, 408, 429];

/** Requests that started after the first failure was known, with "Stop" and without another try. */
export function startedAfterFailure({ job, settings, requests }: JobRun): string[] {
	if (settings.onError !== 'stopWorkflow' || settings.retryOnFail) return [];
	const isOnce = job.atMost !== undefined;
	const failures = requests.filter((request) => isFinalFailure(request, isOnce));
	const knownAt = Math.min(...failures.map(({ heardAt = Infinity }) => heardAt));
	const started = requests.filter(({ arrivedAt }) => arrivedAt > knownAt).length;
	if (started <= MAX_ON_THEIR_WAY) return [];
	return [`${started} requests started after one had failed for good`];
}

/** @param isOnce whether it is of those that are not repeated when they may have been acted on */
function isFinalFailure({ kind, status, heardAt, deeds }: Request, isOnce: boolean): boolean {
	if (heardAt === undefined || status === null || deeds.length === 0) return false;
	const isRefused = (status >= 400 && status < 500) || kind === REJECTION;
	// Parts of a rejected call are sent again.
	if (isRefused) return deeds.length === 1 && !NOT_FINAL.includes(status);
	return isOnce && kind !== undefined;
}
