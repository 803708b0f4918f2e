import type { Job } from './drawJobs';
import type { Said } from './whatNodeSaid';

/** What nobody will ever get, though the service would do it: an execution in which nothing went wrong neither did it nor doubts it. */
export function forgotten({ isRefused }: Job, said: Said[]): string[] {
	return said.flatMap(({ deeds }) =>
		[...deeds]
			.filter(([deed, fate]) => fate === 'failed' && !isRefused?.(deed))
			.map(([deed]) => `${deed}: not done in the second execution either`),
	);
}
