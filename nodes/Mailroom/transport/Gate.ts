import { createHash } from 'node:crypto';
import { AdaptiveRate } from './AdaptiveRate';
import type { Cancellation } from './Cancellation';
import { CircuitBreaker } from './CircuitBreaker';
import { systemClock, type Clock } from './clock';
import type { HealthSign } from './Outage';
import { RateLimiter, type PermitRequest } from './RateLimiter';
import { MAX_WAIT_MS } from './retryDelay';
import { RunQueue } from './RunQueue';
import { serviceDownError } from './ServiceError';

const CHECK_AGAIN_MS = 100;

export interface GateRequest extends Omit<PermitRequest, 'isUrgent'> {
	isWrite: boolean;
	/** Asks with a harmless request whether the service is up. Never rejects. */
	probe(): Promise<HealthSign>;
}

export interface Permit {
	end(sign: HealthSign): void;
}

/** A request passes the breaker, then waits for its turn. If it cannot start by then, it begins again. */
export class Gate {
	readonly limiter: RateLimiter;
	private readonly breaker = new CircuitBreaker();
	private readonly held = new Set<GateRequest>();
	/** One timer serves all. */
	private nextCheck: Promise<void> | undefined;

	constructor(
		private readonly clock: Clock,
		private readonly rate = new AdaptiveRate(),
	) {
		this.limiter = new RateLimiter(clock, rate);
	}

	/** @throws ServiceError in a long outage; the reason of a cancellation */
	async enter(request: GateRequest): Promise<Permit> {
		const since = this.clock.now();
		let isStarted = false;
		while (!isStarted) {
			await this.pass(request, since);
			try {
				isStarted = await this.limiter.acquire({
					...request,
					isUrgent: this.breaker.outage?.isTrial(request),
					canStart: () => this.letsStart(request),
				});
			} finally {
				if (!isStarted) this.breaker.dropTrial(request, this.clock.now());
			}
		}
		return this.permit(request);
	}

	async enterAsProbe(cancellation: Cancellation): Promise<void> {
		// The queue of its run may be full.
		const queue = new RunQueue();
		const since = this.clock.now();
		const canStart = () => true;
		const request = { queue, cancellation, since, canStart, isRetry: false, isUrgent: true };
		await this.limiter.acquire(request);
		this.breaker.outage?.startProbe(this.clock.now());
	}

	private async pass(request: GateRequest, since: number): Promise<void> {
		this.held.add(request);
		try {
			for (;;) {
				this.startTrialIfDue(request);
				if (this.letsStart(request)) return;
				if (request.isWrite) this.waitOutOutage(request, since);
				this.nextCheck ??= this.clock.sleep(CHECK_AGAIN_MS).then(() => {
					this.nextCheck = undefined;
				});
				await this.nextCheck;
				request.cancellation.throwIfCancelled();
			}
		} finally {
			this.held.delete(request);
		}
	}

	private permit(request: GateRequest): Permit {
		const { queue, isWrite, isRetry } = request;
		const inFlight = isWrite ? this.breaker.startWrite(this.clock.now()) : undefined;
		queue.inFlight++;
		return {
			end: (sign) => {
				const now = this.clock.now();
				queue.inFlight--;
				if (inFlight) this.breaker.endWrite(request, inFlight, { now, sign, isRetry });
				else this.breaker.endRead(sign, now);
			},
		};
	}

	private letsStart(request: GateRequest): boolean {
		if (!isReady(request)) return false;
		const now = this.clock.now();
		return !request.isWrite || this.breaker.letsStart(request, now, this.rate.intervalMs(now));
	}

	/** Retries leave the trial to other writes, because the failure may be their own. */
	private startTrialIfDue(request: GateRequest): void {
		const { outage } = this.breaker;
		const now = this.clock.now();
		if (!outage?.isTrialDue(now) || !request.isWrite || !isReady(request)) return;
		const isFresh = (other: GateRequest) => other.isWrite && !other.isRetry && isReady(other);
		if (request.isRetry && [...this.held].some(isFresh)) return;
		outage.startTrial(request, now);
	}

	private waitOutOutage({ probe }: GateRequest, since: number): void {
		const { outage } = this.breaker;
		const now = this.clock.now();
		if (!outage) return;
		if (now - Math.max(since, outage.since) >= MAX_WAIT_MS) {
			throw serviceDownError(now - outage.since);
		}
		if (!outage.isProbeDue(now)) return;
		outage.prepareProbe();
		// A late response counts, too.
		void probe().then((sign) => this.breaker.outage?.endProbe(sign, this.clock.now()));
	}
}

function isReady({ queue, canStart }: GateRequest): boolean {
	return !queue.isFull && canStart();
}

const gates = new Map<string, Gate>();

/** The one of this process for a service and key. */
export function sharedGate(serviceAddress: string, apiKey: string): Gate {
	const name = createHash('sha256').update(`${serviceAddress}\n${apiKey}`).digest('hex');
	const gate = gates.get(name) ?? new Gate(systemClock);
	gates.set(name, gate);
	return gate;
}
