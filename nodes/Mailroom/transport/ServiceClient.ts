import type { IHttpRequestOptions } from 'n8n-workflow';
import { abortable } from './abortable';
import type { Clock } from './clock';
import type { Connection } from './connectionFailure';
import { failedRequest } from './failedRequest';
import type { Gate, GateRequest, NotStarted, Permit } from './gate/Gate';
import type { Hold } from './gate/Hold';
import type { Accepted, Failed } from './Outcome';
import { retryAfterMs, retryDelayMs } from './retryPolicy';
import type { RequestGroup } from './gate/RequestGroup';
import type { Idempotency, ServiceRequest } from './ServiceRequest';
import { VERDICTS, verdictOf, type Attempt, type NoResponse, type Responded } from './verdict';
import type { ServiceResponse } from '../service';

export interface FullResponse {
	statusCode: number;
	headers: Record<string, unknown>;
	body: unknown;
}

/** The credential adds the base address. */
export type ServiceRequestOptions = Omit<IHttpRequestOptions, 'baseURL' | 'timeout'>;

/** A request that has left. Its permit must be ended. */
export interface Sent {
	permit: Permit;
	/** Without the API key. */
	response: FullResponse | NoResponse;
}

export interface ClientSettings extends Connection {
	address: string;
	/** @param enter must be called right before the request leaves */
	send(
		options: ServiceRequestOptions,
		enter: () => Promise<Permit | NotStarted>,
	): Promise<Sent | NotStarted>;
	gate: Gate;
	group: RequestGroup;
	clock: Clock;
}

/** Undefined if the request did not leave because its run has ended or a hold has withdrawn it. */
export type ServiceOutcome = Accepted<ServiceResponse> | Failed | undefined;

export interface Client {
	send(request: ServiceRequest, holds?: Hold[]): Promise<ServiceOutcome>;
}

type QueueEntry = Pick<GateRequest, 'signal' | 'holds' | 'since' | 'isRetry'>;

/** Sends requests for one run, drop-down or poll: through the gate, with retries where they are harmless. */
export class ServiceClient implements Client {
	constructor(readonly settings: ClientSettings) {}

	/** Retries if that is harmless and may help. */
	async send(request: ServiceRequest, holds: Hold[] = []): Promise<ServiceOutcome> {
		const { group, clock } = this.settings;
		const signal = request.signal ? AbortSignal.any([group.signal, request.signal]) : group.signal;
		const entry = { signal, holds, since: clock.now() };
		const isRead = request.idempotency === 'safe';
		let isInDoubt = request.wasInDoubt === true;
		let last: Attempt | undefined;
		let retries = 0;
		for (;;) {
			const attempt = await this.attempt(request, { ...entry, isRetry: last !== undefined });
			if (!isAttempt(attempt)) {
				// An earlier attempt in doubt must be reported.
				return isInDoubt && last ? this.failed(last, request, isInDoubt) : attempt;
			}
			last = attempt;
			const response = successOf(attempt, request.notFoundMeans === 'done' && isInDoubt);
			if (response) return { kind: 'accepted', result: response, at: clock.timeOfDay() };
			isInDoubt ||= !isRead && VERDICTS[attempt.verdict].kind === 'inDoubt';
			const throttledMs = clock.now() - (group.throttledSince ?? clock.now());
			const random = clock.random();
			const delayMs = retryDelayMs(attempt, request, { retries, throttledMs, random });
			if (delayMs === undefined) return this.failed(attempt, request, isInDoubt);
			if (attempt.verdict !== 'throttled') retries++;
			await abortable(clock.sleep(delayMs), signal);
		}
	}

	private failed(attempt: Attempt, request: ServiceRequest, isInDoubt: boolean) {
		return failedRequest(attempt, { ...request, isInDoubt }, this.settings);
	}

	private async attempt(request: ServiceRequest, entry: QueueEntry): Promise<Attempt | NotStarted> {
		const { gate, group, clock } = this.settings;
		const kind = request.idempotency === 'safe' ? 'read' : 'write';
		const probe = async () => await this.probe();
		const entering = { ...entry, kind, group, probe } as const;
		const sent = this.exchange(request, async () => await gate.enter(entering));
		// An ended run need not wait for reads.
		const attempt = await (kind === 'read' ? abortable(sent, entry.signal) : sent);
		if (!isAttempt(attempt)) return attempt;
		group.throttledSince =
			attempt.verdict === 'throttled' ? (group.throttledSince ?? clock.now()) : undefined;
		return attempt;
	}

	private async probe(): Promise<void> {
		const { gate, group } = this.settings;
		const qs = { page: 1, per: 1 };
		const request = { url: '/lists', method: 'GET', qs, idempotency: 'safe' } as const;
		await this.exchange(request, async () => await gate.enterAsProbe(group.signal));
	}

	/** Always ends the permit, even if the run no longer waits. */
	private async exchange(
		request: ServiceRequest,
		enter: () => Promise<Permit | NotStarted>,
	): Promise<Attempt | NotStarted> {
		const sent = await this.settings.send(toOptions(request), enter);
		if (!sent || !('permit' in sent)) return sent;
		const { permit, response } = sent;
		const attempt =
			'verdict' in response
				? response
				: responded(response, request.idempotency, this.settings.clock.timeOfDay());
		permit.end(VERDICTS[attempt.verdict].health, attempt.kind === 'response' ? attempt : undefined);
		return attempt;
	}
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

function responded(
	{ statusCode: status, headers, body }: FullResponse,
	idempotency: Idempotency,
	now: number,
): Responded {
	const verdict = verdictOf({ status, body }, idempotency);
	// With any other status, "Retry-After" concerns only this request.
	const asksToWait = status === 429 || status === 503;
	const askedMs = asksToWait ? retryAfterMs(headers['retry-after'], now) : undefined;
	const location = typeof headers.location === 'string' ? headers.location : undefined;
	return { kind: 'response', verdict, status, body, location, retryAfterMs: askedMs };
}

function toOptions({ url, method, body, qs }: ServiceRequest): ServiceRequestOptions {
	return {
		...{ url, method, qs },
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
