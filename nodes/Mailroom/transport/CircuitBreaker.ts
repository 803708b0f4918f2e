import { ConcurrencyLimit, type InFlight } from './ConcurrencyLimit';
import { Outage } from './Outage';

/** In a row. */
const FAILURES_OF_OUTAGE = 3;

/**
 * The end of a request, as far as it tells how well the service is. `refused`: it cannot be reached, which is an outage
 * only where it could be reached before. `unknown`: this says nothing of it.
 */
export type HealthSign = 'answered' | 'failed' | 'refused' | 'unknown';

/**
 * Decides whether a write may start. Closed: as many as `ConcurrencyLimit` allows. Open, after three uncertain outcomes in a row:
 * none. Half-open, when `Outage` says so: one, as a trial, whose response closes it again.
 */
export class CircuitBreaker {
	/** Undefined while the breaker is closed. */
	outage: Outage | undefined;

	private failuresInARow = 0;

	private hasAnswered = false;

	private readonly concurrency = new ConcurrencyLimit();

	/** @param intervalMs between two starts */
	letsStart(write: object, now: number, intervalMs: number): boolean {
		if (this.outage) return this.outage.isTrial(write);
		return this.concurrency.hasCapacity(now, intervalMs, this.failuresInARow > 0);
	}

	writeStarted(now: number): InFlight {
		return this.concurrency.start(now);
	}

	/**
	 * @param inFlight what `writeStarted` gave
	 * @param isRetry whether it failed before: then the fault may be its own, and others must find out soon
	 */
	writeEnded(
		write: object,
		inFlight: InFlight,
		{ now, sign, isRetry }: { now: number; sign: HealthSign; isRetry: boolean },
	): void {
		if (sign === 'answered') {
			this.concurrency.onAnswered(inFlight, now);
			this.hasAnswered = true;
			this.failuresInARow = 0;
			this.outage = undefined;
			return;
		}
		this.concurrency.onUnanswered(inFlight);
		const isFailure = sign === 'failed' || (sign === 'refused' && this.hasAnswered);
		if (!isFailure) this.outage?.trialDropped(write, now);
		else if (this.outage) this.outage.writeFailed(write, { now, isRetry });
		else if (++this.failuresInARow >= FAILURES_OF_OUTAGE) this.outage = new Outage(now);
	}

	readEnded(sign: HealthSign, now: number): void {
		if (sign !== 'answered') return;
		this.hasAnswered = true;
		this.outage?.harmlessAnswered(now);
	}

	/** @param sign `unknown` when nobody waits for the response any more: another run asks now */
	probeEnded(sign: HealthSign, now: number): void {
		if (sign === 'answered') this.outage?.harmlessAnswered(now);
		else if (sign === 'unknown') this.outage?.probeDropped(now);
		else this.outage?.probeFailed(now);
	}
}
