import type { RequestTraits } from './describeResponse';
import type { Failed } from '../Outcome';
import { asksForLongWait } from '../retryAfter';
import type { Responded } from '../verdict';

/** Statuses that don't depend on the content. */
const REJECTS_ANY_CONTENT = [401, 403, 405, 407];

/** Whether a failure concerns the content of the request, the request, or all requests of the run. */
export function failureScope(
	attempt: Responded,
	{ notFoundMeans }: RequestTraits,
): Failed['scope'] {
	const { status, verdict } = attempt;
	if (endsRun(attempt)) return 'run';
	const isUrlWrong = status === 404 && notFoundMeans === 'wrongUrl';
	const isAboutContent = verdict === 'rejected' && status >= 400;
	if (!isAboutContent || isUrlWrong || REJECTS_ANY_CONTENT.includes(status)) return 'request';
	return 'units';
}

/** A refused key fails all requests, and a 429 was already waited out. A 403 may concern one list only. */
function endsRun(response: Responded): boolean {
	return response.status === 401 || response.status === 429 || asksForLongWait(response);
}
