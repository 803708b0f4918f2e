import { abortable } from './abortable';
import type { Permit } from './Gate';
import { retryDelayMs } from './retryPolicy';
import type { ServiceClient, ServiceRequest } from './ServiceClient';
import { serviceError } from './ServiceError';
import { CONSEQUENCES, type Tried } from './verdict';
import type { ServiceResponse } from '../service';

export class RetriedRequest {
	private readonly signal: AbortSignal;
	private readonly since: number;
	/** Excludes retries after a 429. */
	private retries = 0;
	private isInDoubt: boolean;
	private last: Tried | undefined;

	constructor(
		private readonly client: ServiceClient,
		private readonly request: ServiceRequest,
	) {
		const { queue, clock } = client.settings;
		this.signal = request.signal ? AbortSignal.any([queue.signal, request.signal]) : queue.signal;
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
		const { client, request, signal } = this;
		const { queue, clock } = client.settings;
		const isRead = request.idempotency === 'safe';
		const sent = client.tryOnce(request, async () => await this.enter());
		// An ended run need not wait for reads.
		const tried = await (isRead ? abortable(sent, signal) : sent).catch((reason: unknown) =>
			this.interrupted(reason),
		);
		queue.throttledSince =
			tried.verdict === 'throttled' ? (queue.throttledSince ?? clock.now()) : undefined;
		return tried;
	}

	private async enter(): Promise<Permit> {
		const { client, request, signal, since } = this;
		const { gate, queue } = client.settings;
		const permit = await gate.enter({
			...{ queue, signal, since },
			kind: request.idempotency === 'safe' ? 'read' : 'write',
			isRetry: this.last !== undefined,
			canStart: () => request.canStart?.() !== false,
			probe: async () => await client.probe(),
		});
		try {
			signal.throwIfAborted();
			await request.beforeSend?.();
			return permit;
		} catch (reason) {
			permit.end('unknown');
			return await Promise.reject(reason);
		}
	}

	private successOf({ attempt, verdict }: Tried): ServiceResponse | undefined {
		if (attempt.kind === 'noResponse') return undefined;
		if (verdict === 'accepted') return attempt.body as ServiceResponse;
		const isGone = this.request.notFoundMeansDone && this.isInDoubt && attempt.status === 404;
		return isGone ? { success: true } : undefined;
	}

	/** @throws ServiceError if the request must not be sent again */
	private async pauseBeforeRetry(tried: Tried): Promise<void> {
		const { request, signal, retries } = this;
		const { queue, clock } = this.client.settings;
		const { verdict } = tried;
		this.last = tried;
		this.isInDoubt ||= CONSEQUENCES[verdict].outcome === 'inDoubt';
		const throttledMs = clock.now() - (queue.throttledSince ?? clock.now());
		const random = clock.random();
		const delayMs = retryDelayMs(tried, request, { retries, throttledMs, random });
		if (delayMs === undefined) throw this.failure(tried);
		if (verdict !== 'throttled') this.retries++;
		await abortable(clock.sleep(delayMs), signal).catch((reason: unknown) =>
			this.interrupted(reason),
		);
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
