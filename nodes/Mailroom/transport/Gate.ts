import { createHash } from 'node:crypto';
import { abortable } from './abortable';
import { AdaptiveRate } from './AdaptiveRate';
import { systemClock, type Clock } from './clock';
import { OutageBreaker } from './OutageBreaker';
import { RateLimiter } from './RateLimiter';
import { MAX_WAIT_MS } from './retryPolicy';
import { RequestGroup } from './RequestGroup';
import { serviceDownError } from './ServiceError';
import type { RequestHooks } from './ServiceRequest';
import type { HealthSign, Responded } from './verdict';
import { WriteWindow, type Write } from './WriteWindow';

/** No event reports that claims have settled. */
const CHECK_AGAIN_MS = 100;

export interface GateRequest extends RequestHooks {
	kind: 'read' | 'write' | 'probe';
	group: RequestGroup;
	signal: AbortSignal;
	/** When the request was made. Its retries keep this time. */
	since: number;
	isRetry: boolean;
	/** Tests with a harmless request whether the service is up. */
	probe?(): Promise<unknown>;
}

interface Waiting extends GateRequest {
	enteredAt: number;
	resolve(permit: Permit): void;
	reject(error: Error): void;
}

export interface Permit {
	end(sign: HealthSign, response?: Responded): void;
}

/**
 * All requests wait here for their start. First come, first served, but each start moves its run back, so that a long run doesn't
 * delay others.
 */
export class Gate {
	readonly limiter: RateLimiter;
	private readonly breaker = new OutageBreaker();
	private readonly writes = new WriteWindow();
	private waiting: Waiting[] = [];
	private isDispatching = false;
	private checkAgain = () => {};

	constructor(
		private readonly clock: Clock,
		rate = new AdaptiveRate(),
	) {
		this.limiter = new RateLimiter(clock, rate);
	}

	/** @throws ServiceError in a long outage; the reason of the signal; what `beforeSend` throws */
	async enter(request: GateRequest): Promise<Permit> {
		request.signal.throwIfAborted();
		const turn = new Promise<Permit>((resolve, reject) => {
			this.waiting.push({ ...request, enteredAt: this.clock.now(), resolve, reject });
		});
		this.checkAgain();
		void this.dispatch();
		const permit = await abortable(turn, request.signal);
		try {
			request.signal.throwIfAborted();
			await request.beforeSend?.();
			return permit;
		} catch (reason) {
			permit.end('none');
			return await Promise.reject(reason);
		}
	}

	async enterAsProbe(signal: AbortSignal): Promise<Permit> {
		// The group of its run may be full.
		const group = new RequestGroup(signal);
		const since = this.clock.now();
		return await this.enter({ kind: 'probe', group, signal, since, isRetry: false });
	}

	private async dispatch(): Promise<void> {
		if (this.isDispatching) return;
		this.isDispatching = true;
		this.limiter.pauseFor(0);
		while (this.hasWaiting()) {
			const { waitMs } = this.limiter;
			const next = waitMs > 0 ? undefined : this.next();
			if (next) await this.start(next);
			else if (waitMs > 0 && this.breaker.downSince === undefined) await this.clock.sleep(waitMs);
			else await this.sleepUntilChange(waitMs > 0 ? waitMs : CHECK_AGAIN_MS);
		}
		this.isDispatching = false;
	}

	private hasWaiting(): boolean {
		this.waiting = this.waiting.filter(({ signal }) => !signal.aborted);
		this.failOverdueAndProbe();
		return this.waiting.length > 0;
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
				void this.clock.sleep(0).then(() => this.checkAgain());
			},
		};
	}

	private startWrite(write: Write): void {
		this.breaker.startWrite(write);
		this.writes.start(write);
	}

	private endWrite(write: Write, sign: HealthSign): void {
		const now = this.clock.now();
		this.breaker.endWrite(write, sign, now);
		if (sign === 'answered') this.writes.endAnswered(write, now);
		else this.writes.endUnanswered(write);
	}

	private async sleepUntilChange(ms: number): Promise<void> {
		const changed = new Promise<void>((resolve) => {
			this.checkAgain = resolve;
		});
		await Promise.race([changed, this.clock.sleep(Math.min(ms, CHECK_AGAIN_MS))]);
	}

	private next(): Waiting | undefined {
		const ready = this.waiting.filter((one) => this.mayStart(one)).sort(byPlace);
		if (this.breaker.downSince === undefined) return ready[0];
		// Other writes try first, as a retry may fail because of its content.
		return ready.find(({ kind, isRetry }) => kind === 'write' && !isRetry) ?? ready[0];
	}

	private mayStart({ group, kind, canStart }: Waiting): boolean {
		if (group.isFull || canStart?.() === false) return false;
		return kind !== 'write' || this.mayWrite();
	}

	private mayWrite(): boolean {
		const { breaker, writes, limiter } = this;
		const now = this.clock.now();
		if (breaker.downSince !== undefined) return breaker.isTrialDue(now);
		return writes.hasRoom(now, limiter.intervalMs, breaker.isFailing);
	}

	private failOverdueAndProbe(): void {
		const { downSince } = this.breaker;
		if (downSince === undefined) return;
		const now = this.clock.now();
		const writes = this.waiting.filter(({ kind }) => kind === 'write');
		for (const write of writes) {
			const waitedMs = now - Math.max(write.enteredAt, downSince);
			if (waitedMs < MAX_WAIT_MS) continue;
			this.waiting = this.waiting.filter((other) => other !== write);
			write.reject(serviceDownError(waitedMs));
		}
		if (writes.length === 0 || this.limiter.waitMs > 0 || !this.breaker.isProbeDue(now)) return;
		this.breaker.startProbe(now);
		const ended = () => this.breaker.endProbe(this.clock.now());
		void writes[0].probe?.().then(ended, ended);
	}
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

/** Outlasts any run, so that all share one gate. */
const MAX_UNUSED_MS = 7 * 24 * 3_600_000;

const gates = new Map<string, { gate: Gate; usedAt: number }>();

/** This process's gate for a service and key. */
export function sharedGate(serviceAddress: string, apiKey: string): Gate {
	const usedAt = systemClock.now();
	for (const [name, other] of gates) {
		if (usedAt - other.usedAt > MAX_UNUSED_MS) gates.delete(name);
	}
	const name = createHash('sha256').update(`${serviceAddress}\n${apiKey}`).digest('hex');
	const { gate } = gates.get(name) ?? { gate: new Gate(systemClock) };
	gates.set(name, { gate, usedAt });
	return gate;
}
