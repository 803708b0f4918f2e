import { RETRY_ADVICE } from '../../parameters/wording';
import type { Failed } from '../Outcome';
import type { HealthSign } from '../verdict';

/**
 * Writes that may start without an answer to any. All of them are in doubt if the service is silent. With fewer, responses of
 * 300 ms would already delay starts.
 */
const MAX_UNANSWERED = 8;
/** One or two failures may come from the content of a request, or from one server of several. */
const FAILURES_TO_OPEN = 3;
const FIRST_PROBE_AFTER_MS = 1_000;
/** Also the longest time for which a try without an answer keeps others back. */
const MAX_PROBE_AFTER_MS = 16_000;
/** Perhaps only reads fail. */
const TRY_ANYWAY_AFTER_MS = 120_000;

/**
 * Keeps writes back while the service is down, because each would be in doubt. `mayStart` is 8 while the breaker is closed, 0 while
 * it is open, and 1 while it is half-open.
 */
export class CircuitBreaker {
	/** Writes that may start before the next answer. */
	private mayStart = MAX_UNANSWERED;
	/** Of the last opening. Undefined while closed. */
	private openedAt: number | undefined;
	private failuresInARow = 0;
	/** Since failures have opened the breaker. Silence may be slowness. */
	private failedSince = Infinity;
	/** Before the first answer, refused connections are no outage. */
	private hasAnswered = false;
	private probeAt = -Infinity;
	private probeAfterMs = FIRST_PROBE_AFTER_MS;
	/** Answered reads count from the first probe after the opening. */
	private readsCountFrom = Infinity;

	get isClosed(): boolean {
		return this.openedAt === undefined;
	}

	admitsWrite(now: number): boolean {
		return this.mayStart > 0 || now >= this.tryAnywayAt;
	}

	startWrite(now: number): void {
		this.mayStart--;
		// The write of a half-open breaker opens it again, so one that gets no answer needs no rule.
		if (this.mayStart <= 0) this.open(now);
	}

	onWrite(sign: HealthSign, now: number): void {
		const isUnreachable = sign === 'unreachable' && this.hasAnswered;
		if (sign === 'answered') this.close();
		else if (sign === 'failed' || isUnreachable) this.countFailure(now);
		else this.giveBack(sign);
	}

	/** A read that is answered after the wait makes the breaker half-open. */
	onRead(sign: HealthSign, now: number): void {
		if (sign !== 'answered') return;
		this.hasAnswered = true;
		if (!this.isClosed && now >= this.readsCountFrom) this.mayStart = 1;
	}

	isProbeDue(now: number): boolean {
		return !this.isClosed && this.mayStart <= 0 && now >= this.probeAt;
	}

	/** Also if the probe gets no answer, the next one is due in time. */
	scheduleProbe(now: number): void {
		this.probeAt = now + this.probeAfterMs;
		this.probeAfterMs = Math.min(2 * this.probeAfterMs, MAX_PROBE_AFTER_MS);
	}

	/** When a write may start or a probe is due, if nothing is answered before. */
	get nextChangeAt(): number {
		return this.isClosed || this.mayStart > 0 ? Infinity : Math.min(this.probeAt, this.tryAnywayAt);
	}

	/** `Infinity` if failures haven't opened it. */
	get failingSince(): number {
		return this.failedSince;
	}

	private get tryAnywayAt(): number {
		return (this.openedAt ?? Infinity) + TRY_ANYWAY_AFTER_MS;
	}

	private open(now: number): void {
		this.openedAt = now;
		this.mayStart = 0;
		if (now >= this.probeAt) this.scheduleProbe(now);
		this.readsCountFrom = this.probeAt;
	}

	private close(): void {
		this.hasAnswered = true;
		this.mayStart = MAX_UNANSWERED;
		this.openedAt = undefined;
		this.failuresInARow = 0;
		this.failedSince = Infinity;
		this.probeAt = -Infinity;
		this.probeAfterMs = FIRST_PROBE_AFTER_MS;
	}

	private countFailure(now: number): void {
		this.failuresInARow++;
		if (this.failuresInARow < FAILURES_TO_OPEN) return;
		if (this.isClosed) this.open(now);
		this.failedSince = Math.min(this.failedSince, now);
	}

	/** Such an end says nothing about the service. If it is inconclusive, at least the service isn't silent. */
	private giveBack(sign: HealthSign): void {
		const isFailing = this.failedSince !== Infinity;
		if (this.isClosed) this.mayStart = Math.min(this.mayStart + 1, MAX_UNANSWERED);
		else if (sign !== 'inconclusive' || !isFailing) this.mayStart = 1;
	}
}

/** A write of a run that has waited too long for the end of an outage. */
export function failedInOutage(waitedMs: number): Failed {
	const seconds = Math.round(waitedMs / 1000);
	return {
		kind: 'notSent',
		problem: `Not sent: the service is down, and the run has waited for ${seconds} s`,
		advice: `When the service is back, ${RETRY_ADVICE}`,
		concerns: 'run',
	};
}
