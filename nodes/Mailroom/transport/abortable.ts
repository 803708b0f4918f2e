/** One listener for all waits on a signal. */
const waits = new WeakMap<AbortSignal, Set<() => void>>();

/** Undefined if the signal aborts first. */
export async function abortable<T>(
	promise: Promise<T>,
	signal: AbortSignal,
): Promise<T | undefined> {
	// It may reject after the wait has ended.
	promise.catch(() => {});
	if (signal.aborted) return undefined;
	const ofSignal = waitsOn(signal);
	let stop = () => {};
	const aborted = new Promise<undefined>((resolve) => {
		stop = () => resolve(undefined);
	});
	ofSignal.add(stop);
	try {
		return await Promise.race([promise, aborted]);
	} finally {
		// The signal lives longer, and would keep the result.
		ofSignal.delete(stop);
	}
}

function waitsOn(signal: AbortSignal): Set<() => void> {
	const known = waits.get(signal);
	if (known) return known;
	const ofSignal = new Set<() => void>();
	waits.set(signal, ofSignal);
	const stopAll = () => {
		for (const stop of ofSignal) stop();
	};
	signal.addEventListener('abort', stopAll, { once: true });
	return ofSignal;
}
