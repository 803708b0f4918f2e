import { createHash } from 'node:crypto';
import { abortable } from './abortable';
import { AdaptiveRate } from './AdaptiveRate';
import { CircuitBreaker } from './CircuitBreaker';
import { systemClock, type Clock } from './clock';
import type { HealthSign, Outage } from './Outage';
import { RateLimiter } from './RateLimiter';
import { MAX_WAIT_MS } from './retryPolicy';
import { RunQueue } from './RunQueue';
import { serviceDownError } from './ServiceError';
import type { Responded } from './verdict';

/** If nothing may start, for changes that no response brings. */
const CHECK_AGAIN_MS = 100;

interface QueuedRequest {
	queue: RunQueue;
	signal: AbortSignal;
	/** Its place in the order, unless its run has started another one since. */
	since: number;
	isWrite: boolean;
	isRetry: boolean;
	canStart(): boolean;
}

export interface GateRequest extends QueuedRequest {
	/** Asks with a harmless request, which enters as a probe, whether the service is up. */
	probe(): Promise<unknown>;
}

interface Waiting extends QueuedRequest {
	/** Undefined for a probe. */
	probe?: GateRequest['probe'];
	enteredAt: number;
	start(): void;
	giveUp(error: Error): void;
}

export interface Permit {
	end(sign: HealthSign, response?: Responded): void;
}

/**
 * All requests wait here for their start. First come, first served, but each start moves its run back, so that a long run does not
 * delay a single email of another workflow.
 */
export class Gate {
	readonly limiter: RateLimiter;
	private readonly breaker = new CircuitBreaker();
	private waiting: Waiting[] = [];
	private isDispatching = false;
	private checkAgain = () => {};

	constructor(
		private readonly clock: Clock,
		rate = new AdaptiveRate(),
	) {
		this.limiter = new RateLimiter(clock, rate);
	}

	/** @throws ServiceError in a long outage; the reason of the signal */
	async enter(request: GateRequest): Promise<Permit> {
		const { queue, isWrite, isRetry } = request;
		return await this.turnOf(request, () => {
			const write = isWrite ? this.breaker.startWrite(this.clock.now()) : undefined;
			queue.inFlight++;
			return this.permit((sign, now) => {
				queue.inFlight--;
				if (write) this.breaker.endWrite(write, { now, sign, isRetry });
				else this.breaker.endRead(sign, now);
			});
		});
	}

	/** @throws the reason of the signal */
	async enterAsProbe(signal: AbortSignal): Promise<Permit> {
		// The queue of its run may be full.
		const queue = new RunQueue(signal);
		const since = this.clock.now();
		const canStart = () => true;
		const request = { queue, signal, since, canStart, isWrite: false, isRetry: false };
		return await this.turnOf(request, () => {
			this.breaker.outage?.startProbe(this.clock.now());
			return this.permit((sign, now) => this.breaker.endProbe(sign, now));
		});
	}

	private async turnOf(request: QueuedRequest | GateRequest, begin: () => Permit): Promise<Permit> {
		request.signal.throwIfAborted();
		const turn = new Promise<Permit>((resolve, reject) => {
			const enteredAt = this.clock.now();
			const start = () => resolve(begin());
			this.waiting.push({ ...request, enteredAt, start, giveUp: reject });
		});
		this.checkAgain();
		void this.dispatch();
		return await abortable(turn, request.signal);
	}

	private permit(onEnd: (sign: HealthSign, now: number) => void): Permit {
		const startedAt = this.clock.now();
		return {
			end: (sign, response) => {
				if (response) this.limiter.onResponse(startedAt, response);
				onEnd(sign, this.clock.now());
				this.checkAgain();
			},
		};
	}

	private async dispatch(): Promise<void> {
		if (this.isDispatching) return;
		this.isDispatching = true;
		this.limiter.pauseFor(0);
		while (this.hasWaiting()) {
			const { waitMs } = this.limiter;
			const next = waitMs > 0 ? undefined : this.next();
			if (next) await this.start(next);
			else if (waitMs > 0 && !this.breaker.outage) await this.clock.sleep(waitMs);
			else await this.sleepUntilChange(waitMs > 0 ? waitMs : CHECK_AGAIN_MS);
		}
		this.isDispatching = false;
	}

	private hasWaiting(): boolean {
		this.waiting = this.waiting.filter(({ signal }) => !signal.aborted);
		if (this.breaker.outage) this.waitOutOutage(this.breaker.outage);
		return this.waiting.length > 0;
	}

	private async start(request: Waiting): Promise<void> {
		this.waiting = this.waiting.filter((other) => other !== request);
		request.start();
		request.queue.lastStartAt = this.clock.now();
		await this.limiter.start();
	}

	private async sleepUntilChange(ms: number): Promise<void> {
		const changed = new Promise<void>((resolve) => {
			this.checkAgain = resolve;
		});
		await Promise.race([changed, this.clock.sleep(Math.min(ms, CHECK_AGAIN_MS))]);
	}

	private next(): Waiting | undefined {
		const ready = this.waiting.filter((one) => this.mayStart(one)).sort(byPlace);
		if (!this.breaker.outage) return ready[0];
		// Retries leave the trial to other writes, because the failure may be their own.
		return ready.find(({ isWrite, isRetry }) => isWrite && !isRetry) ?? ready[0];
	}

	private mayStart({ queue, isWrite, canStart }: Waiting): boolean {
		if (queue.isFull || !canStart()) return false;
		return !isWrite || this.breaker.letsStart(this.clock.now(), this.limiter.intervalMs);
	}

	private waitOutOutage(outage: Outage): void {
		const now = this.clock.now();
		const writes = this.waiting.filter(({ isWrite }) => isWrite);
		for (const write of writes) {
			if (now - Math.max(write.enteredAt, outage.since) < MAX_WAIT_MS) continue;
			this.waiting = this.waiting.filter((other) => other !== write);
			write.giveUp(serviceDownError(now - outage.since));
		}
		if (writes.length === 0 || !outage.isProbeDue(now)) return;
		outage.prepareProbe();
		const { probe } = writes[0];
		void probe?.().catch(() => this.breaker.endProbe('failed', this.clock.now()));
	}
}

function byPlace(one: Waiting, other: Waiting): number {
	return (
		priorityOf(other) - priorityOf(one) ||
		waitsSince(one) - waitsSince(other) ||
		Number(other.isRetry) - Number(one.isRetry)
	);
}

function priorityOf({ probe, queue }: Waiting): number {
	return probe ? -Number(queue.isLowPriority) : 1;
}

function waitsSince({ queue, since }: Waiting): number {
	return Math.max(queue.lastStartAt, since);
}

const gates = new Map<string, Gate>();

/** The one of this process for a service and key. */
export function sharedGate(serviceAddress: string, apiKey: string): Gate {
	const name = createHash('sha256').update(`${serviceAddress}\n${apiKey}`).digest('hex');
	const gate = gates.get(name) ?? new Gate(systemClock);
	gates.set(name, gate);
	return gate;
}
