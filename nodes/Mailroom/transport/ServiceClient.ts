import type { IHttpRequestOptions } from 'n8n-workflow';
import type { Clock } from './clock';
import { connectionFailure, type Route } from './connectionFailure';
import type { Gate, Permit } from './Gate';
import { RetriedRequest } from './RetriedRequest';
import { retryAfterMs } from './retryPolicy';
import type { RunQueue } from './RunQueue';
import {
	CONSEQUENCES,
	verdictOf,
	type Attempt,
	type Idempotency,
	type Responded,
	type Tried,
} from './verdict';
import type { ServiceResponse } from '../service';

export interface FullResponse {
	statusCode: number;
	headers: Record<string, unknown>;
	body: unknown;
}

export interface RequestHooks {
	canStart?(): boolean;
	/** Keeps the request back if it throws. */
	beforeSend?(): void | Promise<void>;
}

export interface ServiceRequest
	extends RequestHooks, Pick<IHttpRequestOptions, 'method' | 'url' | 'qs'> {
	body?: object;
	idempotency: Idempotency;
	/** Such as "The email may or may not have been sent." Undefined if it only reads. */
	inDoubtNote?: string;
	/** An earlier request for the same is in doubt. */
	wasInDoubt?: boolean;
	/** Applies after an attempt in doubt. */
	notFoundMeansDone?: boolean;
	signal?: AbortSignal;
	/** Excludes retries after a 429. */
	maxRetries?: number;
}

export type Requester = Pick<ServiceClient, 'request'>;

/** The credential adds the base address. */
export type ServiceRequestOptions = Omit<IHttpRequestOptions, 'baseURL' | 'timeout'>;

export interface ClientSettings {
	route: Route;
	/**
	 * The response holds no API key.
	 *
	 * @throws what `beforeSend` throws; ServiceError if the request could not leave; anything else if no response came
	 */
	send(options: ServiceRequestOptions, beforeSend: () => Promise<void>): Promise<FullResponse>;
	/** Removes the API key. */
	redact(text: string): string;
	gate: Gate;
	queue: RunQueue;
	clock: Clock;
}

export class ServiceClient {
	constructor(readonly settings: ClientSettings) {}

	/** @throws ServiceError; the reason of a signal if the service has not acted */
	async request(request: ServiceRequest): Promise<ServiceResponse> {
		return await new RetriedRequest(this, request).response();
	}

	/**
	 * Always ends the permit, even if the run no longer waits.
	 *
	 * @throws what kept the request from leaving
	 */
	async tryOnce(request: WireRequest, enter: () => Promise<Permit>): Promise<Tried> {
		const { send, clock, redact } = this.settings;
		const entered: { permit?: Permit } = {};
		let attempt: Attempt;
		try {
			const response = await send(toOptions(request), async () => {
				entered.permit = await enter();
			});
			attempt = responded(response, clock.timeOfDay());
		} catch (error) {
			if (!entered.permit) return await Promise.reject(error);
			const detail = error instanceof Error ? redact(error.message) : 'no reason is known';
			attempt = { kind: 'noResponse', failure: connectionFailure(error), detail };
		}
		const verdict = verdictOf(attempt, request.idempotency);
		const response = attempt.kind === 'response' ? attempt : undefined;
		entered.permit?.end(CONSEQUENCES[verdict].health, response);
		return { attempt, verdict };
	}

	async probe(): Promise<void> {
		const { gate, queue } = this.settings;
		const qs = { page: 1, per: 1 };
		const request = { url: '/lists', method: 'GET', qs, idempotency: 'safe' } as const;
		await this.tryOnce(request, async () => await gate.enterAsProbe(queue.signal));
	}
}

function responded({ statusCode: status, headers, body }: FullResponse, now: number): Responded {
	// With any other status, "Retry-After" concerns only this request.
	const asksToWait = status === 429 || status === 503;
	const askedMs = asksToWait ? retryAfterMs(headers['retry-after'], now) : undefined;
	const location = typeof headers.location === 'string' ? headers.location : undefined;
	return { kind: 'response', status, body, location, retryAfterMs: askedMs };
}

type WireRequest = Pick<ServiceRequest, 'url' | 'method' | 'body' | 'qs' | 'idempotency'>;

function toOptions({ url, method, body, qs }: WireRequest): ServiceRequestOptions {
	return {
		...{ url, method },
		// As text, because n8n drops fields named `constructor` or `__proto__`.
		...(body === undefined ? {} : { body: JSON.stringify(body) }),
		...(qs === undefined ? {} : { qs }),
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
