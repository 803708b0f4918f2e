import { ConcurrencyLimit, type InFlight } from './ConcurrencyLimit';
import { Outage, type HealthSign } from './Outage';

/** In a row. */
const FAILURES_OF_OUTAGE = 3;

interface WriteEnd {
	now: number;
	sign: HealthSign;
	isRetry: boolean;
}

/**
 * Decides whether a write may start. Closed: as the `ConcurrencyLimit` allows. Open (an `Outage`, after three uncertain outcomes in a
 * row): none. Half-open: one as a trial, whose response closes it.
 */
export class CircuitBreaker {
	/** Undefined while closed. */
	outage: Outage | undefined;

	private failuresInARow = 0;

	/** A service that never answered is misconfigured rather than down. */
	private hasAnswered = false;

	private readonly concurrency = new ConcurrencyLimit();

	/** @param intervalMs between two starts */
	letsStart(write: object, now: number, intervalMs: number): boolean {
		if (this.outage) return this.outage.isTrial(write);
		return this.concurrency.hasCapacity(now, intervalMs, this.failuresInARow > 0);
	}

	startWrite(now: number): InFlight {
		return this.concurrency.start(now);
	}

	endWrite(write: object, inFlight: InFlight, { now, sign, isRetry }: WriteEnd): void {
		if (sign === 'answered') {
			this.concurrency.onAnswered(inFlight, now);
			this.hasAnswered = true;
			this.failuresInARow = 0;
			this.outage = undefined;
			return;
		}
		this.concurrency.onUnanswered(inFlight);
		const isFailure = sign === 'failed' || (sign === 'refused' && this.hasAnswered);
		if (!isFailure) this.dropTrial(write, now);
		else if (this.outage?.isTrial(write)) this.outage.trialFailed(now, isRetry);
		else if (++this.failuresInARow >= FAILURES_OF_OUTAGE) this.outage ??= new Outage(now);
	}

	dropTrial(write: object, now: number): void {
		if (this.outage?.isTrial(write)) this.outage.dropTrial(now);
	}

	endRead(sign: HealthSign, now: number): void {
		if (sign !== 'answered') return;
		this.hasAnswered = true;
		this.outage?.onReadAnswered(now);
	}
}
