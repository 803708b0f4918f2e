import { AdaptiveRate } from './AdaptiveRate';
import type { Cancellation } from './Cancellation';
import { CircuitBreaker, type HealthSign } from './CircuitBreaker';
import type { Clock } from './clock';
import { RateLimiter, type PermitRequest } from './RateLimiter';
import { MAX_WAIT_MS } from './retryDecision';
import { RunQueue } from './RunQueue';

/** How often requests that may not start are looked at again. */
const LOOK_AGAIN_MS = 100;

/** A request that wants to leave. */
export interface GateRequest extends Omit<PermitRequest, 'isUrgent'> {
	isWrite: boolean;
	/** Sends the harmless question whether the service is well, and tells the outcome. Never rejects. */
	probe(): Promise<HealthSign>;
}

/** Leave for one request, to be ended when its response came or none will. */
export interface Permit {
	end(sign: HealthSign): void;
}

/** The service has been down for too long to wait any more. The request was not sent. */
export class ServiceDown extends Error {
	constructor(readonly downMs: number) {
		super('The service is down');
	}
}

/**
 * The way to one service with one key, shared by all runs of the process. A request first passes the breaker, which holds back
 * writes in an outage, then waits for its turn in the limiter. If something has changed by then, it passes anew.
 */
export class Gate {
	readonly limiter: RateLimiter;

	private readonly breaker = new CircuitBreaker();

	/** The requests that may not start, in the order in which they came. */
	private readonly held = new Set<GateRequest>();

	/** One timer serves all that are held. */
	private nextLook: Promise<void> | undefined;

	constructor(
		private readonly clock: Clock,
		private readonly rate = new AdaptiveRate(),
	) {
		this.limiter = new RateLimiter(clock, rate);
	}

	/** @throws ServiceDown when an outage lasts too long; the reason of a cancellation */
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
				if (!isStarted) this.breaker.outage?.trialDropped(request, this.clock.now());
			}
		}
		return this.permit(request);
	}

	/** Waits for the turn of a probe, which goes before all others. */
	async enterAsProbe(cancellation: Cancellation): Promise<void> {
		// The queue of the run may be full of requests that wait for their responses.
		const queue = new RunQueue();
		const since = this.clock.now();
		const canStart = () => true;
		const request = { queue, cancellation, since, canStart, isRetry: false, isUrgent: true };
		await this.limiter.acquire(request);
		this.breaker.outage?.probeStarted(this.clock.now());
	}

	private async pass(request: GateRequest, since: number): Promise<void> {
		this.held.add(request);
		try {
			for (;;) {
				this.claimTrialWhenDue(request);
				if (this.letsStart(request)) return;
				if (request.isWrite) this.waitOutOutage(request, since);
				this.nextLook ??= this.clock.sleep(LOOK_AGAIN_MS).then(() => {
					this.nextLook = undefined;
				});
				await this.nextLook;
				request.cancellation.throwIfCancelled();
			}
		} finally {
			this.held.delete(request);
		}
	}

	private permit(request: GateRequest): Permit {
		const { queue, isWrite, isRetry } = request;
		const inFlight = isWrite ? this.breaker.writeStarted(this.clock.now()) : undefined;
		queue.inFlight++;
		return {
			end: (sign) => {
				const now = this.clock.now();
				queue.inFlight--;
				if (inFlight) this.breaker.writeEnded(request, inFlight, { now, sign, isRetry });
				else this.breaker.readEnded(sign, now);
			},
		};
	}

	private letsStart(request: GateRequest): boolean {
		if (!isReady(request)) return false;
		const now = this.clock.now();
		return !request.isWrite || this.breaker.letsStart(request, now, this.rate.intervalMs(now));
	}

	/** A write that has failed before leaves the trial to others: its failures say little about a service that may be well again. */
	private claimTrialWhenDue(request: GateRequest): void {
		const { outage } = this.breaker;
		const now = this.clock.now();
		if (!outage?.isTrialDue(now) || !request.isWrite || !isReady(request)) return;
		const isFresh = (other: GateRequest) => other.isWrite && !other.isRetry && isReady(other);
		if (request.isRetry && [...this.held].some(isFresh)) return;
		outage.trialClaimed(request, now);
	}

	/** Asks whether the service is well, as long as a write waits to know. The response counts whenever it comes. */
	private waitOutOutage({ probe }: GateRequest, since: number): void {
		const { outage } = this.breaker;
		const now = this.clock.now();
		if (!outage) return;
		if (now - Math.max(since, outage.since) >= MAX_WAIT_MS)
			throw new ServiceDown(now - outage.since);
		if (!outage.isProbeDue(now)) return;
		outage.probePrepared();
		void probe().then((sign) => this.breaker.probeEnded(sign, this.clock.now()));
	}
}

/** Whether its run lets it start. */
function isReady({ queue, canStart }: GateRequest): boolean {
	return !queue.isFull && canStart();
}
