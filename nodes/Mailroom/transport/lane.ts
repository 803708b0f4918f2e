/**
 * One run of a node, or one drop-down, as the transport sees it: whose turn it is, and whether it was cancelled.
 */
export class Lane {
	/** How many of its requests have started and not ended. */
	underWay = 0;

	/** Rejects when the run is cancelled; never resolves. One listener serves thousands of waits. */
	readonly cancelled: Promise<never>;

	constructor(readonly signal?: AbortSignal) {
		this.cancelled = new Promise((_, reject) => {
			if (signal?.aborted) reject(signal.reason as Error);
			signal?.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
		});
		this.cancelled.catch(() => {});
	}

	/** Waits for something, but no longer than until the run is cancelled. */
	async wait<T>(promise: Promise<T>): Promise<T> {
		// It may fail when nobody waits for it any more.
		promise.catch(() => {});
		this.signal?.throwIfAborted();
		return await Promise.race([promise, this.cancelled]);
	}
}
