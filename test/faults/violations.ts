import { startedAfterFailure } from './startedAfterFailure';
import { wrongDeeds } from './wrongDeeds';
import { wrongOutput } from './wrongOutput';
import { wrongRequests } from './wrongRequests';
import type { JobRun } from './runJob';
import type { Said } from './whatNodeSaid';

/**
 * Where the service's journal and store do not bear out what the node said and promises.
 *
 * @param isSecond whether nothing went wrong in this execution, but in one before
 */
export function violations(jobRun: JobRun, said: Said[], isSecond: boolean): string[] {
	const { job, sandbox } = jobRun;
	const fates = said.map(({ fate }) => fate);
	return [
		...wrongOutput(jobRun),
		...wrongDeeds(jobRun, said),
		...wrongRequests(jobRun),
		...startedAfterFailure(jobRun),
		...(job.wrongState?.(fates, sandbox) ?? []),
		...(isSecond ? forgotten(jobRun, said) : []),
	];
}

/** What nobody will ever get, though the service would do it: it was neither done nor is it in doubt. */
function forgotten({ job }: JobRun, said: Said[]): string[] {
	return said.flatMap(({ deeds }) =>
		[...deeds]
			.filter(([deed, fate]) => fate === 'failed' && !job.isRefused?.(deed))
			.map(([deed]) => `${deed}: not done in the second execution either`),
	);
}
