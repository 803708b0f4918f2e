import type { JobRun, Request } from './runJob';

/** The fault in which the service rejects a request with status 200. */
export const REJECTION = 'JSON with a reason';

/**
 * Requests that repeat a deed after it was accepted, or after the service may have acted on a deed that must not be repeated.
 */
export function wrongRequests({ job, requests }: JobRun): string[] {
	const asked = job.items.flatMap(job.asks);
	const isAskedOnce = (deed: string) =>
		job.atMost?.(deed) === 1 || asked.filter((other) => other === deed).length === 1;
	const settled = new Map<string, string>();
	const wrong: string[] = [];
	for (const request of requests) {
		const deeds = request.deeds.filter(isAskedOnce);
		for (const deed of deeds) {
			const why = settled.get(deed);
			if (why) wrong.push(`${deed}: asked for again after ${why}`);
		}
		const why = whySettled(request, job.atMost !== undefined);
		if (why) for (const deed of deeds) settled.set(deed, why);
	}
	return wrong;
}

/**
 * The reason why a request must not be repeated; undefined if it may be.
 *
 * @param isOnce whether the request must not be repeated if the service may have acted on it
 */
function whySettled({ kind, status, heardAt }: Request, isOnce: boolean) {
	const isHeard = heardAt !== undefined;
	const isRejected = status !== null && status >= 400 && status < 500;
	if (isHeard && (isRejected || kind === REJECTION)) return undefined;
	if (isHeard && !kind) return 'it was accepted';
	return isOnce ? `a ${kind ?? 'timeout'}` : undefined;
}
