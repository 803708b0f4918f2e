/** One listener for all waits, as Node.js warns of more than ten. */
const rejections = new WeakMap<AbortSignal, Promise<never>>();

/**
 * Waits for the promise until the signal aborts.
 *
 * @throws the reason of the signal
 */
export async function abortable<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
	// It may reject after the wait has ended.
	promise.catch(() => {});
	signal.throwIfAborted();
	const rejection = rejections.get(signal) ?? rejectionOf(signal);
	rejections.set(signal, rejection);
	return await Promise.race([promise, rejection]);
}

function rejectionOf(signal: AbortSignal): Promise<never> {
	const rejection = new Promise<never>((_, reject) => {
		signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
	});
	rejection.catch(() => {});
	return rejection;
}
