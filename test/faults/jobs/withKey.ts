import type { DrawJob } from '../drawJobs';

/**
 * Sends with a Send Once Key. Over two executions, each recipient gets each email once or is reported as in doubt.
 *
 * @param isRejected whether the service always rejects a deed
 */
export const withKey =
	(draw: DrawJob, isRejected: (deed: string) => boolean): DrawJob =>
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
			isRejected,
		};
	};
