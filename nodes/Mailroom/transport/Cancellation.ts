/** Ends the waits of all who wait in it, when it is cancelled: one listener serves thousands. */
export class Cancellation {
	/** Rejects with the signal's reason; never resolves. */
	readonly cancelled: Promise<never>;

	constructor(readonly signal?: AbortSignal) {
		this.cancelled = new Promise((_, reject) => {
			if (signal?.aborted) reject(signal.reason as Error);
			signal?.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
		});
		this.cancelled.catch(() => {});
	}

	/** Waits for something, but no longer than until the cancellation. */
	async wait<T>(promise: Promise<T>): Promise<T> {
		// It may fail when nobody waits for it any more.
		promise.catch(() => {});
		this.signal?.throwIfAborted();
		return await Promise.race([promise, this.cancelled]);
	}
}
