import type { GateRequest } from './GateRequest';

/** When a request or probe last started, by the name of its connection. Without those that got an answer since. */
export type LastTries = Map<string, number>;

/**
 * The order in which waiting requests are asked whether they may start:
 *
 * 1. Probes.
 * 2. While the breaker isn't closed, writes. One starts at most, so it delays no others. Connections take turns, as one may be the problem, and
 *    one that was just answered goes first. A retry goes last, as it may fail by its content.
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
	return [...waiting].sort(
		(one, other) =>
			priorityOf(other) - priorityOf(one) ||
			(isTrial(one) && compareTrials(one, other, lastTries)) ||
			waitsSince(one) - waitsSince(other) ||
			Number(other.isRetry) - Number(one.isRetry),
	);
}

function compareTrials(one: GateRequest, other: GateRequest, lastTries: LastTries): number {
	const triedAt = ({ connectionName }: GateRequest) => lastTries.get(connectionName) ?? 0;
	return triedAt(one) - triedAt(other) || Number(one.isRetry) - Number(other.isRetry);
}

function waitsSince({ group, since }: GateRequest): number {
	return Math.max(group.lastStartAt, since);
}
