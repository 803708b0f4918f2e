import { startedAfterFailure } from './startedAfterFailure';
import { wrongDeeds } from './wrongDeeds';
import { wrongOutput } from './wrongOutput';
import { wrongRequests } from './wrongRequests';
import type { JobRun } from './runJob';
import type { Said } from './whatNodeSaid';

/** Where the service's journal and store do not bear out what the node said and promises. */
export function violations(jobRun: JobRun, said: Said[]): string[] {
	const { job, sandbox } = jobRun;
	const fates = said.map(({ fate }) => fate);
	return [
		...wrongOutput(jobRun),
		...wrongDeeds(jobRun, said),
		...wrongRequests(jobRun),
		...startedAfterFailure(jobRun),
		...(job.wrongState?.(fates, sandbox) ?? []),
	];
}
