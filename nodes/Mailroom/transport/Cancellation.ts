/** One listener on a signal serves thousands of waits. */
export class Cancellation {
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

	throwIfCancelled(): void {
		this.signal?.throwIfAborted();
	}

	/** Waits until the cancellation at most. */
	async wait<T>(promise: Promise<T>): Promise<T> {
		// It may reject when nobody waits any more.
		promise.catch(() => {});
		this.throwIfCancelled();
		return await Promise.race([promise, this.cancelled]);
	}

	or(other: Cancellation | undefined): Cancellation {
		if (!other?.signal) return this;
		if (!this.signal) return other;
		return new Cancellation(AbortSignal.any([this.signal, other.signal]));
	}
}
