import type { ListEmail } from '../../service';

/**
 * Dates less than this apart are one moment: `{{ $now.plus({ hours: 1 }) }}` is evaluated for each item anew, and a newsletter is
 * not to go out once for each of them.
 */
const SAME_MOMENT_MS = 1_000;

/** What two items have in common that say the same, but for the moment of delivery. */
export function emailContentKey({ delayUntilDate, ...content }: ListEmail): string {
	return JSON.stringify([content, delayUntilDate === undefined]);
}

/** Whether two items that say the same want it sent at the same moment. */
export function isSameMoment(one: ListEmail, other: ListEmail): boolean {
	if (one.delayUntilDate === undefined || other.delayUntilDate === undefined) {
		return one.delayUntilDate === other.delayUntilDate;
	}
	const apart = Date.parse(one.delayUntilDate) - Date.parse(other.delayUntilDate);
	return Math.abs(apart) < SAME_MOMENT_MS;
}

/** Whether two items ask for the same email, whoever gets it. */
export function isSameEmail(one: ListEmail, other: ListEmail): boolean {
	// The pieces of one item share one email, which may be long.
	if (one === other) return true;
	return (
		one.subject === other.subject &&
		one.body === other.body &&
		isSameMoment(one, other) &&
		emailContentKey(one) === emailContentKey(other)
	);
}
