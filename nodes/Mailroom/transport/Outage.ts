const FIRST_PROBE_AFTER_MS = 1_000;
const MAX_PROBE_AFTER_MS = 16_000;

/** A probe without a response holds up the next one for so long, beside the usual wait. Its response counts whenever it comes. */
const PROBE_PATIENCE_MS = 10_000;

/** One write may try in each such time, whatever the harmless requests say. */
export const TRIAL_EVERY_MS = 120_000;

/**
 * Knows when to ask whether the service is well again, and when a write may find out. A harmless request that is answered makes the
 * trial due, be it a probe or a read of some run. Where none is answered, it is due every two minutes: the service may have lost no
 * more than the lists that the probes ask for. The trial is whichever write comes then, and the outage lasts until one is answered.
 */
export class Outage {
	private probes = 0;

	private trialsFailed = 0;

	private nextProbeAt = Infinity;

	/** A read that is answered earlier does not start a trial right after one that failed: with many reads all emails would be tried. */
	private answersCountFrom = 0;

	private trialAt: number;

	private trial: object | undefined;

	constructor(readonly since: number) {
		this.trialAt = since + TRIAL_EVERY_MS;
		this.askAfterFailure(since);
	}

	isTrialDue(now: number): boolean {
		return now >= this.trialAt;
	}

	/** Where a trial is due, nobody needs to ask; a response with "Retry-After" would even hold it up. */
	isProbeDue(now: number): boolean {
		return now >= this.nextProbeAt && !this.trial && !this.isTrialDue(now);
	}

	/** To be called when a probe is handed to n8n: until it starts or is dropped, there is no other. */
	probePrepared(): void {
		this.nextProbeAt = Infinity;
	}

	probeStarted(now: number): void {
		this.probes++;
		this.nextProbeAt = now + PROBE_PATIENCE_MS + this.probeAfterMs;
	}

	probeFailed(now: number): void {
		this.nextProbeAt = Math.min(this.nextProbeAt, now + this.probeAfterMs);
	}

	/** The run that asked has ended: another one asks. */
	probeDropped(now: number): void {
		this.nextProbeAt = now;
	}

	/** To be called when a probe or any other read was answered. */
	harmlessAnswered(now: number): void {
		if (this.trial) return;
		this.trialAt = Math.min(this.trialAt, Math.max(now, this.answersCountFrom));
	}

	/** To be called for the write that tries. */
	trialClaimed(trial: object, now: number): void {
		this.trial = trial;
		this.trialAt = now + TRIAL_EVERY_MS;
	}

	/**
	 * To be called when a write has failed.
	 *
	 * @param isRetry whether it failed before: then the fault may be its own, and others are to find out soon
	 */
	writeFailed(write: object, { now, isRetry }: { now: number; isRetry: boolean }): void {
		if (write !== this.trial) return;
		this.trial = undefined;
		this.trialsFailed++;
		if (isRetry) [this.probes, this.trialsFailed] = [0, 0];
		this.askAfterFailure(now);
	}

	isTrial(write: object): boolean {
		return write === this.trial;
	}

	/** To be called when a write will not start, or its end says nothing of the service: another one tries. */
	trialDropped(write: object, now: number): void {
		if (write !== this.trial) return;
		this.trial = undefined;
		this.trialAt = now;
	}

	private askAfterFailure(now: number): void {
		this.nextProbeAt = now + this.probeAfterMs;
		this.answersCountFrom = this.nextProbeAt;
	}

	private get probeAfterMs(): number {
		const inVain = Math.max(this.probes, this.trialsFailed);
		return Math.min(FIRST_PROBE_AFTER_MS * 2 ** inVain, MAX_PROBE_AFTER_MS);
	}
}
