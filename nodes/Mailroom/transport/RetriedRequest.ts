import type { Cancellation } from './Cancellation';
import { connectionFailure } from './connectionFailure';
import type { Permit } from './Gate';
import type { HealthSign } from './Outage';
import { retryDelayMs } from './retryDelay';
import type { RequestHooks, ServiceClient, ServiceRequest } from './ServiceClient';
import { serviceError } from './ServiceError';
import { verdictOf, type Attempt, type Tried, type Verdict } from './verdict';
import type { ServiceResponse } from '../service';

export class RetriedRequest {
	private readonly cancellation: Cancellation;
	private readonly since: number;
	private attempts = 0;
	/** Without those after a 429. */
	private retries = 0;
	private isInDoubt: boolean;
	private last: Tried | undefined;

	constructor(
		private readonly client: ServiceClient,
		private readonly request: ServiceRequest,
		private readonly hooks: RequestHooks,
	) {
		const { queue, clock } = client.settings;
		this.cancellation = queue.cancellation.or(request.cancellation);
		this.since = clock.now();
		this.isInDoubt = request.wasInDoubt === true;
	}

	async response(): Promise<ServiceResponse> {
		for (;;) {
			const tried = await this.attempt();
			const success = this.successOf(tried);
			if (success) return success;
			await this.pauseBeforeRetry(tried);
		}
	}

	private async attempt(): Promise<Tried> {
		const { client, cancellation, hooks } = this;
		const { queue, clock } = client.settings;
		const { idempotency } = this.request;
		const left: { permit?: Permit } = {};
		let attempt: Attempt;
		try {
			const sent = client.sendOnce(this.request, async () => {
				left.permit = await this.enter();
			});
			// A cancelled run need not wait for what it reads.
			attempt = await (idempotency === 'safe' ? cancellation.wait(sent) : sent);
		} catch (error) {
			if (!left.permit) return this.interrupted(error);
			const detail = error instanceof Error ? error.message : 'no reason is known';
			attempt = { kind: 'noResponse', failure: connectionFailure(error), detail };
		}
		const verdict = verdictOf(attempt, idempotency);
		left.permit?.end(healthSign(verdict));
		queue.throttledSince =
			verdict.kind === 'throttled' ? (queue.throttledSince ?? clock.now()) : undefined;
		hooks.onEnd?.();
		if (idempotency === 'safe') cancellation.throwIfCancelled();
		return { attempt, verdict };
	}

	private async enter(): Promise<Permit> {
		const { client, cancellation, hooks, since } = this;
		const { gate, queue } = client.settings;
		const permit = await gate.enter({
			...{ queue, cancellation, since },
			isWrite: this.request.idempotency !== 'safe',
			isRetry: this.last !== undefined,
			canStart: () => hooks.canStart?.() !== false,
			probe: async () => await client.probe(),
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

	private successOf({ attempt, verdict }: Tried): ServiceResponse | undefined {
		if (attempt.kind === 'noResponse') return undefined;
		if (verdict.kind === 'accepted') return attempt.body as ServiceResponse;
		const isGone = this.request.notFoundMeansDone && this.isInDoubt && attempt.status === 404;
		return isGone ? { success: true } : undefined;
	}

	/** @throws ServiceError if the request must not be sent again */
	private async pauseBeforeRetry(tried: Tried): Promise<void> {
		const { request, cancellation, retries } = this;
		const { queue, clock } = this.client.settings;
		const { kind } = tried.verdict;
		this.last = tried;
		this.isInDoubt ||= kind === 'inDoubt';
		this.attempts++;
		const throttledMs = clock.now() - (queue.throttledSince ?? clock.now());
		const random = clock.random();
		const delayMs = retryDelayMs(tried, request, { retries, throttledMs, random });
		if (delayMs === undefined || this.attempts === request.maxAttempts) throw this.failure(tried);
		if (kind !== 'throttled') this.retries++;
		await cancellation
			.wait(clock.sleep(delayMs))
			.catch((reason: unknown) => this.interrupted(reason));
	}

	/** Ends a request that waits and will not start. */
	private interrupted(reason: unknown): never {
		const { last, isInDoubt, request } = this;
		if (isInDoubt && last && request.inDoubtNote !== undefined) throw this.failure(last);
		throw reason;
	}

	private failure(last: Tried): Error {
		const note = this.isInDoubt ? this.request.inDoubtNote : undefined;
		return serviceError(last, note, this.client.settings);
	}
}

const HEALTH_SIGNS = {
	accepted: 'answered',
	rejected: 'answered',
	throttled: 'unknown',
	notSent: 'refused',
	inDoubt: 'failed',
} as const;

function healthSign(verdict: Verdict): HealthSign {
	if ('isTransient' in verdict && !verdict.isTransient) return 'unknown';
	return HEALTH_SIGNS[verdict.kind];
}
