import type { IHttpRequestOptions } from 'n8n-workflow';
import type { Cancellation } from './Cancellation';
import type { Clock } from './clock';
import type { Route } from './connectionFailure';
import type { Gate } from './Gate';
import { TRIAL_EVERY_MS, type HealthSign } from './Outage';
import { RetriedRequest } from './RetriedRequest';
import { retryAfterMs } from './retryDelay';
import type { RunQueue } from './RunQueue';
import type { InDoubtNote, Redact } from './ServiceError';
import type { Idempotency, Responded } from './verdict';
import type { ServiceResponse } from '../service';

/** The response of n8n's request helper with `returnFullResponse`. */
export interface FullResponse {
	statusCode: number;
	headers: Record<string, unknown>;
	body: unknown;
}

export interface ServiceRequest extends Pick<IHttpRequestOptions, 'method' | 'url' | 'qs'> {
	body?: object;
	idempotency: Idempotency;
	/** Not set for requests that only read. */
	inDoubtNote?: InDoubtNote;
	/** The service may have acted on an earlier request for the same. */
	wasInDoubt?: boolean;
	/** 404 means success after an attempt in doubt: that one deleted the record. */
	notFoundMeansDone?: boolean;
	/** In addition to that of the run. */
	cancellation?: Cancellation;
	/** Includes those after a 429. */
	maxAttempts?: number;
	/** Without those after a 429. */
	maxRetries?: number;
}

/** Called for each attempt at a request. */
export interface RequestHooks {
	/** Whether the run lets it start now. */
	canStart?(): boolean;
	/** Called at its turn. If this throws, the request is not sent. */
	beforeSend?(): void | Promise<void>;
	/** Called after its response, or when none will come. */
	onEnd?(): void;
}

export type Requester = Pick<ServiceClient, 'request'>;

/** The credential adds the base address. */
export type ServiceRequestOptions = Omit<IHttpRequestOptions, 'baseURL'>;

export interface ClientSettings {
	route: Route;
	/**
	 * Sends one request with the credential's key.
	 *
	 * @param beforeSend called last; the request leaves when it resolves, and never if it rejects
	 * @throws what `beforeSend` throws; ServiceError if the request could not leave; anything else if no response came
	 */
	send(options: ServiceRequestOptions, beforeSend: () => Promise<void>): Promise<FullResponse>;
	redact: Redact;
	gate: Gate;
	queue: RunQueue;
	clock: Clock;
}

/** Sends all requests of the node. */
export class ServiceClient {
	constructor(readonly settings: ClientSettings) {}

	/**
	 * Sends one request within the limit, and again where that is harmless and may help.
	 *
	 * @throws ServiceError if it failed for good; anything else if the run was cancelled and the service has not acted
	 */
	async request(request: ServiceRequest, hooks: RequestHooks = {}): Promise<ServiceResponse> {
		return await new RetriedRequest(this, request, hooks).response();
	}

	/** Sends a request once. The limiter learns of the response even if nobody waits for it any more. */
	async sendOnce(
		request: WireRequest,
		beforeSend: () => Promise<void>,
		timeout?: number,
	): Promise<Responded> {
		const { send, clock, gate } = this.settings;
		let startedAt = clock.now();
		const options = { ...requestOptions(request), ...(timeout === undefined ? {} : { timeout }) };
		const response = await send(options, async () => {
			await beforeSend();
			startedAt = clock.now();
		});
		const { statusCode: status, headers, body } = response;
		// Only with these statuses "Retry-After" is about all requests.
		const asksToWait = status === 429 || status === 503;
		const askedMs = asksToWait
			? retryAfterMs(headers['retry-after'], clock.timeOfDay())
			: undefined;
		if (status === 429) gate.limiter.onThrottled(startedAt, askedMs);
		else gate.limiter.onAccepted(startedAt, askedMs);
		const location = typeof headers.location === 'string' ? headers.location : undefined;
		return { kind: 'response', status, body, location, retryAfterMs: askedMs };
	}

	/** Sends a harmless request to see whether the service is up. Never rejects. */
	async probe(): Promise<HealthSign> {
		const { gate, queue } = this.settings;
		const request = { url: '/lists', method: 'GET', qs: { page: 1, per: 1 } } as const;
		const enter = async () => await gate.enterAsProbe(queue.cancellation);
		// Later, a write has tried.
		return await this.sendOnce(request, enter, TRIAL_EVERY_MS).then(
			({ status }) => (status < 500 && status !== 429 && status !== 408 ? 'answered' : 'failed'),
			// The end of the run aborts its probe.
			() => (queue.cancellation.isCancelled ? 'unknown' : 'failed'),
		);
	}
}

type WireRequest = Pick<ServiceRequest, 'url' | 'method' | 'body' | 'qs'>;

function requestOptions({ url, method, body, qs }: WireRequest): ServiceRequestOptions {
	return {
		...{ url, method },
		// As text: n8n and its HTTP client drop fields of an object that are named `constructor` or `__proto__`.
		...(body === undefined ? {} : { body: JSON.stringify(body) }),
		...(qs === undefined ? {} : { qs }),
		headers: {
			Accept: 'application/json',
			...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
		},
		json: true,
		returnFullResponse: true,
		// n8n would send a request again after a thrown 401, past the limiter.
		ignoreHttpStatusErrors: true,
		// A redirect could carry addresses and emails to another host, and turns a POST into a GET.
		disableFollowRedirect: true,
	};
}
