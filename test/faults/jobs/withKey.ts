import type { DrawJob } from '../drawJobs';

/**
 * The same sends with a Send Once Key: over two executions each recipient gets each email once, or is named as in doubt.
 *
 * @param isRefused whether the service never does this
 */
export const withKey =
	(draw: DrawJob, isRefused: (deed: string) => boolean): DrawJob =>
	(dice) => {
		const job = draw(dice);
		const { options = {} } = job.parameters ?? {};
		return {
			...job,
			parameters: {
				...job.parameters,
				options: { ...(options as object), sendOnceKey: '={{ $json.text }}' },
			},
			atMost: () => 1,
			isRefused,
		};
	};
