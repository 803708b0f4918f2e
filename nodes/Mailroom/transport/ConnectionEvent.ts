import type { NoResponse, Responded } from './verdict';

/** What the connection does on its own, for a log: without an address, a key or a text of the service. */
export type ConnectionEvent = Retry | QueuePause | BreakerChange;

export interface Retry {
	kind: 'retry';
	/** Such as "POST /email/list". */
	request: string;
	cause: Pick<Responded, 'status'> | Pick<NoResponse, 'failure'>;
	delayMs: number;
}

/** All requests for the service and key wait. */
interface QueuePause {
	kind: 'pause';
	ms: number;
}

export type BreakerState = 'closed' | 'open' | 'half-open';

/** Told once, by the request that has caused it. */
export interface BreakerChange {
	kind: 'breaker';
	from: BreakerState;
	to: BreakerState;
	/** The service has only been silent. */
	isSilence: boolean;
	/** Since the breaker opened. */
	outageMs: number;
}

export type TellEvent = (event: ConnectionEvent) => void;
