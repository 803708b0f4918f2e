import { ConcurrencyLimit, type InFlight } from './ConcurrencyLimit';
import { Outage, type HealthSign } from './Outage';

const FAILURES_IN_A_ROW = 3;

/** In an outage, only a trial starts. Its response ends the outage. */
export class CircuitBreaker {
	outage: Outage | undefined;

	private failuresInARow = 0;
	/** Before the first answer, refused connections are no outage. */
	private hasAnswered = false;
	private readonly concurrency = new ConcurrencyLimit();

	/** Whether a write may start. */
	letsStart(now: number, intervalMs: number): boolean {
		if (this.outage) return this.outage.isTrialDue(now);
		return this.concurrency.hasCapacity(now, intervalMs, this.failuresInARow > 0);
	}

	start(request: InFlight): InFlight {
		if (request.kind === 'probe') this.outage?.startProbe(request.startedAt);
		if (request.kind !== 'write') return request;
		this.concurrency.start(request);
		this.outage?.startTrial(request, request.startedAt);
		return request;
	}

	end(request: InFlight, sign: HealthSign, now: number): void {
		if (sign === 'answered') this.hasAnswered = true;
		if (request.kind === 'write') this.endWrite(request, sign, now);
		else if (sign === 'answered') this.outage?.onReadAnswered(now);
		else if (request.kind === 'probe') this.outage?.probeFailed(now);
	}

	private endWrite(write: InFlight, sign: HealthSign, now: number): void {
		if (sign === 'answered') {
			this.concurrency.onAnswered(write, now);
			this.failuresInARow = 0;
			this.outage = undefined;
			return;
		}
		this.concurrency.onUnanswered(write);
		const isFailure = sign === 'failed' || (sign === 'refused' && this.hasAnswered);
		if (this.outage?.isTrial(write)) {
			if (isFailure || sign === 'unclear') this.outage.trialFailed(now, write.isRetry);
			else this.outage.dropTrial(now);
		} else if (isFailure && ++this.failuresInARow >= FAILURES_IN_A_ROW) {
			this.outage ??= new Outage(now);
		}
	}
}
