/** Ends all waits in it when its signal aborts. One listener serves thousands of waits. */
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

	get isCancelled(): boolean {
		return this.signal?.aborted === true;
	}

	/** Throws the signal's reason. */
	throwIfCancelled(): void {
		this.signal?.throwIfAborted();
	}

	/** Waits for a promise, but no longer than until the cancellation. */
	async wait<T>(promise: Promise<T>): Promise<T> {
		// It may reject after the cancellation.
		promise.catch(() => {});
		this.throwIfCancelled();
		return await Promise.race([promise, this.cancelled]);
	}

	/** Cancelled as soon as one of both is. */
	or(other: Cancellation | undefined): Cancellation {
		if (!other?.signal) return this;
		if (!this.signal) return other;
		return new Cancellation(AbortSignal.any([this.signal, other.signal]));
	}
}
