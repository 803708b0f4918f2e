import type { InFlight } from './ConcurrencyLimit';

const FIRST_PROBE_AFTER_MS = 1_000;
const MAX_PROBE_AFTER_MS = 16_000;
const PROBE_PATIENCE_MS = 10_000;
/** Due even if no read is answered, as perhaps only reads fail. */
const TRIAL_EVERY_MS = 120_000;

/** `refused`: no connection. `unclear`: no sign of recovery, either. `unknown`: says nothing about the service. */
export type HealthSign = 'answered' | 'failed' | 'refused' | 'unclear' | 'unknown';

/** Times probes, which read, and trials, which write. An answered read makes a trial due. */
export class Outage {
	private probes = 0;
	private failedTrials = 0;
	private nextProbeAt = Infinity;
	/** Frequent reads must not start one trial after the other. */
	private noTrialBefore = 0;
	private trialAt: number;
	private trial: InFlight | undefined;

	constructor(readonly since: number) {
		this.trialAt = since + TRIAL_EVERY_MS;
		this.backOff(since);
	}

	isTrialDue(now: number): boolean {
		return now >= this.trialAt;
	}

	isTrial(write: InFlight): boolean {
		return write === this.trial;
	}

	startTrial(write: InFlight, now: number): void {
		this.trial = write;
		this.trialAt = now + TRIAL_EVERY_MS;
	}

	/** @param isRetry whether it failed before: the fault may be its own */
	trialFailed(now: number, isRetry: boolean): void {
		this.trial = undefined;
		this.failedTrials++;
		if (isRetry) [this.probes, this.failedTrials] = [0, 0];
		this.backOff(now);
	}

	dropTrial(now: number): void {
		this.trial = undefined;
		this.trialAt = now;
	}

	/** Not during a trial: "Retry-After" in the probe's response would delay it. */
	isProbeDue(now: number): boolean {
		return now >= this.nextProbeAt && !this.trial && !this.isTrialDue(now);
	}

	prepareProbe(): void {
		this.nextProbeAt = Infinity;
	}

	startProbe(now: number): void {
		this.probes++;
		this.nextProbeAt = now + PROBE_PATIENCE_MS + this.probeAfterMs;
	}

	probeFailed(now: number): void {
		this.nextProbeAt = Math.min(this.nextProbeAt, now + this.probeAfterMs);
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
