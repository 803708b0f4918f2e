import type { IHttpRequestOptions } from 'n8n-workflow';
import { abortable } from './abortable';
import type { Clock } from './clock';
import type { Connection } from './failure/connectionFailure';
import { failedRequest } from './failure/failedRequest';
import {
	isPermit,
	type Admission,
	type Gate,
	type GateRequest,
	type NotStarted,
	type Permit,
} from './gate/Gate';
import type { Hold } from './gate/Hold';
import type { Accepted, Failed } from './Outcome';
import { retryAfterMs } from './retryAfter';
import { retryDelayMs } from './retryPolicy';
import type { RequestGroup } from './gate/RequestGroup';
import type { Idempotency, ServiceRequest } from './ServiceRequest';
import { Throttling } from './throttling';
import { unexpectedFailure } from './failure/unexpectedFailure';
import { VERDICTS, verdictOf, type Attempt, type NoResponse, type Responded } from './verdict';
import type { ServiceResponse } from '../service';

export interface FullResponse {
	statusCode: number;
	headers: Record<string, unknown>;
	body: unknown;
}

/** The credential adds the base address. */
export type ServiceRequestOptions = Omit<IHttpRequestOptions, 'baseURL' | 'timeout'>;

export interface ClientSettings extends Connection {
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
	group: RequestGroup;
	/** The same for runs with the same proxy and timeout. */
	connectionName: string;
	clock: Clock;
}

/** Undefined if the request did not leave because its run has ended or a hold has withdrawn it. */
export type ServiceOutcome = Accepted<ServiceResponse> | Failed | undefined;

export interface Client {
	send(request: ServiceRequest, holds?: Hold[]): Promise<ServiceOutcome>;
}

type QueueEntry = Pick<GateRequest, 'signal' | 'holds' | 'since' | 'isRetry' | 'wasThrottled'>;

/** Sends requests for one run, drop-down or poll: through the gate, with retries where they are harmless. */
export class ServiceClient implements Client {
	constructor(readonly settings: ClientSettings) {}

	/** Retries if that is harmless and may help. */
	async send(request: ServiceRequest, holds: Hold[] = []): Promise<ServiceOutcome> {
		const { group, clock } = this.settings;
		const signal = request.signal ? AbortSignal.any([group.signal, request.signal]) : group.signal;
		const entry = { signal, holds, since: clock.now() };
		const progress: Progress = { isInDoubt: request.wasInDoubt === true };
		try {
			return await this.sendWithRetries(request, entry, progress);
		} catch (error) {
			// Such as an error of n8n, or a bug. A change that has left may have been made.
			return unexpectedFailure(error, { ...request, ...progress, redact: this.settings.redact });
		}
	}

	private async sendWithRetries(
		request: ServiceRequest,
		entry: Omit<QueueEntry, 'isRetry' | 'wasThrottled'>,
		progress: Progress,
	): Promise<ServiceOutcome> {
		const { group, clock } = this.settings;
		const throttling = new Throttling(group, clock);
		let last: Attempt | undefined;
		let retries = 0;
		for (;;) {
			const wasInDoubt = progress.isInDoubt;
			const { hasOccurred: wasThrottled } = throttling;
			const queueEntry = { ...entry, isRetry: last !== undefined, wasThrottled };
			const attempt = await this.attempt(request, queueEntry, progress);
			if (!isAttempt(attempt)) {
				// An earlier attempt in doubt must be reported.
				return progress.isInDoubt && last ? this.failed(last, request, true) : attempt;
			}
			last = attempt;
			const throttledMs = throttling.afterAttempt(attempt);
			const response = successOf(attempt, request.notFoundMeans === 'done' && wasInDoubt);
			if (response) return { kind: 'accepted', result: response, at: clock.timeOfDay() };
			progress.isInDoubt = wasInDoubt || isDoubtful(attempt, request);
			const random = clock.random();
			const delayMs = retryDelayMs(attempt, request, { retries, throttledMs, random });
			if (delayMs === undefined) return this.failed(attempt, request, progress.isInDoubt);
			if (attempt.verdict !== 'throttled') retries++;
			await abortable(clock.sleep(delayMs), entry.signal);
		}
	}

	private failed(attempt: Attempt, request: ServiceRequest, isInDoubt: boolean) {
		return failedRequest(attempt, { ...request, isInDoubt }, this.settings);
	}

	private async attempt(
		request: ServiceRequest,
		entry: QueueEntry,
		progress: Progress,
	): Promise<Attempt | NotStarted> {
		const { gate, group, connectionName } = this.settings;
		const isRead = request.idempotency === 'safe';
		const probe = async () => await this.probe();
		const kind = isRead ? 'read' : 'write';
		const entering = { ...entry, kind, group, connectionName, probe } as const;
		const sent = this.exchange(request, async () => {
			const admission = await gate.enter(entering);
			// Until its response says otherwise.
			if (isPermit(admission) && !isRead) progress.isInDoubt = true;
			return admission;
		});
		// An ended run need not wait for reads.
		return await (isRead ? abortable(sent, entry.signal) : sent);
	}

	private async probe(): Promise<void> {
		const { gate, group, connectionName } = this.settings;
		const qs = { page: 1, per: 1 };
		const request = { url: '/lists', method: 'GET', qs, idempotency: 'safe' } as const;
		await this.exchange(request, async () => await gate.enterAsProbe({ group, connectionName }));
	}

	/** Always releases the permit, even if the run no longer waits, or something throws. */
	private async exchange(
		request: ServiceRequest,
		enter: () => Promise<Admission>,
	): Promise<Attempt | NotStarted> {
		let permit: Permit | undefined;
		let attempt: Attempt | NotStarted;
		try {
			const response = await this.settings.send(toOptions(request), async () => {
				const admission = await enter();
				if (isPermit(admission)) permit = admission;
				return admission;
			});
			const isResponse = response !== undefined && 'statusCode' in response;
			attempt = isResponse ? this.responded(response, request.idempotency) : response;
			if (isAttempt(attempt)) this.noteFailure(attempt, request);
			if (permit && !isAttempt(attempt)) throw new Error('n8n gave no response');
			return attempt;
		} finally {
			permit?.release(...healthOf(attempt));
		}
	}

	/** Requests of the run that don't start in an outage tell it, as the cause may be the run's own proxy or timeout. */
	private noteFailure(attempt: Attempt, request: ServiceRequest): void {
		const { health } = VERDICTS[attempt.verdict];
		if (health === 'answered' || attempt.verdict === 'throttled') return;
		this.settings.group.lastFailure = this.failed(attempt, request, false).problem;
	}

	private responded(
		{ statusCode: status, headers, body }: FullResponse,
		idempotency: Idempotency,
	): Responded {
		const verdict = verdictOf({ status, body }, idempotency);
		// With any other status, "Retry-After" concerns only this request.
		const asksToWait = status === 429 || status === 503;
		const now = this.settings.clock.timeOfDay();
		const askedMs = asksToWait ? retryAfterMs(headers['retry-after'], now) : undefined;
		const location = typeof headers.location === 'string' ? headers.location : undefined;
		return { kind: 'response', verdict, status, body, location, retryAfterMs: askedMs };
	}
}

/** Of a request, over its attempts. */
interface Progress {
	/** The service may have acted. */
	isInDoubt: boolean;
}

function isDoubtful({ verdict }: Attempt, { idempotency }: ServiceRequest): boolean {
	return idempotency !== 'safe' && VERDICTS[verdict].kind === 'inDoubt';
}

/** An exchange in which something has thrown says nothing about the service. */
function healthOf(attempt: Attempt | NotStarted): Parameters<Permit['release']> {
	if (!isAttempt(attempt)) return ['inconclusive'];
	return [VERDICTS[attempt.verdict].health, attempt.kind === 'response' ? attempt : undefined];
}

function isAttempt(attempt: Attempt | NotStarted): attempt is Attempt {
	return attempt !== undefined && 'verdict' in attempt;
}

/** @param isNotFoundDone whether a 404 shows that an earlier attempt has succeeded */
function successOf(attempt: Attempt, isNotFoundDone: boolean): ServiceResponse | undefined {
	if (attempt.kind === 'noResponse') return undefined;
	if (attempt.verdict === 'accepted') return attempt.body as ServiceResponse;
	return isNotFoundDone && attempt.status === 404 ? { success: true } : undefined;
}

function toOptions({ url, method, body, qs }: ServiceRequest): ServiceRequestOptions {
	return {
		url,
		method,
		qs,
		// As text, because n8n drops fields named `constructor` or `__proto__`.
		body: body && JSON.stringify(body),
		headers: {
			Accept: 'application/json',
			...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
		},
		json: true,
		returnFullResponse: true,
		// After a thrown 401, n8n would send it again, past the limiter.
		ignoreHttpStatusErrors: true,
		// A redirect could carry emails to another host.
		disableFollowRedirect: true,
	};
}
