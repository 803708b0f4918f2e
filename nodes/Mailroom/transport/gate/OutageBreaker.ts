import type { Failed } from '../Outcome';
import type { HealthSign } from '../verdict';
import type { Write } from './WriteWindow';

const FAILURES_IN_A_ROW = 3;
const FIRST_PROBE_AFTER_MS = 1_000;
const MAX_PROBE_AFTER_MS = 16_000;
const MAX_PROBE_MS = 10_000;
/** A trial without a response for so long is probably lost, and another may follow. */
const MAX_TRIAL_MS = 15_000;
/** A trial is due this often even without an answered read, as perhaps only reads fail. */
const TRIAL_EVERY_MS = 120_000;

/** Probes read, trials write. An answered read makes a trial due. */
interface Outage {
	readonly since: number;
	/** The latest trial, while it has no outcome. */
	trial?: Write;
	trialAt: number;
	nextProbeAt: number;
	/** Earliest time of a probe or of an early trial. */
	notBefore: number;
	probes: number;
	failedTrials: number;
}

/** Tells whether the service is down. Then only trials may write, until any write is answered. */
export class OutageBreaker {
	private outage: Outage | undefined;
	private failuresInARow = 0;
	/** Before the first answer, refused connections are no outage. */
	private hasAnswered = false;

	/** Undefined while the service is up. */
	get downSince(): number | undefined {
		return this.outage?.since;
	}

	get isFailing(): boolean {
		return this.failuresInARow > 0;
	}

	isTrialDue(now: number): boolean {
		return this.outage !== undefined && now >= this.outage.trialAt;
	}

	startWrite(write: Write): void {
		if (!this.outage) return;
		this.outage.trial = write;
		this.outage.trialAt = write.startedAt + TRIAL_EVERY_MS;
		this.outage.notBefore = write.startedAt + MAX_TRIAL_MS;
	}

	endWrite(write: Write, sign: HealthSign, now: number): void {
		if (sign === 'answered') {
			this.hasAnswered = true;
			this.failuresInARow = 0;
			this.outage = undefined;
			return;
		}
		const isFailure = sign === 'failed' || (sign === 'unreachable' && this.hasAnswered);
		if (this.outage?.trial === write) {
			endTrial(this.outage, write, now, isFailure || sign === 'inconclusive');
		} else if (isFailure && ++this.failuresInARow >= FAILURES_IN_A_ROW) {
			this.outage ??= beginOutage(now);
		}
	}

	onReadAnswered(now: number): void {
		this.hasAnswered = true;
		if (!this.outage) return;
		const { trialAt, notBefore } = this.outage;
		this.outage.trialAt = Math.min(trialAt, Math.max(now, notBefore));
	}

	/** False once a trial is due, as "Retry-After" in the probe's response would delay it. */
	isProbeDue(now: number): boolean {
		if (!this.outage) return false;
		const { nextProbeAt, notBefore, trialAt } = this.outage;
		return now >= Math.max(nextProbeAt, notBefore) && now < trialAt;
	}

	startProbe(now: number): void {
		if (!this.outage) return;
		this.outage.probes++;
		this.outage.nextProbeAt = now + MAX_PROBE_MS + probeAfterMs(this.outage);
	}

	/** To be called after the probe's response, or if the probe could not be sent. */
	endProbe(now: number): void {
		if (!this.outage) return;
		this.outage.nextProbeAt = Math.min(this.outage.nextProbeAt, now + probeAfterMs(this.outage));
	}
}

function beginOutage(since: number): Outage {
	const nextProbeAt = since + FIRST_PROBE_AFTER_MS;
	const trialAt = since + TRIAL_EVERY_MS;
	return { since, trialAt, nextProbeAt, notBefore: nextProbeAt, probes: 0, failedTrials: 0 };
}

function endTrial(outage: Outage, trial: Write, now: number, hasFailed: boolean): void {
	outage.trial = undefined;
	if (!hasFailed) {
		// Such a trial says nothing about the service.
		outage.trialAt = now;
		return;
	}
	outage.failedTrials++;
	// A retry may itself be the cause.
	if (trial.isRetry) [outage.probes, outage.failedTrials] = [0, 0];
	// Reads that were answered before the failure don't count.
	outage.trialAt = trial.startedAt + TRIAL_EVERY_MS;
	outage.nextProbeAt = outage.notBefore = now + probeAfterMs(outage);
}

function probeAfterMs({ probes, failedTrials }: Outage): number {
	const inVain = Math.max(probes, failedTrials);
	return Math.min(FIRST_PROBE_AFTER_MS * 2 ** inVain, MAX_PROBE_AFTER_MS);
}

/** A write of a run that has waited too long for the end of an outage. */
export function failedInOutage(waitedMs: number): Failed {
	const seconds = Math.round(waitedMs / 1000);
	return {
		kind: 'notSent',
		problem: `Not sent: the service is down, and the run has waited for ${seconds} s`,
		advice:
			'When the service is back, run the workflow again with only the items that were not sent.',
		concerns: 'run',
	};
}
