import type { TellEvent } from '../ConnectionEvent';
import type { Failed } from '../Outcome';
import type { Attempt } from '../verdict';
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

/** Undefined if the request is no longer wanted. */
export type NotStarted = Failed | undefined;

/** `go`: the request must leave now, as its start is counted. */
export type Admission = 'go' | NotStarted;

/** @param enter called right before the request leaves */
export type Exchange = (enter: () => Promise<Admission>) => Promise<Attempt | NotStarted>;

export function isAttempt(result: Attempt | NotStarted): result is Attempt {
	return result !== undefined && 'verdict' in result;
}
