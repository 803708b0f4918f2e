import { percent } from './numbers';

export interface Goal {
	work: string;
	toReach: string;
	measured: string;
	isMet: boolean;
}

/** Of the service. */
export const LIMIT_PER_SECOND = 10;

/** @param leastShare of the rate limit */
export function paceGoal(work: string, perSecond: number, leastShare: number): Goal {
	const share = perSecond / LIMIT_PER_SECOND;
	return {
		work,
		toReach: `at least ${percent(leastShare)} of ${LIMIT_PER_SECOND} per second`,
		measured: percent(share),
		isMet: share >= leastShare,
	};
}

/** @param isComplete whether the run did all its work */
export function deliveryGoal(
	work: string,
	{ lost, duplicates }: { lost: number; duplicates: number },
	isComplete = true,
): Goal {
	return {
		work,
		toReach: 'none lost, no duplicates',
		measured: `${lost} lost, ${duplicates} duplicates`,
		isMet: lost === 0 && duplicates === 0 && isComplete,
	};
}
