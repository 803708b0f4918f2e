import type { IHttpRequestOptions } from 'n8n-workflow';
import type { Cancellation } from './Cancellation';
import type { HealthSign } from './CircuitBreaker';
import type { Clock } from './clock';
import { connectionFailure } from './connectionFailure';
import { ServiceDown, type Gate, type Permit } from './Gate';
import { TRIAL_EVERY_MS } from './Outage';
import { retryAfterMs } from './retryAfter';
import { retryDecision } from './retryDecision';
import type { RunQueue } from './RunQueue';
import { serviceDownError, serviceError, type InDoubtNote, type Redact } from './ServiceError';
import { verdictOf, type Attempt, type Idempotency, type Responded, type Verdict } from './verdict';
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
	/** Added to an error after which the service may have acted; not set for requests that only read. */
	inDoubtNote?: InDoubtNote;
	/** Set where the service may have acted on an earlier request for the same. */
	wasInDoubt?: boolean;
	/** Set where 404 means success after an attempt in doubt: that has deleted the record. */
	notFoundMeansDone?: boolean;
	/** Ends its waiting, beside that of the run. */
	cancellation?: Cancellation;
	/** How many times it is sent, also where it was 429 or may be repeated. */
	maxAttempts?: number;
	/** How many times it is repeated where that may help; 429 does not count. */
	maxRetries?: number;
}

/** How a run follows a request to the service and back; a retry makes the same way again. */
export interface RequestHooks {
	/** Whether the run lets it start now. */
	canStart?(): boolean;
	/** Called when it is about to leave, which it does when that has resolved, and never when it throws. */
	beforeSend?(): void | Promise<void>;
	/** Called when its response came, or none will. */
	onEnd?(): void;
}

/** A sender of requests: a client, or one that a run follows. */
export type Requester = Pick<ServiceClient, 'request'>;

/** Without the base address, which the credential puts in. */
export type ServiceRequestOptions = Omit<IHttpRequestOptions, 'baseURL'>;

/** All that the client needs: where the service is, n8n's request helper, its place in the queue, the time. */
export interface ClientSettings {
	/** Base address without trailing slash. */
	address: string;
	/** Host and port of the proxy that the user has set. */
	proxy?: string;
	/**
	 * Sends one request with the credential's key.
	 *
	 * @param beforeSend called right before the request leaves, which it does when that has resolved, and never when it rejects
	 * @throws what `beforeSend` throws; ServiceError when the request could not leave; anything else when no response came
	 */
	send(options: ServiceRequestOptions, beforeSend: () => Promise<void>): Promise<FullResponse>;
	redact: Redact;
	gate: Gate;
	queue: RunQueue;
	clock: Clock;
}

/** An attempt, and what it says of the request. */
interface Tried {
	attempt: Attempt;
	verdict: Verdict;
}

/** A request that is not done yet. */
interface Progress {
	request: ServiceRequest;
	hooks: RequestHooks;
	cancellation: Cancellation;
	since: number;
	attempts: number;
	/** Without those after 429. */
	retries: number;
	/** The service may have acted on an attempt. */
	isInDoubt: boolean;
	last?: Tried;
}

/** The statuses with which "Retry-After" is for all requests, not only for the one that was answered. */
const ASKS_TO_WAIT = [429, 503];

/** Speaks to the service: every request of the node, of whichever path through n8n, goes through `request`. */
export class ServiceClient {
	constructor(private readonly settings: ClientSettings) {}

	/**
	 * Sends one request within the limit, and again where that is harmless and may help.
	 *
	 * @returns the service's response, a JSON object
	 * @throws ServiceError when it failed for good; anything else when the run was cancelled and the service has not acted
	 */
	async request(request: ServiceRequest, hooks: RequestHooks = {}): Promise<ServiceResponse> {
		const { queue, clock } = this.settings;
		const progress: Progress = {
			...{ request, hooks, since: clock.now(), attempts: 0, retries: 0 },
			cancellation: queue.cancellation.or(request.cancellation),
			isInDoubt: request.wasInDoubt === true,
		};
		for (;;) {
			const tried = await this.attempt(progress);
			const response = successOf(tried, progress);
			if (response) return response;
			await this.pauseBeforeRetry(tried, progress);
		}
	}

	/** Sends the request once, when its turn has come. */
	private async attempt(progress: Progress): Promise<Tried> {
		const { request, cancellation, hooks } = progress;
		const left: { permit?: Permit } = {};
		let attempt: Attempt;
		try {
			const sent = this.send(toOptions(request), async () => {
				left.permit = await this.enter(progress);
			});
			// A request that only reads need not be waited for when nobody wants it any more.
			attempt = await (request.idempotency === 'safe' ? cancellation.wait(sent) : sent);
		} catch (error) {
			if (!left.permit) return this.interrupted(error, progress);
			const detail = error instanceof Error ? error.message : 'no reason is known';
			attempt = { kind: 'noResponse', failure: connectionFailure(error), detail };
		}
		const verdict = verdictOf(attempt, request.idempotency);
		left.permit?.end(healthSign(verdict));
		this.noteThrottling(verdict);
		hooks.onEnd?.();
		if (request.idempotency === 'safe') cancellation.throwIfCancelled();
		return { attempt, verdict };
	}

	private async enter({ request, hooks, cancellation, since, last }: Progress): Promise<Permit> {
		const { gate, queue } = this.settings;
		const permit = await gate.enter({
			...{ queue, cancellation, since },
			isWrite: request.idempotency !== 'safe',
			isRetry: last !== undefined,
			canStart: () => hooks.canStart?.() !== false,
			probe: async () => await this.probe(),
		});
		try {
			cancellation.throwIfCancelled();
			await hooks.beforeSend?.();
			return permit;
		} catch (reason) {
			permit.end('unknown');
			return await Promise.reject(reason);
		}
	}

	private noteThrottling({ kind }: Verdict): void {
		const { queue, clock } = this.settings;
		queue.throttledSince = kind === 'throttled' ? (queue.throttledSince ?? clock.now()) : undefined;
	}

	/** @throws ServiceError when the request is not sent again */
	private async pauseBeforeRetry(tried: Tried, progress: Progress): Promise<void> {
		const { queue, clock } = this.settings;
		const { attempt, verdict } = tried;
		const { request, cancellation } = progress;
		progress.last = tried;
		progress.isInDoubt ||= verdict.kind === 'inDoubt';
		progress.attempts++;
		const decision = retryDecision({
			verdict,
			idempotency: request.idempotency,
			retries: progress.retries,
			maxRetries: request.maxRetries,
			throttledMs: clock.now() - (queue.throttledSince ?? clock.now()),
			retryAfterMs: attempt.kind === 'response' ? attempt.retryAfterMs : undefined,
			random: clock.random(),
		});
		if (decision.action === 'finish' || progress.attempts === request.maxAttempts) {
			throw this.failure(tried, progress);
		}
		if (verdict.kind !== 'throttled') progress.retries++;
		await cancellation
			.wait(clock.sleep(decision.delayMs))
			.catch((reason: unknown) => this.interrupted(reason, progress));
	}

	/** Ends a request that waits and will not start (again). */
	private interrupted(reason: unknown, progress: Progress): never {
		const { last, isInDoubt, request } = progress;
		if (isInDoubt && last && request.inDoubtNote !== undefined) throw this.failure(last, progress);
		if (reason instanceof ServiceDown) throw serviceDownError(reason.downMs, this.host);
		throw reason;
	}

	private failure(last: Tried, { isInDoubt, request }: Progress): Error {
		const { proxy, redact } = this.settings;
		const route = { host: this.host, proxy };
		return serviceError({ ...last, isInDoubt, note: request.inDoubtNote, route, redact });
	}

	private get host(): string {
		return new URL(this.settings.address).host;
	}

	/** Sends a request, and lets the whole queue know what the response says of the limit, also when nobody waits for it any more. */
	private async send(
		options: ServiceRequestOptions,
		beforeSend: () => Promise<void>,
	): Promise<Responded> {
		const { send, clock, gate } = this.settings;
		let startedAt = clock.now();
		const {
			statusCode: status,
			headers,
			body,
		} = await send(options, async () => {
			await beforeSend();
			startedAt = clock.now();
		});
		const asksToWait = ASKS_TO_WAIT.includes(status);
		const askedMs = asksToWait
			? retryAfterMs(headers['retry-after'], clock.timeOfDay())
			: undefined;
		if (status === 429) gate.limiter.onThrottled(startedAt, askedMs);
		else gate.limiter.onAccepted(startedAt, askedMs);
		const location = typeof headers.location === 'string' ? headers.location : undefined;
		return { kind: 'response', status, body, location, retryAfterMs: askedMs };
	}

	/** Asks for something harmless, once. Anything but 5xx, 408, 429 and silence is the response of a service that is well. */
	private async probe(): Promise<HealthSign> {
		const { gate, queue } = this.settings;
		const options = toOptions({ url: '/lists', method: 'GET', qs: { page: 1, per: 1 } });
		// A later response comes too late: by then a write has found out.
		const sent = this.send({ ...options, timeout: TRIAL_EVERY_MS }, async () => {
			await gate.enterAsProbe(queue.cancellation);
		});
		return await sent.then(
			({ status }) => (status < 500 && status !== 429 && status !== 408 ? 'answered' : 'failed'),
			// A run that has ended breaks off its question, which then says nothing of the service.
			() => (queue.cancellation.isCancelled ? 'unknown' : 'failed'),
		);
	}
}

type WireRequest = Pick<ServiceRequest, 'url' | 'method' | 'body' | 'qs'>;

function toOptions({ url, method, body, qs }: WireRequest): ServiceRequestOptions {
	return {
		...{ url, method },
		// As text: on its way through n8n and its HTTP client an object loses what is named `constructor` or `__proto__`.
		...(body === undefined ? {} : { body: JSON.stringify(body) }),
		...(qs === undefined ? {} : { qs }),
		headers: {
			Accept: 'application/json',
			...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
		},
		json: true,
		returnFullResponse: true,
		// n8n answers a thrown 401 by sending the request a second time, past the limiter.
		ignoreHttpStatusErrors: true,
		// A redirect could carry addresses and emails to another host, and turns a POST into a GET.
		disableFollowRedirect: true,
	};
}

/** The response to a request that is done. */
function successOf(
	{ attempt, verdict }: Tried,
	{ request, isInDoubt }: Progress,
): ServiceResponse | undefined {
	if (attempt.kind === 'noResponse') return undefined;
	if (verdict.kind === 'accepted') return attempt.body as ServiceResponse;
	const isGone = request.notFoundMeansDone && isInDoubt && attempt.status === 404;
	return isGone ? { success: true } : undefined;
}

/** Tells how well the service is, as far as an attempt shows it. */
function healthSign(verdict: Verdict): HealthSign {
	switch (verdict.kind) {
		case 'accepted':
		case 'rejected':
			return 'answered';
		case 'throttled':
			return 'unknown';
		case 'notSent':
			return verdict.isTransient ? 'refused' : 'unknown';
		case 'inDoubt':
			return verdict.isTransient ? 'failed' : 'unknown';
	}
}
