const FIRST_PROBE_AFTER_MS = 1_000;
const MAX_PROBE_AFTER_MS = 16_000;
/** The next probe waits so much longer for a response to this one. */
const PROBE_PATIENCE_MS = 10_000;
/** A write may try so often even if no read is answered: the service may have lost only the lists for which probes ask. */
export const TRIAL_EVERY_MS = 120_000;

/** The end of a request, as a sign of the service's health. `refused`: no connection. `unknown`: says nothing about it. */
export type HealthSign = 'answered' | 'failed' | 'refused' | 'unknown';

/**
 * Knows when to probe the service with a harmless request, and when one write may try. A trial is due when any read was answered;
 * the outage ends with the first write that is answered.
 */
export class Outage {
	private probes = 0;

	private failedTrials = 0;

	private nextProbeAt = Infinity;

	/** Reads that are answered all the time must not start one trial after the other. */
	private noTrialBefore = 0;

	private trialAt: number;

	private trial: object | undefined;

	constructor(readonly since: number) {
		this.trialAt = since + TRIAL_EVERY_MS;
		this.backOff(since);
	}

	isTrialDue(now: number): boolean {
		return now >= this.trialAt;
	}

	isTrial(write: object): boolean {
		return write === this.trial;
	}

	startTrial(write: object, now: number): void {
		this.trial = write;
		this.trialAt = now + TRIAL_EVERY_MS;
	}

	/** @param isRetry set where the write had failed before, which may be its own fault: others try soon */
	trialFailed(now: number, isRetry: boolean): void {
		this.trial = undefined;
		this.failedTrials++;
		if (isRetry) [this.probes, this.failedTrials] = [0, 0];
		this.backOff(now);
	}

	/** Lets another write try, because this one will not start or says nothing about the service. */
	dropTrial(now: number): void {
		this.trial = undefined;
		this.trialAt = now;
	}

	/** Nobody probes during a trial: a "Retry-After" would hold it up. */
	isProbeDue(now: number): boolean {
		return now >= this.nextProbeAt && !this.trial && !this.isTrialDue(now);
	}

	/** A probe waits for its turn. */
	prepareProbe(): void {
		this.nextProbeAt = Infinity;
	}

	startProbe(now: number): void {
		this.probes++;
		this.nextProbeAt = now + PROBE_PATIENCE_MS + this.probeAfterMs;
	}

	/** @param sign `unknown` if its run has ended, so that another run must probe */
	endProbe(sign: HealthSign, now: number): void {
		if (sign === 'answered') this.onReadAnswered(now);
		else if (sign === 'unknown') this.nextProbeAt = now;
		else this.nextProbeAt = Math.min(this.nextProbeAt, now + this.probeAfterMs);
	}

	onReadAnswered(now: number): void {
		if (this.trial) return;
		this.trialAt = Math.min(this.trialAt, Math.max(now, this.noTrialBefore));
	}

	private backOff(now: number): void {
		this.nextProbeAt = now + this.probeAfterMs;
		this.noTrialBefore = this.nextProbeAt;
	}

	private get probeAfterMs(): number {
		const inVain = Math.max(this.probes, this.failedTrials);
		return Math.min(FIRST_PROBE_AFTER_MS * 2 ** inVain, MAX_PROBE_AFTER_MS);
	}
}
