/** Ends the waits in it when it is cancelled. */
export interface Waits {
	readonly isCancelled: boolean;
	/** Throws the signal's reason. */
	throwIfCancelled(): void;
	/** Waits for something, but no longer than until the cancellation. */
	wait<T>(promise: Promise<T>): Promise<T>;
}

/** Of a run, mostly: one listener serves thousands of waits. */
export class Cancellation implements Waits {
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

	throwIfCancelled(): void {
		this.signal?.throwIfAborted();
	}

	async wait<T>(promise: Promise<T>): Promise<T> {
		// It may fail when nobody waits for it any more.
		promise.catch(() => {});
		this.throwIfCancelled();
		return await Promise.race([promise, this.cancelled]);
	}
}

/** Cancelled as soon as one of them is. */
export function eitherOf(one: Waits, other: Waits | undefined): Waits {
	if (!other) return one;
	return {
		get isCancelled() {
			return one.isCancelled || other.isCancelled;
		},
		throwIfCancelled() {
			one.throwIfCancelled();
			other.throwIfCancelled();
		},
		wait: async (promise) => await one.wait(other.wait(promise)),
	};
}
