import { joinSentences, RETRY_ADVICE } from '../../wording';
import type { BreakerChange, BreakerState } from '../ConnectionEvent';
import type { Failed } from '../Outcome';
import type { HealthSign } from '../verdict';
import type { RequestGroup } from './RequestGroup';

/** When the breaker opens. What other values cost: test/transport/simulation. */
export interface BreakerRule {
	/**
	 * Writes that start without an answer in between. All are in doubt if the service is silent. With 4, responses of 1.5 s would
	 * cost 7 % of the rate.
	 */
	maxStartsWithoutAnswer: number;
	/** One or two failures may come from the content of a request, or from one server of several. */
	failuresToOpen: number;
}

export const BREAKER_RULE: BreakerRule = { maxStartsWithoutAnswer: 8, failuresToOpen: 3 };

const FIRST_PROBE_AFTER_MS = 1_000;
/** Also the longest time for which a trial without an answer keeps others back. */
const MAX_PROBE_AFTER_MS = 16_000;
/** Perhaps only reads fail. */
const TRY_ANYWAY_AFTER_MS = 120_000;

/** Writes start. */
interface Closed {
	kind: 'closed';
	startsWithoutAnswer: number;
}

/** No write starts until a read is answered. */
interface Open {
	kind: 'open';
	outage: Outage;
	openedAt: number;
	/** Reads that are answered before the first probe don't count. */
	readsCountFrom: number;
}

/** One write may start: the trial. Its start opens the breaker again, so a trial that gets no answer needs no rule. */
interface HalfOpen {
	kind: 'half-open';
	outage: Outage;
}

/** From an opening until a write is answered. */
interface Outage {
	readonly beganAt: number;
	readonly probeAt: number;
	readonly probeAfterMs: number;
	/** Undefined while the service has only been silent, which may be slowness. */
	readonly failingSince?: number;
}

/** How the breaker stands, as others may know it. */
interface BreakerCondition {
	kind: BreakerState;
	/** Undefined if closed. */
	outage?: Outage;
}

/** The breaker as the trial has opened it. */
export type Trial = Readonly<Open>;

interface WriteResult {
	sign: HealthSign;
	hasResponse: boolean;
	/** Undefined for other writes. */
	trial?: Trial;
}

/** Keeps writes back while the service is down, because each would be in doubt. */
export class CircuitBreaker {
	private state: Closed | Open | HalfOpen = { kind: 'closed', startsWithoutAnswer: 0 };
	private failuresInARow = 0;
	/** Before the first answer, refused connections are no outage. */
	private hasAnswered = false;

	constructor(private readonly rule = BREAKER_RULE) {}

	get condition(): BreakerCondition {
		const { state } = this;
		const { kind } = state;
		return state.kind === 'closed' ? { kind } : { kind, outage: state.outage };
	}

	get isClosed(): boolean {
		return this.state.kind === 'closed';
	}

	admitsWrite(now: number): boolean {
		const { state } = this;
		return state.kind !== 'open' || now >= state.openedAt + TRY_ANYWAY_AFTER_MS;
	}

	startWrite(now: number): Trial | undefined {
		const { state } = this;
		if (state.kind !== 'closed') return this.open(state.outage, now);
		state.startsWithoutAnswer++;
		const isSilent = state.startsWithoutAnswer >= this.rule.maxStartsWithoutAnswer;
		if (isSilent) this.open(newOutage(now), now);
		return undefined;
	}

	/**
	 * | Sign                                                   | Closed               | Open                      | Half-open   |
	 * | ------------------------------------------------------ | -------------------- | ------------------------- | ----------- |
	 * | `answered`                                             | Counts anew          | Closes                    | Closes      |
	 * | A failure: `failed`, `unreachable` after any answer    | Third in a row opens | Third in a row: it fails¹ | As if open  |
	 * | `inconclusive` without a response                      | Start isn't counted  | As a failure              | As if open  |
	 * | `none`, `inconclusive`, `unreachable` before an answer | Start isn't counted  | Half-opens, or nothing²   | Nothing     |
	 * | `canceled`: nobody knows what the answer would be      | Nothing              | Nothing                   | Nothing     |
	 *
	 * ¹ The outage is no longer mere silence: runs give up after a minute (`Gate.givesUpAt`). ² By `mayAnotherTry`.
	 */
	onWrite(result: WriteResult, now: number): void {
		const { state } = this;
		if (result.sign === 'answered') this.close();
		else if (this.isFailure(result)) this.noteFailure(now);
		else if (result.sign === 'canceled') return;
		else if (state.kind === 'closed') uncountStart(state);
		else if (state.kind === 'open' && mayAnotherTry(state, result)) this.halfOpen(state);
	}

	onRead(sign: HealthSign, now: number): void {
		const { state } = this;
		if (sign !== 'answered') return;
		this.hasAnswered = true;
		if (state.kind === 'open' && now >= state.readsCountFrom) this.halfOpen(state);
	}

	isProbeDue(now: number): boolean {
		return this.state.kind === 'open' && now >= this.state.outage.probeAt;
	}

	/** Plans the next probe as one leaves, so that it is also due if this one gets no answer. */
	startProbe(now: number): void {
		const { state } = this;
		if (state.kind !== 'closed') state.outage = withNextProbe(state.outage, now);
	}

	/** When a write may start or a probe is due, if nothing is answered before. */
	get nextChangeAt(): number | undefined {
		const { state } = this;
		if (state.kind !== 'open') return undefined;
		return Math.min(state.outage.probeAt, state.openedAt + TRY_ANYWAY_AFTER_MS);
	}

	/** Undefined if failures haven't opened it. */
	get failingSince(): number | undefined {
		return this.state.kind === 'closed' ? undefined : this.state.outage.failingSince;
	}

	private open(last: Outage, now: number): Open {
		const outage = now >= last.probeAt ? withNextProbe(last, now) : last;
		const opened: Open = { kind: 'open', outage, openedAt: now, readsCountFrom: outage.probeAt };
		this.state = opened;
		return opened;
	}

	private halfOpen({ outage }: Open): void {
		this.state = { kind: 'half-open', outage };
	}

	private close(): void {
		this.hasAnswered = true;
		this.failuresInARow = 0;
		this.state = { kind: 'closed', startsWithoutAnswer: 0 };
	}

	private isFailure({ sign, hasResponse }: WriteResult): boolean {
		if (sign === 'unreachable') return this.hasAnswered;
		// While the service is silent, a write that ends without a response is no slow one.
		const isLost = sign === 'inconclusive' && !hasResponse && !this.isClosed;
		return sign === 'failed' || isLost;
	}

	private noteFailure(now: number): void {
		this.failuresInARow++;
		if (this.failuresInARow < this.rule.failuresToOpen) return;
		const state = this.state.kind === 'closed' ? this.open(newOutage(now), now) : this.state;
		state.outage = { failingSince: now, ...state.outage };
	}
}

function uncountStart(state: Closed): void {
	state.startsWithoutAnswer = Math.max(0, state.startsWithoutAnswer - 1);
}

/** After a result that shows neither health nor a failure. */
function mayAnotherTry(state: Open, { sign, hasResponse, trial }: WriteResult): boolean {
	const isSilent = state.outage.failingSince === undefined;
	const endsSilence = hasResponse || sign === 'unreachable';
	// After a 429 or a TLS error, the trial gives its turn back. A write that was in flight before has none.
	const isTurnUnused = state === trial && sign === 'none';
	return (isSilent && endsSilence) || isTurnUnused;
}

function newOutage(now: number): Outage {
	const probeAfterMs = 2 * FIRST_PROBE_AFTER_MS;
	return { beganAt: now, probeAt: now + FIRST_PROBE_AFTER_MS, probeAfterMs };
}

function withNextProbe(outage: Outage, now: number): Outage {
	const probeAfterMs = Math.min(2 * outage.probeAfterMs, MAX_PROBE_AFTER_MS);
	return { ...outage, probeAt: now + outage.probeAfterMs, probeAfterMs };
}

/** Undefined if its state is the same. */
export function breakerChange(
	before: BreakerCondition,
	after: BreakerCondition,
	now: number,
): BreakerChange | undefined {
	const outage = before.outage ?? after.outage;
	if (before.kind === after.kind || !outage) return undefined;
	const isSilence = outage.failingSince === undefined;
	const outageMs = now - outage.beganAt;
	return { kind: 'breaker', from: before.kind, to: after.kind, isSilence, outageMs };
}

/** A write of a run that has waited too long for the end of an outage. */
export function failedInOutage(
	waitedMs: number,
	{ lastFailure }: Pick<RequestGroup, 'lastFailure'>,
): Failed {
	const seconds = Math.round(waitedMs / 1000);
	const waited = `Not sent: the service is down, and the run has waited for ${seconds} s`;
	return {
		kind: 'notSent',
		problem: joinSentences(waited, lastFailure && `Its last failure: ${lastFailure}`),
		advice: `When the service is back, ${RETRY_ADVICE}`,
		scope: 'run',
	};
}
