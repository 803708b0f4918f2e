import type { HealthSign } from './verdict';

const FAILURES_IN_A_ROW = 3;
const FIRST_PROBE_AFTER_MS = 1_000;
const MAX_PROBE_AFTER_MS = 16_000;
const MAX_PROBE_MS = 10_000;
/** Due even without an answered read: perhaps only reads fail. */
const TRIAL_EVERY_MS = 120_000;

const MAX_RESPONSE_TIMES = 10;
/** Factor on writes in flight, as response times vary. */
const ALLOWANCE = 1.5;
/** With 1, a slow response would delay a start. */
const MIN_LIMIT = 2;
/** Silence after which one more may start: a lost response must not stop the others. */
const GROWTH_MS = 1_000;
/** Before the first response. */
const FIRST_GROWTH_MS = 110;
const MAX_FIRST_LIMIT = 10;

export interface Write {
	startedAt: number;
	isRetry: boolean;
}

/** Probes read, trials write. An answered read makes a trial due. */
interface Outage {
	readonly since: number;
	probes: number;
	nextProbeAt: number;
	trialAt: number;
	trial?: Write;
	failedTrials: number;
	/** Frequent reads must not start one trial after the other. */
	noTrialBefore: number;
}

/**
 * Holds back writes. In an outage, only a trial starts, until a write is answered. Otherwise, the rate and recent
 * response times limit the writes in flight (Little's law). After a failure, the limit is 1.
 */
export class OutageBreaker {
	private outage: Outage | undefined;
	private failuresInARow = 0;
	/** Before the first answer, refused connections are no outage. */
	private hasAnswered = false;
	/** By start, without those before the last answered one. */
	private inFlight: Write[] = [];
	private readonly responseTimesMs: number[] = [];

	/** Undefined while the service is up. */
	get downSince(): number | undefined {
		return this.outage?.since;
	}

	letsWriteStart(now: number, intervalMs: number): boolean {
		if (this.outage) return now >= this.outage.trialAt;
		if (this.inFlight.length === 0) return true;
		const silenceMs = now - this.inFlight[0].startedAt;
		return this.inFlight.length < this.maxInFlight(silenceMs, intervalMs);
	}

	startWrite(write: Write): void {
		this.inFlight.push(write);
		if (!this.outage) return;
		this.outage.trial = write;
		this.outage.trialAt = write.startedAt + TRIAL_EVERY_MS;
	}

	endWrite(write: Write, sign: HealthSign, now: number): void {
		if (sign === 'answered') {
			this.onWriteAnswered(write, now);
			return;
		}
		this.inFlight = this.inFlight.filter((one) => one !== write);
		const isFailure = sign === 'failed' || (sign === 'unreachable' && this.hasAnswered);
		if (this.outage?.trial === write) {
			endTrial(this.outage, now, isFailure || sign === 'inconclusive');
		} else if (isFailure && ++this.failuresInARow >= FAILURES_IN_A_ROW) {
			this.outage ??= beginOutage(now);
		}
	}

	onReadAnswered(now: number): void {
		this.hasAnswered = true;
		if (!this.outage || this.outage.trial) return;
		const { trialAt, noTrialBefore } = this.outage;
		this.outage.trialAt = Math.min(trialAt, Math.max(now, noTrialBefore));
	}

	/** Not once a trial is due: "Retry-After" in the probe's response would delay it. */
	isProbeDue(now: number): boolean {
		if (!this.outage || this.outage.trial) return false;
		return now >= this.outage.nextProbeAt && now < this.outage.trialAt;
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

	private onWriteAnswered(write: Write, now: number): void {
		this.hasAnswered = true;
		this.failuresInARow = 0;
		this.outage = undefined;
		this.responseTimesMs.push(now - write.startedAt);
		if (this.responseTimesMs.length > MAX_RESPONSE_TIMES) this.responseTimesMs.shift();
		this.inFlight.splice(0, this.inFlight.indexOf(write) + 1);
	}

	private maxInFlight(silenceMs: number, intervalMs: number): number {
		const isFailing = this.failuresInARow > 0;
		if (this.responseTimesMs.length === 0) {
			const limit = 1 + Math.floor(silenceMs / (isFailing ? GROWTH_MS : FIRST_GROWTH_MS));
			return Math.min(limit, MAX_FIRST_LIMIT);
		}
		const needed = Math.ceil((ALLOWANCE * Math.max(...this.responseTimesMs)) / intervalMs);
		const limit = Math.max(MIN_LIMIT, needed);
		const growth = Math.min(limit, Math.floor(silenceMs / GROWTH_MS));
		return (isFailing ? 1 : limit) + growth;
	}
}

function beginOutage(since: number): Outage {
	const nextProbeAt = since + FIRST_PROBE_AFTER_MS;
	const trialAt = since + TRIAL_EVERY_MS;
	return { since, probes: 0, failedTrials: 0, nextProbeAt, noTrialBefore: nextProbeAt, trialAt };
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
