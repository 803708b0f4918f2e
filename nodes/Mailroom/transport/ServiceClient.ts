import type { IHttpRequestOptions } from 'n8n-workflow';
import type { Cancellation } from './Cancellation';
import type { Clock } from './clock';
import type { Route } from './connectionFailure';
import type { Gate } from './Gate';
import type { HealthSign } from './Outage';
import { RetriedRequest } from './RetriedRequest';
import { retryAfterMs } from './retryDelay';
import type { RunQueue } from './RunQueue';
import type { InDoubtNote, Redact } from './ServiceError';
import type { Idempotency, Responded } from './verdict';
import type { ServiceResponse } from '../service';

export interface FullResponse {
	statusCode: number;
	headers: Record<string, unknown>;
	body: unknown;
}

export interface ServiceRequest extends Pick<IHttpRequestOptions, 'method' | 'url' | 'qs'> {
	body?: object;
	idempotency: Idempotency;
	/** Undefined if it only reads. */
	inDoubtNote?: InDoubtNote;
	/** After an earlier request for the same. */
	wasInDoubt?: boolean;
	/** After an attempt in doubt. */
	notFoundMeansDone?: boolean;
	cancellation?: Cancellation;
	/** Includes those after a 429. */
	maxAttempts?: number;
	maxRetries?: number;
}

export interface RequestHooks {
	canStart?(): boolean;
	/** Keeps the request back if it throws. */
	beforeSend?(): void | Promise<void>;
	onEnd?(): void;
}

export type Requester = Pick<ServiceClient, 'request'>;

/** The credential adds the base address. */
export type ServiceRequestOptions = Omit<IHttpRequestOptions, 'baseURL' | 'timeout'>;

export interface ClientSettings {
	route: Route;
	/** @throws what `beforeSend` throws; ServiceError if the request could not leave; anything else if no response came */
	send(options: ServiceRequestOptions, beforeSend: () => Promise<void>): Promise<FullResponse>;
	redact: Redact;
	gate: Gate;
	queue: RunQueue;
	clock: Clock;
}

export class ServiceClient {
	constructor(readonly settings: ClientSettings) {}

	/** @throws ServiceError; the reason of a cancellation if the service has not acted */
	async request(request: ServiceRequest, hooks: RequestHooks = {}): Promise<ServiceResponse> {
		return await new RetriedRequest(this, request, hooks).response();
	}

	/** The limiter learns of every response, even after a cancellation. */
	async sendOnce(request: WireRequest, beforeSend: () => Promise<void>): Promise<Responded> {
		const { send, clock, gate } = this.settings;
		let startedAt = clock.now();
		const response = await send(toOptions(request), async () => {
			await beforeSend();
			startedAt = clock.now();
		});
		const { statusCode: status, headers, body } = response;
		// Only then "Retry-After" is about all requests.
		const asksToWait = status === 429 || status === 503;
		const askedMs = asksToWait
			? retryAfterMs(headers['retry-after'], clock.timeOfDay())
			: undefined;
		if (status === 429) gate.limiter.onThrottled(startedAt, askedMs);
		else gate.limiter.onAccepted(startedAt, askedMs);
		const location = typeof headers.location === 'string' ? headers.location : undefined;
		return { kind: 'response', status, body, location, retryAfterMs: askedMs };
	}

	/** See GateRequest. */
	async probe(): Promise<HealthSign> {
		const { gate, queue } = this.settings;
		const request = { url: '/lists', method: 'GET', qs: { page: 1, per: 1 } } as const;
		const enter = async () => await gate.enterAsProbe(queue.cancellation);
		return await this.sendOnce(request, enter).then(
			({ status }) => (status < 500 && status !== 429 && status !== 408 ? 'answered' : 'failed'),
			// The end of the run aborts its probe.
			() => (queue.cancellation.isCancelled ? 'unknown' : 'failed'),
		);
	}
}

type WireRequest = Pick<ServiceRequest, 'url' | 'method' | 'body' | 'qs'>;

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
