const SECOND_MS = 1000;

/**
 * The highest count in any second. At most ten means that any eleven moments span at least a second.
 *
 * @param moments in ms, in order
 */
export function mostInASecond(moments: number[]): number {
	let oldest = 0;
	let most = 0;
	for (const [index, at] of moments.entries()) {
		while (at - moments[oldest] >= SECOND_MS) oldest += 1;
		most = Math.max(most, index - oldest + 1);
	}
	return most;
}
