/** @returns gives the seconds since it was last asked */
export function startStopwatch(): () => number {
	let last = performance.now();
	return () => {
		const now = performance.now();
		const seconds = (now - last) / 1_000;
		last = now;
		return seconds;
	};
}
