import { createHash } from 'node:crypto';
import { abortable } from '../abortable';
import { AdaptiveRate } from './AdaptiveRate';
import { systemClock, type Clock } from '../clock';
import { failedInOutage, OutageBreaker } from './OutageBreaker';
import { RateLimiter } from './RateLimiter';
import { MAX_WAIT_MS } from '../retryPolicy';
import type { Hold } from './Hold';
import type { Failed } from '../Outcome';
import { RequestGroup } from './RequestGroup';
import type { HealthSign, Responded } from '../verdict';
import { WriteWindow, type Write } from './WriteWindow';

/** An outage is looked at this often, while writes wait for its end. */
const CHECK_OUTAGE_MS = 100;

export interface GateRequest {
	kind: 'read' | 'write' | 'probe';
	group: RequestGroup;
	holds: Hold[];
	/** Withdraws the request. */
	signal: AbortSignal;
	/** When the request was made. Its retries keep this time. */
	since: number;
	isRetry: boolean;
	/** Tests with a harmless request whether the service is up. */
	probe?(): Promise<unknown>;
}

interface Waiting extends GateRequest {
	resolve(admission: Admission): void;
}

/** A request may leave, and has been counted. */
export interface Permit {
	end(sign: HealthSign, response?: Responded): void;
}

/** Undefined if the request is no longer wanted. */
export type NotStarted = Failed | undefined;

export type Admission = Permit | NotStarted;

export function isPermit(admission: Admission): admission is Permit {
	return admission !== undefined && 'end' in admission;
}

/**
 * All requests wait here until their holds are open and the limiter has a turn. First come, first served, but each start moves its
 * run back, so that a long run doesn't delay others.
 */
export class Gate {
	readonly limiter: RateLimiter;
	private readonly breaker = new OutageBreaker();
	private readonly window = new WriteWindow();
	private waiting: Waiting[] = [];
	private isDispatching = false;
	private changed = () => {};

	constructor(
		private readonly clock: Clock,
		rate = new AdaptiveRate(),
	) {
		this.limiter = new RateLimiter(clock, rate);
	}

	/** Resolves when the request may leave, or as soon as it must not leave any more. */
	async enter(request: GateRequest): Promise<Admission> {
		for (;;) {
			const permit = await this.wait(request);
			if (!isPermit(permit)) return permit;
			// Lets a failure that is just arriving come first.
			await Promise.resolve();
			const now = this.clock.now();
			const at = request.signal.aborted ? undefined : opensAt(request.holds, now);
			const mayLeave = typeof at === 'number' && at <= now;
			const kept = mayLeave ? startAll(request.holds) : at;
			if (mayLeave && !kept) return permit;
			permit.end('none');
			if (typeof kept !== 'number' && kept !== 'closed') return kept;
		}
	}

	private async wait(request: GateRequest): Promise<Admission> {
		const admission = new Promise<Admission>((resolve) => {
			const ofWrite = request.kind === 'write' ? [this.writeHold(request.group)] : [];
			const holds = [request.group, ...request.holds, ...ofWrite];
			this.waiting.push({ ...request, holds, resolve });
		});
		for (const hold of request.holds) hold.onChange?.(this.wake);
		this.wake();
		void this.dispatch();
		return await abortable(admission, request.signal);
	}

	async enterAsProbe(signal: AbortSignal): Promise<Admission> {
		// The group of its run may be full.
		const group = new RequestGroup(signal);
		const since = this.clock.now();
		return await this.enter({ kind: 'probe', group, holds: [], signal, since, isRetry: false });
	}

	private readonly wake = () => this.changed();

	private async dispatch(): Promise<void> {
		if (this.isDispatching) return;
		this.isDispatching = true;
		this.limiter.pauseFor(0);
		for (this.endHeldBack(); this.waiting.length > 0; this.endHeldBack()) {
			this.probeIfDue();
			const { waitMs } = this.limiter;
			const next = waitMs > 0 ? undefined : this.next();
			if (next) await this.start(next);
			else await this.untilChange(waitMs);
		}
		this.isDispatching = false;
	}

	/** Ends requests that are no longer wanted, or fail because of a hold. */
	private endHeldBack(): void {
		const now = this.clock.now();
		const ended = this.waiting.filter(({ signal, holds, resolve }) => {
			const at = signal.aborted ? undefined : opensAt(holds, now);
			if (typeof at !== 'number') resolve(at);
			return typeof at !== 'number';
		});
		if (ended.length > 0) this.waiting = this.waiting.filter((one) => !ended.includes(one));
	}

	private next(): Waiting | undefined {
		const now = this.clock.now();
		const ready = this.waiting.filter(({ holds }) => Number(opensAt(holds, now)) <= now);
		ready.sort(byPlace);
		if (this.breaker.downSince === undefined) return ready[0];
		// Other writes try first, as a retry may fail because of its content.
		return ready.find(({ kind, isRetry }) => kind === 'write' && !isRetry) ?? ready[0];
	}

	private async start(request: Waiting): Promise<void> {
		this.waiting = this.waiting.filter((other) => other !== request);
		request.resolve(this.permit(request));
		request.group.lastStartAt = this.clock.now();
		await this.limiter.start();
	}

	private permit({ group, kind, isRetry }: Waiting): Permit {
		const startedAt = this.clock.now();
		const write = kind === 'write' ? { startedAt, isRetry } : undefined;
		if (write) this.startWrite(write);
		group.inFlight++;
		return {
			end: (sign, response) => {
				group.inFlight--;
				if (response) this.limiter.onResponse(startedAt, response);
				if (write) this.endWrite(write, sign);
				else if (sign === 'answered') this.breaker.onReadAnswered(this.clock.now());
				// The run must first learn of a failure, which may keep back its next request.
				void this.clock.sleep(0).then(this.wake);
			},
		};
	}

	private startWrite(write: Write): void {
		this.breaker.startWrite(write);
		this.window.start(write);
	}

	private endWrite(write: Write, sign: HealthSign): void {
		const now = this.clock.now();
		this.breaker.endWrite(write, sign, now);
		if (sign === 'answered') this.window.endAnswered(write, now);
		else this.window.endUnanswered(write);
	}

	/** Limits the writes in flight. In an outage, lets trials through only, and fails writes of a run that has waited a minute. */
	private writeHold(group: RequestGroup): Hold {
		const { breaker, window, limiter } = this;
		const enteredAt = this.clock.now();
		return {
			opensAt: (now) => {
				const { downSince, isFailing } = breaker;
				if (downSince === undefined) return window.opensAt(limiter.intervalMs, isFailing);
				// A write that may try waits for the limiter, or for others of its run.
				const isTrialDue = breaker.isTrialDue(now);
				const waitedMs = group.countWait(downSince, { enteredAt, now, counts: !isTrialDue });
				if (isTrialDue) return -Infinity;
				return waitedMs >= MAX_WAIT_MS ? failedInOutage(waitedMs) : Infinity;
			},
		};
	}

	private probeIfDue(): void {
		const { breaker, clock, limiter } = this;
		const write = this.waiting.find(({ kind }) => kind === 'write');
		if (!write || limiter.waitMs > 0 || !breaker.isProbeDue(clock.now())) return;
		breaker.startProbe(clock.now());
		const ended = () => breaker.endProbe(clock.now());
		void write.probe?.().then(ended, ended);
	}

	/** Until a hold may have opened, the limiter has a turn, or an outage needs a probe. */
	private async untilChange(waitMs: number): Promise<void> {
		const isDown = this.breaker.downSince !== undefined;
		if (waitMs > 0 && !isDown) return await this.clock.sleep(waitMs);
		const now = this.clock.now();
		const openings = this.waiting.map(({ holds }) => opensAt(holds, now));
		// A request that has just failed or was withdrawn ends at once.
		const times = openings.map((at) => (typeof at === 'number' ? at : now));
		const untilTurnMs = Math.max(waitMs, Math.min(...times) - now);
		const ms = Math.min(untilTurnMs, isDown ? CHECK_OUTAGE_MS : Infinity);
		const changed = new Promise<void>((resolve) => {
			this.changed = resolve;
		});
		await Promise.race([changed, ...(ms === Infinity ? [] : [this.clock.sleep(ms)])]);
	}
}

/** @returns when all are open, or the first other answer */
function opensAt(holds: Hold[], now: number): number | NotStarted {
	let latest = -Infinity;
	for (const hold of holds) {
		const at = hold.opensAt(now);
		if (typeof at !== 'number') return at;
		latest = Math.max(latest, at);
	}
	return latest;
}

function startAll(holds: Hold[]): Failed | 'closed' | undefined {
	for (const hold of holds) {
		const keptBack = hold.start?.();
		if (keptBack) return keptBack;
	}
	return undefined;
}

function byPlace(one: Waiting, other: Waiting): number {
	return (
		priorityOf(other) - priorityOf(one) ||
		waitsSince(one) - waitsSince(other) ||
		Number(other.isRetry) - Number(one.isRetry)
	);
}

function priorityOf({ kind, group }: Waiting): number {
	return kind === 'probe' ? 1 : -Number(group.isLowPriority);
}

function waitsSince({ group, since }: Waiting): number {
	return Math.max(group.lastStartAt, since);
}

const gates = new Map<string, Gate>();

/** This process's gate for a service and key. */
export function sharedGate(serviceAddress: string, apiKey: string): Gate {
	const name = createHash('sha256').update(`${serviceAddress}\n${apiKey}`).digest('hex');
	const gate = gates.get(name) ?? new Gate(systemClock);
	gates.set(name, gate);
	return gate;
}
