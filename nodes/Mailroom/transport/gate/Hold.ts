import type { Failed } from '../Outcome';

/** A run's own reason to keep a request back. */
export interface Hold {
	/**
	 * Asked each time that the request has its turn. `go`: nothing else keeps it back after the last hold of a request, so this one
	 * may count the start. `wait`: ask again after a change. A failure: the request fails. Undefined: the request is withdrawn.
	 */
	start(): 'go' | 'wait' | Failed | undefined;
	/** Calls `wake` at each change, if the hold ever waits. The same function may come often. */
	onChange?(wake: () => void): void;
}
