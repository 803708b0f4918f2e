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

	/** Whether a write may start. */
	letsStart(now: number, intervalMs: number): boolean {
		if (this.outage) return this.outage.isTrialDue(now);
		return this.concurrency.hasCapacity(now, intervalMs, this.failuresInARow > 0);
	}

	startWrite(now: number): InFlight {
		const write = this.concurrency.start(now);
		this.outage?.startTrial(write, now);
		return write;
	}

	endWrite(
		write: InFlight,
		{ now, sign, isRetry }: { now: number; sign: HealthSign; isRetry: boolean },
	): void {
		if (sign === 'answered') {
			this.concurrency.onAnswered(write, now);
			this.hasAnswered = true;
			this.failuresInARow = 0;
			this.outage = undefined;
			return;
		}
		this.concurrency.onUnanswered(write);
		const isFailure = sign === 'failed' || (sign === 'refused' && this.hasAnswered);
		if (this.outage?.isTrial(write)) {
			if (isFailure) this.outage.trialFailed(now, isRetry);
			else this.outage.dropTrial(now);
		} else if (isFailure && ++this.failuresInARow >= FAILURES_IN_A_ROW) {
			this.outage ??= new Outage(now);
		}
	}

	endRead(sign: HealthSign, now: number): void {
		if (sign !== 'answered') return;
		this.hasAnswered = true;
		this.outage?.onReadAnswered(now);
	}

	/** @param sign `answered` if the service is up; also for one that could not start */
	endProbe(sign: HealthSign, now: number): void {
		this.endRead(sign, now);
		if (sign !== 'answered') this.outage?.probeFailed(now);
	}
}
