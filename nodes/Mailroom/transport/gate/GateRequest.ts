import type { TellEvent } from '../ConnectionEvent';
import type { Failed } from '../Outcome';
import type { HealthSign, Responded } from '../verdict';
import type { Hold } from './Hold';
import type { RequestGroup } from './RequestGroup';

/** For whom a request is made. */
export interface Sender {
	group: RequestGroup;
	/** The same for runs with the same proxy and timeout. */
	connectionName: string;
	workflowName: string;
	/** Must not throw. */
	tell: TellEvent;
}

export interface GateRequest extends Sender {
	kind: 'read' | 'write' | 'probe';
	holds: Hold[];
	/** Withdraws the request. */
	signal: AbortSignal;
	/** When the request was made. Its retries keep this time. */
	since: number;
	isRetry: boolean;
	/** An earlier attempt got a 429. */
	wasThrottled: boolean;
	/** Tests with a harmless request whether the service is up. */
	probe?(): Promise<unknown>;
}

/** A request may leave, and has been counted. */
export interface Permit {
	release(sign: HealthSign, response?: Responded): void;
}

/** Undefined if the request is no longer wanted. */
export type NotStarted = Failed | undefined;

export type Admission = Permit | NotStarted;

export function isPermit(admission: object | undefined): admission is Permit {
	return admission !== undefined && 'release' in admission;
}
