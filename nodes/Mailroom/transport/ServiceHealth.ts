import { Outage } from './Outage';

/** How many answer times are looked back on. */
const ANSWERS_REMEMBERED = 10;
/** An answer may take so many times as long as the slowest of late before its request holds others up. */
const ALLOWANCE = 1.5;
/** Less would let a single late answer cost a start. */
const MIN_ROOM = 2;
/** With every second of silence one more may start: a single request without an answer is not to stop the others. */
const GROWTH_MS = 1_000;
/**
 * Before the first answer nobody knows how long one takes. It may take a second before that costs a start; a service that never
 * answers gets no more than one that falls silent later.
 */
const FIRST_GROWTH_MS = 110;
const MAX_FIRST_ROOM = 10;

/** So many failures in a row are an outage. */
const FAILURES = 3;

/**
 * The end of a request, as far as it tells how well the service is. `refused`: it cannot be reached, which is an outage
 * only where it could be reached before. `unknown`: this says nothing of it.
 */
export type HealthSign = 'answered' | 'failed' | 'refused' | 'unknown';

interface UnderWay {
	startedAt: number;
}

/**
 * How many requests that change something may be under way together: none while the service is down, and otherwise as many as the
 * pace needs at the answer times just seen. When the service falls silent, only these are in doubt.
 */
export class ServiceHealth {
	private outage: Outage | undefined;

	private failuresInARow = 0;

	private hasAnswered = false;

	/** In the order of their starts, without those that a later one has overtaken: their silence is their own. */
	private underWay: UnderWay[] = [];

	private readonly answerTimesMs: number[] = [];

	/** Undefined while there is no outage. */
	get downSince(): number | undefined {
		return this.outage?.since;
	}

	/** Whether one that changes something may find out if the outage is over. */
	isTrialDue(now: number): boolean {
		return this.outage?.isTrialDue(now) === true;
	}

	/**
	 * Says if one more request that changes something may start.
	 *
	 * @param intervalMs between two starts
	 */
	hasRoom(now: number, intervalMs: number): boolean {
		// Those without an answer do not hold up the trial, as they may never get one.
		if (this.outage) return this.outage.isTrialDue(now);
		if (this.underWay.length === 0) return true;
		const silenceMs = now - this.underWay[0].startedAt;
		return this.underWay.length < this.roomAfter(silenceMs, intervalMs);
	}

	/** To be called when such a request starts. */
	start(now: number): UnderWay {
		const request = { startedAt: now };
		this.outage?.trialStarted(request, now);
		this.underWay.push(request);
		return request;
	}

	/**
	 * To be called when a request has ended.
	 *
	 * @param request what `start` gave; undefined for one that only reads
	 * @param isRepeated whether it failed before: then the fault may be its own, and others are to find out soon
	 */
	end(
		request: UnderWay | undefined,
		{ now, sign, isRepeated = false }: { now: number; sign: HealthSign; isRepeated?: boolean },
	): void {
		const isAnswered = sign === 'answered';
		const isFailure = sign === 'failed' || (sign === 'refused' && this.hasAnswered);
		this.hasAnswered ||= isAnswered;
		if (!request) {
			if (isAnswered) this.outage?.harmlessAnswered(now);
			return;
		}
		const index = this.underWay.indexOf(request);
		if (isAnswered) {
			this.answerTimesMs.push(now - request.startedAt);
			if (this.answerTimesMs.length > ANSWERS_REMEMBERED) this.answerTimesMs.shift();
			this.underWay.splice(0, index + 1);
			this.failuresInARow = 0;
			this.outage = undefined;
			return;
		}
		if (index !== -1) this.underWay.splice(index, 1);
		if (!isFailure) this.outage?.writeDropped(request, now);
		else if (this.outage) this.outage.writeFailed(request, { now, isRepeated });
		else if (++this.failuresInARow >= FAILURES) this.outage = new Outage(now);
	}

	isProbeDue(now: number): boolean {
		return this.outage?.isProbeDue(now) === true;
	}

	/** To be called when a probe is handed to n8n, which takes its time. */
	probePrepared(): void {
		this.outage?.probePrepared();
	}

	/** To be called when its turn has come. */
	probeStarted(now: number): void {
		this.outage?.probeStarted(now);
	}

	/** @param sign `unknown` when nobody waits for the answer any more: whoever else waits asks now */
	probed(now: number, sign: HealthSign): void {
		if (sign === 'answered') this.outage?.harmlessAnswered(now);
		else if (sign === 'unknown') this.outage?.probeDropped(now);
		else this.outage?.probeFailed(now);
	}

	private roomAfter(silenceMs: number, intervalMs: number): number {
		const isFailing = this.failuresInARow > 0;
		if (this.answerTimesMs.length === 0) {
			const room = 1 + Math.floor(silenceMs / (isFailing ? GROWTH_MS : FIRST_GROWTH_MS));
			return Math.min(room, MAX_FIRST_ROOM);
		}
		const needed = Math.ceil((ALLOWANCE * Math.max(...this.answerTimesMs)) / intervalMs);
		const room = Math.max(MIN_ROOM, needed);
		const growth = Math.min(room, Math.floor(silenceMs / GROWTH_MS));
		return (isFailing ? 1 : room) + growth;
	}
}
