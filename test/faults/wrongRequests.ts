import type { JobRun, Request } from './runJob';

/** The fault in which the service says no without the status of a refusal. */
export const REJECTION = 'JSON with a reason';

/**
 * Requests for what was asked for once, after the service had answered it, or may have acted on what must not be
 * repeated.
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
 * Why a request must not be repeated; undefined when it may be.
 *
 * @param isOnce whether it is of those that must not be repeated when they may have been acted on
 */
function whySettled({ kind, status, heardAt }: Request, isOnce: boolean) {
	const isHeard = heardAt !== undefined;
	const isRefused = status !== null && status >= 400 && status < 500;
	if (isHeard && (isRefused || kind === REJECTION)) return undefined;
	if (isHeard && !kind) return 'it was accepted';
	return isOnce ? `a ${kind ?? 'timeout'}` : undefined;
}
