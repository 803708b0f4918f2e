import type { IHttpRequestOptions } from 'n8n-workflow';
import { abortable } from './abortable';
import type { Clock } from './clock';
import { noResponse, type Connection } from './connectionFailure';
import type { Gate, GateRequest, Permit } from './Gate';
import { retryAfterMs, retryDelayMs } from './retryPolicy';
import type { RequestGroup } from './RequestGroup';
import { serviceError } from './ServiceError';
import type { Idempotency, Requester, ServiceRequest } from './ServiceRequest';
import { CONSEQUENCES, verdictOf, type Attempt, type Responded } from './verdict';
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
	 * The response holds no API key.
	 *
	 * @throws what `beforeSend` throws; ServiceError if the request could not leave; anything else if no response came
	 */
	send(options: ServiceRequestOptions, beforeSend: () => Promise<void>): Promise<FullResponse>;
	gate: Gate;
	group: RequestGroup;
	clock: Clock;
}

type AttemptOptions = Pick<GateRequest, 'signal' | 'since' | 'isRetry'>;

export class ServiceClient implements Requester {
	constructor(readonly settings: ClientSettings) {}

	/**
	 * Retries if that is harmless and may help.
	 *
	 * @throws ServiceError; if not sent, the reason of the signal or what `beforeSend` throws
	 */
	async request(request: ServiceRequest): Promise<ServiceResponse> {
		const { group, clock } = this.settings;
		const signal = request.signal ? AbortSignal.any([group.signal, request.signal]) : group.signal;
		const since = clock.now();
		const isRead = request.idempotency === 'safe';
		let isInDoubt = request.wasInDoubt === true;
		let last: Attempt | undefined;
		let retries = 0;
		for (;;) {
			try {
				last = await this.attempt(request, { signal, since, isRetry: last !== undefined });
				const success = successOf(last, request.notFoundMeans === 'done' && isInDoubt);
				if (success) return success;
				isInDoubt ||= !isRead && CONSEQUENCES[last.verdict].outcome === 'inDoubt';
				const throttledMs = clock.now() - (group.throttledSince ?? clock.now());
				const random = clock.random();
				const delayMs = retryDelayMs(last, request, { retries, throttledMs, random });
				if (delayMs === undefined) break;
				if (last.verdict !== 'throttled') retries++;
				await abortable(clock.sleep(delayMs), signal);
			} catch (reason) {
				// The attempt in doubt must be reported.
				if (isInDoubt && last) break;
				return await Promise.reject(reason);
			}
		}
		throw serviceError(last, { ...request, isInDoubt }, this.settings);
	}

	private async attempt(request: ServiceRequest, options: AttemptOptions): Promise<Attempt> {
		const { gate, group, clock } = this.settings;
		const { idempotency, canStart, beforeSend } = request;
		const kind = idempotency === 'safe' ? 'read' : 'write';
		const probe = async () => await this.probe();
		const turn = { ...options, kind, group, canStart, beforeSend, probe } as const;
		const sent = this.send(request, async () => await gate.enter(turn));
		// An ended run need not wait for reads.
		const tried = await (kind === 'read' ? abortable(sent, options.signal) : sent);
		group.throttledSince =
			tried.verdict === 'throttled' ? (group.throttledSince ?? clock.now()) : undefined;
		return tried;
	}

	private async probe(): Promise<void> {
		const { gate, group } = this.settings;
		const qs = { page: 1, per: 1 };
		const request = { url: '/lists', method: 'GET', qs, idempotency: 'safe' } as const;
		await this.send(request, async () => await gate.enterAsProbe(group.signal));
	}

	/**
	 * Always ends the permit, even if the run no longer waits.
	 *
	 * @throws what kept the request from leaving
	 */
	private async send(request: ServiceRequest, enter: () => Promise<Permit>): Promise<Attempt> {
		const { send, clock } = this.settings;
		const entered: { permit?: Permit } = {};
		let attempt: Attempt;
		try {
			const response = await send(toOptions(request), async () => {
				entered.permit = await enter();
			});
			attempt = responded(response, request.idempotency, clock.timeOfDay());
		} catch (error) {
			if (!entered.permit) return await Promise.reject(error);
			attempt = noResponse(error, this.settings);
		}
		const response = attempt.kind === 'response' ? attempt : undefined;
		entered.permit?.end(CONSEQUENCES[attempt.verdict].health, response);
		return attempt;
	}
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
