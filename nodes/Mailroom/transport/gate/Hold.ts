import type { Failed } from '../Outcome';

/** Keeps a request back. The gate asks all holds of a request before it starts. */
export interface Hold {
	/**
	 * When the request may start, in ms of the clock. `Infinity`: not before a change. A failure: the request fails. Undefined: the
	 * request is withdrawn.
	 */
	opensAt(now: number): number | Failed | undefined;
	/** Called right before the request leaves. A failure keeps it back; `closed` lets it wait again. */
	start?(): Failed | 'closed' | undefined;
	/** Calls `wake` at each change. The same function may come often. */
	onChange?(wake: () => void): void;
}
