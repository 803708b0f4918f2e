import { startedAfterFailure } from './startedAfterFailure';
import { wrongDeeds } from './wrongDeeds';
import { wrongOutput } from './wrongOutput';
import { wrongRequests } from './wrongRequests';
import type { JobRun } from './runJob';
import type { Said } from './whatNodeSaid';

/**
 * Contradictions between the service's journal and store and the node's output and promises.
 *
 * @param isSecond whether this execution without faults follows one with faults
 */
export function violations(jobRun: JobRun, said: Said[], isSecond: boolean): string[] {
	const { job, sandbox } = jobRun;
	const statuses = said.map(({ status }) => status);
	return [
		...wrongOutput(jobRun),
		...wrongDeeds(jobRun, said),
		...wrongRequests(jobRun),
		...startedAfterFailure(jobRun),
		...(job.wrongState?.(statuses, sandbox) ?? []),
		...(isSecond ? forgotten(jobRun, said) : []),
	];
}

/** Deeds that will never be done although the service accepts them: neither done nor in doubt. */
function forgotten({ job }: JobRun, said: Said[]): string[] {
	return said.flatMap(({ deeds }) =>
		[...deeds]
			.filter(([deed, status]) => status === 'failed' && !job.isRejected?.(deed))
			.map(([deed]) => `${deed}: not done in the second execution either`),
	);
}
