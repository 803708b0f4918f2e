import type { AdaptiveRate } from './AdaptiveRate';
import type { Cancellation } from './Cancellation';
import type { Clock } from './clock';
import { Pacer } from './Pacer';
import { MAX_WAIT_MS, PAUSE_AFTER_429_MS } from './retryDelay';
import type { RunQueue } from './RunQueue';

/** Keeps several n8n workers apart after a 429. */
const MAX_PAUSE_JITTER_MS = 250;
/** Until a request is on the network, if n8n is idle. */
const SENDING_MS = 5;

export interface PermitRequest {
	queue: RunQueue;
	cancellation: Cancellation;
	since: number;
	isRetry: boolean;
	isUrgent?: boolean;
	canStart(): boolean;
}

interface Waiting extends PermitRequest {
	decide(canStart: boolean): void;
}

/**
 * First come, first served, but each start moves its run back, so that a long run does not delay a single email of another workflow.
 */
export class RateLimiter {
	private waiting: Waiting[] = [];
	private readonly pacer: Pacer;
	private isDispatching = false;

	constructor(
		private readonly clock: Clock,
		private readonly rate: AdaptiveRate,
	) {
		this.pacer = new Pacer(rate);
	}

	/** @returns at its turn, whether the request may start */
	async acquire(request: PermitRequest): Promise<boolean> {
		request.cancellation.throwIfCancelled();
		const turn = new Promise<boolean>((decide) => {
			this.waiting.push({ ...request, canStart: () => request.canStart(), decide });
		});
		void this.dispatch();
		return await request.cancellation.wait(turn);
	}

	/** @param askedMs by the service */
	onThrottled(startedAt: number, askedMs = 0): void {
		const isCongested = this.rate.onThrottled(this.clock.now(), startedAt);
		const pauseMs = Math.max(isCongested ? PAUSE_AFTER_429_MS : 0, askedMs);
		if (pauseMs > 0) this.pauseFor(pauseMs + MAX_PAUSE_JITTER_MS * this.clock.random());
	}

	/** For any other response. A 503 may ask for a pause. */
	onAccepted(startedAt: number, askedMs = 0): void {
		this.rate.onAccepted(startedAt);
		if (askedMs > 0) this.pauseFor(askedMs);
	}

	pauseFor(ms: number): void {
		this.pacer.delayUntil(this.clock.now() + Math.min(ms, MAX_WAIT_MS));
	}

	private async dispatch(): Promise<void> {
		if (this.isDispatching) return;
		this.isDispatching = true;
		this.pacer.delayUntil(this.clock.now());
		for (let next = this.next(); next; next = this.next()) {
			const waitMs = this.pacer.nextSlotAt - this.clock.now();
			if (waitMs > 0) await this.clock.sleep(waitMs);
			else await this.letDecide(next);
		}
		this.isDispatching = false;
	}

	private async letDecide(request: Waiting): Promise<void> {
		this.waiting = this.waiting.filter((other) => other !== request);
		const canStart = request.canStart();
		request.decide(canStart);
		if (!canStart) return;
		const now = this.clock.now();
		this.pacer.recordStart(now);
		request.queue.lastStartAt = now;
		// If n8n is busy, it sends late. The next request must keep its distance.
		await this.clock.sleep(SENDING_MS);
		this.pacer.recordSendDelay(this.clock.now() - now - SENDING_MS);
	}

	private next(): Waiting | undefined {
		const isWanted = ({ cancellation }: Waiting) => !cancellation.isCancelled;
		this.waiting = this.waiting.filter(isWanted).sort(byPlace);
		return this.waiting[0];
	}
}

function byPlace(one: PermitRequest, other: PermitRequest): number {
	return (
		priorityOf(other) - priorityOf(one) ||
		waitsSince(one) - waitsSince(other) ||
		Number(other.isRetry) - Number(one.isRetry)
	);
}

function priorityOf({ isUrgent, queue }: PermitRequest): number {
	return isUrgent ? 1 : -Number(queue.isLowPriority);
}

function waitsSince({ queue, since }: PermitRequest): number {
	return Math.max(queue.lastStartAt, since);
}
