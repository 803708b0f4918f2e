import type { AdaptiveRate } from './AdaptiveRate';
import type { Cancellation } from './Cancellation';
import type { Clock } from './clock';
import { Pacer } from './Pacer';
import { MAX_WAIT_MS, PAUSE_AFTER_429_MS } from './retryDecision';
import type { RunQueue } from './RunQueue';

/** Keeps several n8n workers apart after a 429. */
const MAX_PAUSE_JITTER_MS = 250;

/** A request that starts is on the network after so long, where n8n has nothing else to do. */
const SENDING_MS = 5;

/** A request that wants to start. */
export interface PermitRequest {
	queue: RunQueue;
	cancellation: Cancellation;
	/** When the request came up, also of a retry. */
	since: number;
	/** Set where it was tried before: it goes before the others of its run. */
	isRetry: boolean;
	/** Set where it goes before all others, as they wait for its response. */
	isUrgent?: boolean;
	/** Asked when its turn has come. */
	canStart(): boolean;
}

interface Waiting extends PermitRequest {
	decide(canStart: boolean): void;
}

/**
 * Lets requests of one service and key start one after the other, never more than ten in a second. `AdaptiveRate` decides how far
 * apart they are, `Pacer` sees to it that no second has more than ten.
 *
 * First come, first served, but a request comes after those of runs that have waited longer for a start than its own run: a
 * long run, or the pages read ahead, do not hold up a single email of another workflow. Low priority comes after all others.
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

	/**
	 * Waits for the turn of one request.
	 *
	 * @returns whether it may start, now; if not, its turn goes to the next one
	 * @throws the reason of a cancellation; its place in the queue is free then
	 */
	async acquire(request: PermitRequest): Promise<boolean> {
		request.cancellation.throwIfCancelled();
		const turn = new Promise<boolean>((decide) => {
			this.waiting.push({ ...request, canStart: () => request.canStart(), decide });
		});
		void this.dispatch();
		return await request.cancellation.wait(turn);
	}

	/**
	 * To be called for a 429: starts become fewer, and the whole queue pauses when 429s follow each other, or as long as the
	 * service asks.
	 *
	 * @param startedAt when its request did
	 */
	onThrottled(startedAt: number, askedMs = 0): void {
		const isCongested = this.rate.onThrottled(this.clock.now(), startedAt);
		const pauseMs = Math.max(isCongested ? PAUSE_AFTER_429_MS : 0, askedMs);
		if (pauseMs > 0) this.pauseFor(pauseMs + MAX_PAUSE_JITTER_MS * this.clock.random());
	}

	/** To be called for every other response: one that is out of order may ask to wait, too. */
	onAccepted(startedAt: number, askedMs = 0): void {
		this.rate.onAccepted(startedAt);
		if (askedMs > 0) this.pauseFor(askedMs);
	}

	/** Holds back the whole queue. */
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
		// A busy n8n hands a request to the network late. Those that follow must not catch up with it.
		await this.clock.sleep(SENDING_MS);
		this.pacer.recordSendDelay(this.clock.now() - now - SENDING_MS);
	}

	private next(): Waiting | undefined {
		const isWanted = ({ cancellation }: Waiting) => !cancellation.isCancelled;
		this.waiting = this.waiting.filter(isWanted).sort(byPlace);
		return this.waiting[0];
	}
}

/** By priority, then by how long the run has waited for a start, then retries first. */
function byPlace(one: PermitRequest, other: PermitRequest): number {
	const waitsSince = ({ queue, since }: PermitRequest) => Math.max(queue.lastStartAt, since);
	return (
		priorityOf(one) - priorityOf(other) ||
		waitsSince(one) - waitsSince(other) ||
		Number(other.isRetry) - Number(one.isRetry)
	);
}

function priorityOf({ isUrgent, queue }: PermitRequest): number {
	if (isUrgent) return 0;
	return queue.isLowPriority ? 2 : 1;
}
