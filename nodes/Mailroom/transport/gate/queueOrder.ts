import type { GateRequest } from './GateRequest';
import type { LastTries } from './LastTries';

/**
 * The order in which waiting requests are asked whether they may start:
 *
 * 1. Probes.
 * 2. While the breaker isn't closed, writes. One starts at most, so it delays no others. They take turns (`LastTries`). A retry goes last,
 *    as it may fail by its content.
 * 3. Other requests.
 * 4. Requests of polls.
 *
 * Otherwise first come, first served, but each start moves its run back, so that a long run doesn't delay others.
 */
export function inQueueOrder<Request extends GateRequest>(
	waiting: Request[],
	isOutage: boolean,
	lastTries: LastTries,
): Request[] {
	const isTrial = ({ kind }: Request) => isOutage && kind === 'write';
	const priorityOf = (request: Request) => {
		if (request.kind === 'probe') return 2;
		return isTrial(request) ? 1 : -Number(request.group.isLowPriority);
	};
	const compareTrials = (one: Request, other: Request) =>
		lastTries.compare(one, other) || Number(one.isRetry) - Number(other.isRetry);
	return [...waiting].sort(
		(one, other) =>
			priorityOf(other) - priorityOf(one) ||
			(isTrial(one) && compareTrials(one, other)) ||
			waitsSince(one) - waitsSince(other) ||
			Number(other.isRetry) - Number(one.isRetry),
	);
}

function waitsSince({ group, since }: GateRequest): number {
	return Math.max(group.lastStartAt, since);
}
