import { abortable } from './abortable';
import type { Clock } from '../clock';
import type { Retry, TellEvent } from './ConnectionEvent';
import { Doubt } from './Doubt';
import type { Connection } from './failure/connectionFailure';
import { failedRequest } from './failure/failedRequest';
import type { Gate } from './gate/Gate';
import {
	isAttempt,
	type Admission,
	type Exchange,
	type GateRequest,
	type NotStarted,
	type Sender,
} from './gate/GateRequest';
import type { Hold } from './gate/Hold';
import { httpOptions, readResponse, type FullResponse, type ServiceRequestOptions } from './http';
import type { Accepted, Failed } from './Outcome';
import { retryDelayMs } from './retryPolicy';
import type { ServiceRequest } from './ServiceRequest';
import { Throttling } from './throttling';
import { unexpectedFailure } from './failure/unexpectedFailure';
import { VERDICTS, type Attempt, type NoResponse } from './verdict';
import type { ServiceResponse } from '../service';

export interface ClientSettings extends Connection, Omit<Sender, 'tell'> {
	address: string;
	/**
	 * Returns the response without the API key.
	 *
	 * @param enter must be called right before the request leaves
	 */
	send(
		options: ServiceRequestOptions,
		enter: () => Promise<Admission>,
	): Promise<FullResponse | NoResponse | NotStarted>;
	gate: Gate;
	onEvent: TellEvent;
	clock: Clock;
}

/** Undefined if the request did not leave because its run has ended or a hold has withdrawn it. */
export type ServiceOutcome = Accepted<ServiceResponse> | Failed | undefined;

export interface Client {
	send(request: ServiceRequest, holds?: Hold[]): Promise<ServiceOutcome>;
}

/** How a request stands in the queue of the gate. */
type QueueEntry = Pick<GateRequest, 'signal' | 'holds' | 'since' | 'isRetry' | 'wasThrottled'>;

/** Sends requests for one run, drop-down or poll: through the gate, with retries where they are harmless. */
export class ServiceClient implements Client {
	constructor(readonly settings: ClientSettings) {}

	/** Retries if that is harmless and may help. */
	async send(request: ServiceRequest, holds: Hold[] = []): Promise<ServiceOutcome> {
		const doubt = new Doubt(request);
		try {
			return await this.sendWithRetries(request, holds, doubt);
		} catch (error) {
			// Such as an error of n8n, or a bug.
			const { redact } = this.settings;
			return unexpectedFailure(error, { ...request, isInDoubt: doubt.isPresent, redact });
		}
	}

	private async sendWithRetries(
		request: ServiceRequest,
		holds: Hold[],
		doubt: Doubt,
	): Promise<ServiceOutcome> {
		const { group, clock } = this.settings;
		const signal = request.signal ? AbortSignal.any([group.signal, request.signal]) : group.signal;
		const since = clock.now();
		const throttling = new Throttling(group, clock);
		let last: Attempt | undefined;
		let retries = 0;
		for (;;) {
			const { hasOccurred: wasThrottled } = throttling;
			const entry = { signal, holds, since, isRetry: last !== undefined, wasThrottled };
			const attempt = await this.attempt(request, entry, doubt);
			if (!isAttempt(attempt)) {
				// An earlier attempt in doubt must be reported.
				return doubt.isPresent && last ? this.failed(last, request, true) : attempt;
			}
			last = attempt;
			const throttledMs = throttling.afterAttempt(attempt);
			const isNotFoundDone = request.notFoundMeans === 'done' && doubt.isOfEarlierAttempt;
			const response = successOf(attempt, isNotFoundDone);
			if (response) return { kind: 'accepted', result: response, at: clock.timeOfDay() };
			doubt.attemptFailed(attempt);
			const random = clock.random();
			const delayMs = retryDelayMs(attempt, request, { retries, throttledMs, random });
			if (delayMs === undefined) return this.failed(attempt, request, doubt.isPresent);
			if (attempt.verdict !== 'throttled') retries++;
			this.tell(retryOf(request, attempt, delayMs));
			await abortable(clock.sleep(delayMs), signal);
		}
	}

	private failed(attempt: Attempt, request: ServiceRequest, isInDoubt: boolean): Failed {
		return failedRequest(attempt, { ...request, isInDoubt }, this.settings);
	}

	private async attempt(
		request: ServiceRequest,
		entry: QueueEntry,
		doubt: Doubt,
	): Promise<Attempt | NotStarted> {
		const { gate } = this.settings;
		const isRead = request.idempotency === 'safe';
		const probe = async () => await this.probe();
		const kind = isRead ? 'read' : 'write';
		const entering = { ...this.sender, ...entry, kind, probe } as const;
		const sent = this.noted(request, gate.execute(entering, this.exchange(request, doubt)));
		// An ended run need not wait for reads.
		return await (isRead ? abortable(sent, entry.signal) : sent);
	}

	private async probe(): Promise<void> {
		const { gate } = this.settings;
		const qs = { page: 1, per: 1 };
		const request = { url: '/lists', method: 'GET', qs, idempotency: 'safe' } as const;
		await this.noted(request, gate.executeAsProbe(this.sender, this.exchange(request)));
	}

	private get sender(): Sender {
		const { group, connectionName, workflowName } = this.settings;
		return { group, connectionName, workflowName, tell: this.tell };
	}

	/** What throws as it is told, such as a log, must not end a request. */
	private readonly tell: TellEvent = (event) => {
		try {
			this.settings.onEvent(event);
		} catch {
			// The event is lost.
		}
	};

	private exchange(request: ServiceRequest, doubt?: Doubt): Exchange {
		const { send, clock } = this.settings;
		return async (enter) => {
			const received = await send(httpOptions(request), async () => {
				const admission = await enter();
				if (admission === 'go') doubt?.attemptLeaves();
				return admission;
			});
			return isResponse(received) ? readResponse(received, request, clock.timeOfDay()) : received;
		};
	}

	/** Requests of the run that don't start in an outage tell its last failure, as the cause may be the run's own proxy or timeout. */
	private async noted(
		request: ServiceRequest,
		sent: Promise<Attempt | NotStarted>,
	): Promise<Attempt | NotStarted> {
		const attempt = await sent;
		if (!isAttempt(attempt) || attempt.verdict === 'throttled') return attempt;
		if (VERDICTS[attempt.verdict].health === 'answered') return attempt;
		this.settings.group.lastFailure = this.failed(attempt, request, false).problem;
		return attempt;
	}
}

function retryOf({ method, url }: ServiceRequest, attempt: Attempt, delayMs: number): Retry {
	const cause =
		attempt.kind === 'response' ? { status: attempt.status } : { failure: attempt.failure };
	return { kind: 'retry', request: `${method} ${url}`, cause, delayMs };
}

function isResponse(received: FullResponse | NoResponse | NotStarted): received is FullResponse {
	return received !== undefined && 'statusCode' in received;
}

/** @param isNotFoundDone whether a 404 shows that an earlier attempt has succeeded */
function successOf(attempt: Attempt, isNotFoundDone: boolean): ServiceResponse | undefined {
	if (attempt.kind === 'noResponse') return undefined;
	if (attempt.verdict === 'accepted') return attempt.body as ServiceResponse;
	return isNotFoundDone && attempt.status === 404 ? { success: true } : undefined;
}
