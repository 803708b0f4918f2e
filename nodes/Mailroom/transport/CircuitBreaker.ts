import { ConcurrencyLimit, type InFlight } from './ConcurrencyLimit';
import { Outage, type HealthSign } from './Outage';

const FAILURES_IN_A_ROW = 3;

/** In an outage only the trial starts, whose response ends it. */
export class CircuitBreaker {
	outage: Outage | undefined;

	private failuresInARow = 0;
	/** Until then, refused connections are no outage. */
	private hasAnswered = false;
	private readonly concurrency = new ConcurrencyLimit();

	letsStart(write: object, now: number, intervalMs: number): boolean {
		if (this.outage) return this.outage.isTrial(write);
		return this.concurrency.hasCapacity(now, intervalMs, this.failuresInARow > 0);
	}

	startWrite(now: number): InFlight {
		return this.concurrency.start(now);
	}

	endWrite(
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
		if (!isFailure) this.dropTrial(write, now);
		else if (this.outage?.isTrial(write)) this.outage.trialFailed(now, isRetry);
		else if (++this.failuresInARow >= FAILURES_IN_A_ROW) this.outage ??= new Outage(now);
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
