import type { IHttpRequestOptions } from 'n8n-workflow';
import { verdictOf, type Attempt } from './attempt';
import type { Clock } from './clock';
import { connectionFailure } from './connectionFailure';
import type { Lane } from './lane';
import type { RateLimiter } from './rateLimiter';
import { retryDecision, type Effect } from './retryDecision';
import { serviceError, type Redact, type UncertainNote } from './serviceError';
import type { ServiceAnswer } from '../service';

/** What n8n's request helper answers with `returnFullResponse`. */
export interface FullResponse {
	statusCode: number;
	headers: Record<string, unknown>;
	body: unknown;
}

export interface ServiceRequest extends Pick<
	IHttpRequestOptions,
	'method' | 'url' | 'body' | 'qs'
> {
	effect: Effect;
	/** Added to an error after which the service may have acted; not set for requests that only read. */
	uncertainNote?: UncertainNote;
	/** Whether the same was asked for before, in a request that may have been acted on. */
	mayBeDone?: boolean;
	/** Whether 404 means success when an earlier attempt may have been acted on: it has deleted the record. */
	goneIsDone?: boolean;
}

/** What the client needs of the world: where the service is, n8n's request helper, its place in the queue, the time. */
export interface ClientSettings {
	/** Base address without trailing slash. */
	address: string;
	/** Sends one request with the credential's key; rejects only when no answer came. */
	send(options: IHttpRequestOptions): Promise<FullResponse>;
	redact: Redact;
	limiter: RateLimiter;
	lane: Lane;
	clock: Clock;
}

/** Speaks to the service: every request of the node, of whichever path through n8n, goes through `request`. */
export class ServiceClient {
	constructor(private readonly settings: ClientSettings) {}

	/**
	 * Sends one request within the limit, and again where that is harmless and may help.
	 *
	 * @returns the service's answer, a JSON object
	 * @throws ServiceError when it failed for good; anything else when the run was cancelled
	 */
	async request(request: ServiceRequest): Promise<ServiceAnswer> {
		const { limiter, lane, clock } = this.settings;
		let retries = 0;
		let wasUnclear = request.mayBeDone === true;
		let throttledSince: number | undefined;

		for (let isRepeated = false; ; isRepeated = true) {
			await limiter.start(lane, isRepeated);
			const attempt = await this.attempt(request);
			const verdict = verdictOf(attempt);
			if (verdict.kind === 'accepted' && attempt.kind === 'answer') {
				return attempt.body as ServiceAnswer;
			}

			const isGone = attempt.kind === 'answer' && attempt.status === 404;
			if (request.goneIsDone && wasUnclear && isGone) return { success: true };

			wasUnclear ||= verdict.kind === 'unclear';
			if (verdict.kind === 'throttled') {
				limiter.pause();
				throttledSince ??= clock.now();
			} else {
				throttledSince = undefined;
			}

			const decision = retryDecision({
				verdict,
				effect: request.effect,
				retries,
				throttledMs: clock.now() - (throttledSince ?? clock.now()),
				random: clock.random(),
			});
			if (decision.action === 'finish') {
				const note = request.uncertainNote;
				const { address, redact } = this.settings;
				const { host } = new URL(address);
				throw serviceError({ attempt, verdict, wasUnclear, note, host, redact });
			}
			if (verdict.kind !== 'throttled') retries++;
			if (decision.delayMs > 0) await lane.wait(clock.sleep(decision.delayMs));
		}
	}

	private async attempt(request: ServiceRequest): Promise<Attempt> {
		const { address, lane, send } = this.settings;
		try {
			const response = await send({
				baseURL: address,
				url: request.url,
				method: request.method,
				...(request.body === undefined ? {} : { body: request.body }),
				...(request.qs === undefined ? {} : { qs: request.qs }),
				headers: { Accept: 'application/json' },
				json: true,
				returnFullResponse: true,
				// n8n answers a thrown 401 by sending the request a second time, past the limiter.
				ignoreHttpStatusErrors: true,
				// A redirect could carry addresses and emails to another host, and turns a POST into a GET.
				disableFollowRedirect: true,
			});
			return {
				kind: 'answer',
				status: response.statusCode,
				body: response.body,
				location:
					typeof response.headers.location === 'string' ? response.headers.location : undefined,
			};
		} catch (error) {
			lane.signal?.throwIfAborted();
			const detail = error instanceof Error ? error.message : 'no reason is known';
			return { kind: 'noAnswer', failure: connectionFailure(error), detail };
		}
	}
}
