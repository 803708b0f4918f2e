/** In recipients. A crash leaves at most these in doubt. */
const MAX_CLAIMED = 200;
/** So at most 20 emails to one recipient are claimed at the same time. */
const MIN_PER_BATCH = 10;

/** @param recipientCounts of batches that are claimed at the same time */
export function isWithinLimit(recipientCounts: number[]): boolean {
	const taken = recipientCounts.reduce((sum, count) => sum + Math.max(MIN_PER_BATCH, count), 0);
	return taken <= MAX_CLAIMED;
}
