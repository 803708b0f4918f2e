import type { HealthSign } from './verdict';
import type { Write } from './WriteWindow';

const FAILURES_IN_A_ROW = 3;
const FIRST_PROBE_AFTER_MS = 1_000;
const MAX_PROBE_AFTER_MS = 16_000;
const MAX_PROBE_MS = 10_000;
/** Without a response for this long, a trial has failed. */
const MAX_TRIAL_MS = 15_000;
/** Due even without an answered read: perhaps only reads fail. */
const TRIAL_EVERY_MS = 120_000;

/** Probes read, trials write. An answered read makes a trial due. */
interface Outage {
	readonly since: number;
	/** Probes or trials in vain; each doubles the pause before the next. */
	probes: number;
	failedTrials: number;
	nextProbeAt: number;
	trialAt: number;
	trial?: Write;
	/** Since the start of the trial. */
	hasReadSince: boolean;
	/** Frequent reads must not start one trial after the other. */
	noTrialBefore: number;
}

/** Holds back writes in an outage: only a trial starts, until a write is answered. */
export class OutageBreaker {
	private outage: Outage | undefined;
	private failuresInARow = 0;
	/** Before the first answer, refused connections are no outage. */
	private hasAnswered = false;

	/** Undefined while the service is up. */
	get downSince(): number | undefined {
		return this.outage?.since;
	}

	/** @returns when a write may start */
	opensAt(now: number): number {
		return this.outageAt(now)?.trialAt ?? -Infinity;
	}

	/** @returns when a probe is due. Not once a trial is: "Retry-After" in the probe's response would delay it. */
	probeAt(now: number): number {
		const outage = this.outageAt(now);
		if (!outage) return Infinity;
		if (outage.trial) return outage.trial.startedAt + MAX_TRIAL_MS;
		return outage.nextProbeAt < outage.trialAt ? outage.nextProbeAt : Infinity;
	}

	startWrite(write: Write): void {
		if (!this.outage) return;
		this.outage.trial = write;
		this.outage.hasReadSince = false;
		this.outage.trialAt = write.startedAt + TRIAL_EVERY_MS;
	}

	onWriteAnswered(): void {
		this.hasAnswered = true;
		this.failuresInARow = 0;
		this.outage = undefined;
	}

	onWriteUnanswered(write: Write, sign: HealthSign, now: number): void {
		const isFailure = this.isFailure(sign);
		if (this.outage?.trial === write) {
			endTrial(this.outage, now, isFailure || sign === 'inconclusive');
		} else if (isFailure && ++this.failuresInARow >= FAILURES_IN_A_ROW) {
			this.outage ??= beginOutage(now);
		}
	}

	isFailure(sign: HealthSign): boolean {
		return sign === 'failed' || (sign === 'unreachable' && this.hasAnswered);
	}

	onReadAnswered(now: number): void {
		this.hasAnswered = true;
		const outage = this.outageAt(now);
		if (!outage) return;
		outage.hasReadSince = true;
		if (!outage.trial) makeTrialDue(outage, now);
	}

	startProbe(now: number): void {
		if (!this.outage) return;
		this.outage.probes++;
		this.outage.nextProbeAt = now + MAX_PROBE_MS + probeAfterMs(this.outage);
	}

	/** After its response, or if it could not be sent. */
	endProbe(now: number): void {
		if (!this.outage) return;
		this.outage.nextProbeAt = Math.min(this.outage.nextProbeAt, now + probeAfterMs(this.outage));
	}

	/** The response to an abandoned trial still counts. */
	private outageAt(now: number): Outage | undefined {
		const { outage } = this;
		const abandonedAt = (outage?.trial?.startedAt ?? Infinity) + MAX_TRIAL_MS;
		if (outage && now >= abandonedAt) {
			endTrial(outage, abandonedAt, true);
			if (outage.hasReadSince) makeTrialDue(outage, abandonedAt);
		}
		return outage;
	}
}
function beginOutage(since: number): Outage {
	const nextProbeAt = since + FIRST_PROBE_AFTER_MS;
	const trialAt = since + TRIAL_EVERY_MS;
	const [probes, failedTrials, hasReadSince] = [0, 0, false];
	const noTrialBefore = nextProbeAt;
	return { since, probes, failedTrials, nextProbeAt, noTrialBefore, trialAt, hasReadSince };
}

function makeTrialDue(outage: Outage, now: number): void {
	outage.trialAt = Math.min(outage.trialAt, Math.max(now, outage.noTrialBefore));
}

function endTrial(outage: Outage, now: number, hasFailed: boolean): void {
	const { trial } = outage;
	outage.trial = undefined;
	if (!hasFailed) {
		// It says nothing about the service.
		outage.trialAt = now;
		return;
	}
	outage.failedTrials++;
	// A retry may itself be the cause.
	if (trial?.isRetry) [outage.probes, outage.failedTrials] = [0, 0];
	outage.nextProbeAt = now + probeAfterMs(outage);
	outage.noTrialBefore = outage.nextProbeAt;
}

function probeAfterMs({ probes, failedTrials }: Outage): number {
	const inVain = Math.max(probes, failedTrials);
	return Math.min(FIRST_PROBE_AFTER_MS * 2 ** inVain, MAX_PROBE_AFTER_MS);
}
