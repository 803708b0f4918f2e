import type { IHttpRequestOptions } from 'n8n-workflow';
import { verdictOf, type Answer, type Attempt, type Idempotency, type Verdict } from './verdict';
import type { Cancellation } from './Cancellation';
import type { Clock } from './clock';
import { connectionFailure } from './connectionFailure';
import { RunQueue } from './RunQueue';
import { TRIAL_EVERY_MS } from './Outage';
import { proxyTried } from './proxyTried';
import { ServiceDown, type RateLimiter, type Turn } from './RateLimiter';
import { retryAfterMs } from './retryAfter';
import { retryDecision } from './retryDecision';
import type { HealthSign } from './ServiceHealth';
import { serviceDownError, serviceError, type Redact, type InDoubtNote } from './ServiceError';
import type { ServiceResponse } from '../service';

/** The answer of n8n's request helper with `returnFullResponse`. */
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
	/** Set on a part of a request that was rejected: it goes before the others of its run. */
	isPart?: boolean;
	/** Ends its waiting, beside that of the run. */
	cancellation?: Cancellation;
	/** How many times it is sent, also where it was 429 or may be repeated. */
	maxAttempts?: number;
}

/** How a run follows a request to the service and back: each way that it makes, as a retry makes it again. */
export interface RequestHooks {
	/** The run lets it start now. */
	canStart?(): boolean;
	/** Its turn has come. It leaves when this has resolved, and never when it rejects. */
	leave(): Promise<void>;
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
	 * @param leave to be called right before the request leaves, which it does when that has resolved, and never when it rejects
	 * @throws what `leave` throws; ServiceError when the request could not leave; anything else when no answer came
	 */
	send(options: ServiceRequestOptions, leave: () => Promise<void>): Promise<FullResponse>;
	redact: Redact;
	limiter: RateLimiter;
	lane: RunQueue;
	clock: Clock;
}

/** The part of a request that the service sees, and how long it may take. */
type WireRequest = Pick<ServiceRequest, 'url' | 'method' | 'body' | 'qs'> & { timeout?: number };

/** A request that was tried, and is not done yet. */
interface Progress {
	retries: number;
	/** The service may have acted on an attempt. */
	isInDoubt: boolean;
	last?: { attempt: Attempt; verdict: Verdict };
}

/** The statuses with which "Retry-After" is for all requests, not only for the one that was answered. */
const ASKS_TO_WAIT = [429, 503];

/** Speaks to the service: every request of the node, of whichever path through n8n, goes through `request`. */
export class ServiceClient {
	constructor(private readonly settings: ClientSettings) {}

	/**
	 * Sends one request within the limit, and again where that is harmless and may help.
	 *
	 * @returns the service's answer, a JSON object
	 * @throws ServiceError when it failed for good; anything else when the run was cancelled and the service has not acted
	 */
	async request(request: ServiceRequest, passage?: RequestHooks): Promise<ServiceResponse> {
		const { lane, clock } = this.settings;
		const progress: Progress = { retries: 0, isInDoubt: request.wasInDoubt === true };

		for (let tries = 1; ; tries++) {
			const { turn, attempt } = await this.attempt(request, progress, passage);
			const verdict = verdictOf(attempt, request.idempotency);
			turn.end(healthSign(verdict));
			if (request.idempotency === 'safe') throwIfCancelled(lane.cancellation, request.cancellation);
			lane.throttledSince =
				verdict.kind === 'throttled' ? (lane.throttledSince ?? clock.now()) : undefined;
			progress.last = { attempt, verdict };
			if (verdict.kind === 'accepted' && attempt.kind === 'answer') {
				return attempt.body as ServiceResponse;
			}

			const isGone = attempt.kind === 'answer' && attempt.status === 404;
			if (request.notFoundMeansDone && progress.isInDoubt && isGone) return { success: true };

			progress.isInDoubt ||= verdict.kind === 'inDoubt';

			const decision = retryDecision({
				verdict,
				idempotency: request.idempotency,
				retries: progress.retries,
				throttledMs: clock.now() - (lane.throttledSince ?? clock.now()),
				retryAfterMs: attempt.kind === 'answer' ? attempt.retryAfterMs : undefined,
				random: clock.random(),
			});
			if (decision.action === 'finish' || tries === request.maxAttempts) {
				throw this.failure(request, progress);
			}
			if (verdict.kind !== 'throttled') progress.retries++;
			if (decision.delayMs > 0) {
				const slept = clock.sleep(decision.delayMs);
				const waited = lane.cancellation.wait(request.cancellation?.wait(slept) ?? slept);
				await waited.catch((reason: unknown) => this.interrupted(reason, request, progress));
			}
		}
	}

	/** Waits until the request may start. */
	private async turn(
		request: ServiceRequest,
		progress: Progress,
		passage?: RequestHooks,
	): Promise<Turn> {
		const { limiter, lane } = this.settings;
		const turn = await limiter.start({
			lane,
			changes: request.idempotency !== 'safe',
			isRepeated: request.isPart === true || progress.last !== undefined,
			cancellation: request.cancellation,
			canStart: () => passage?.canStart?.() !== false,
			probe: async () => await this.probe(),
		});
		try {
			throwIfCancelled(lane.cancellation, request.cancellation);
			await passage?.leave();
			return turn;
		} catch (reason) {
			turn.end('unknown');
			return await Promise.reject(reason);
		}
	}

	/** Ends a request that waits and will not start (again). */
	private interrupted(reason: unknown, request: ServiceRequest, progress: Progress): never {
		if (progress.isInDoubt && progress.last && request.inDoubtNote !== undefined) {
			throw this.failure(request, progress);
		}
		if (reason instanceof ServiceDown) throw serviceDownError(reason.downMs, this.host);
		throw reason;
	}

	private failure(request: ServiceRequest, { last, isInDoubt }: Progress): Error {
		if (!last) throw new Error('A request that was not tried has not failed');
		return serviceError({
			...last,
			isInDoubt,
			note: request.inDoubtNote,
			host: this.host,
			redact: this.settings.redact,
		});
	}

	private get host(): string {
		return new URL(this.settings.address).host;
	}

	/** Sends the request once, when its turn has come. The turn is still to be ended. */
	private async attempt(
		request: ServiceRequest,
		progress: Progress,
		passage?: RequestHooks,
	): Promise<{ turn: Turn; attempt: Attempt }> {
		const { lane } = this.settings;
		const departure: { turn?: Turn } = {};
		try {
			const sent = this.send(request, async () => {
				departure.turn = await this.turn(request, progress, passage);
			});
			// A request that only reads need not be waited for when nobody wants it any more.
			const response = await (request.idempotency === 'safe'
				? lane.cancellation.wait(request.cancellation?.wait(sent) ?? sent)
				: sent);
			if (!departure.turn) throw new Error('A request was sent that had no turn');
			return { turn: departure.turn, attempt: this.answer(response) };
		} catch (error) {
			if (!departure.turn) return this.interrupted(error, request, progress);
			const detail = error instanceof Error ? error.message : 'no reason is known';
			const { address, proxy = proxyTried(error, address) } = this.settings;
			const failure = connectionFailure(error);
			return { turn: departure.turn, attempt: { kind: 'noAnswer', failure, detail, proxy } };
		}
	}

	private answer(response: FullResponse): Answer {
		const { location } = response.headers;
		return {
			kind: 'answer',
			status: response.statusCode,
			body: response.body,
			location: typeof location === 'string' ? location : undefined,
			proxy: this.settings.proxy,
			retryAfterMs: this.asksToWaitMs(response),
		};
	}

	private async send(
		{ url, method, body, qs, timeout }: WireRequest,
		leave: () => Promise<void>,
	): Promise<FullResponse> {
		let startedAt = this.settings.clock.now();
		const options = {
			url,
			method,
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
			...(timeout === undefined ? {} : { timeout }),
		};
		const response = await this.settings.send(options, async () => {
			await leave();
			startedAt = this.settings.clock.now();
		});
		this.tellLimiter(response, startedAt);
		return response;
	}

	/** Lets the whole queue know what the answer says of the limit, also when nobody waits for the answer any more. */
	private tellLimiter(response: FullResponse, startedAt: number): void {
		const { limiter } = this.settings;
		const wantsWaitMs = this.asksToWaitMs(response);
		if (response.statusCode === 429) limiter.refused(startedAt, wantsWaitMs);
		else {
			limiter.admitted(startedAt);
			if (wantsWaitMs !== undefined) limiter.hold(wantsWaitMs);
		}
	}

	private asksToWaitMs({ statusCode, headers }: FullResponse): number | undefined {
		if (!ASKS_TO_WAIT.includes(statusCode)) return undefined;
		return retryAfterMs(headers['retry-after'], this.settings.clock.timeOfDay());
	}

	/** Asks for something harmless, once. Anything but 5xx, 429 and silence is the answer of a service that is well. */
	private async probe(): Promise<HealthSign> {
		const { limiter, lane } = this.settings;
		// An answer that takes longer comes too late: by then a write has found out.
		const request = { url: '/lists', qs: { page: 1, per: 1 }, timeout: TRIAL_EVERY_MS };
		const sent = this.send({ method: 'GET', ...request }, async () => {
			const { cancellation } = lane;
			// A lane of its own: that of the run may be full of requests that wait for their answers.
			await limiter.start({ lane: new RunQueue(), changes: false, isProbe: true, cancellation });
		});
		return await sent.then(
			({ statusCode }) =>
				statusCode < 500 && statusCode !== 429 && statusCode !== 408 ? 'answered' : 'failed',
			// A run that has ended breaks off its question, which then says nothing of the service.
			() => (lane.cancellation.isCancelled ? 'unknown' : 'failed'),
		);
	}
}

function throwIfCancelled(...some: Array<Cancellation | undefined>): void {
	for (const one of some) one?.throwIfCancelled();
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
