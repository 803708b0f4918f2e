type Stop = (reason: Error) => void;

/** One listener for all waits on a signal. */
const waits = new WeakMap<AbortSignal, Set<Stop>>();

/**
 * Waits for the promise until the signal aborts.
 *
 * @throws the reason of the signal
 */
export async function abortable<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
	// It may reject after the wait has ended.
	promise.catch(() => {});
	signal.throwIfAborted();
	const ofSignal = waitsOn(signal);
	let stop: Stop = () => {};
	const aborted = new Promise<never>((_, reject) => {
		stop = reject;
	});
	ofSignal.add(stop);
	try {
		return await Promise.race([promise, aborted]);
	} finally {
		// The signal lives longer, and would keep the result.
		ofSignal.delete(stop);
	}
}

function waitsOn(signal: AbortSignal): Set<Stop> {
	const known = waits.get(signal);
	if (known) return known;
	const ofSignal = new Set<Stop>();
	waits.set(signal, ofSignal);
	const stopAll = () => {
		for (const stop of ofSignal) stop(signal.reason as Error);
	};
	signal.addEventListener('abort', stopAll, { once: true });
	return ofSignal;
}
