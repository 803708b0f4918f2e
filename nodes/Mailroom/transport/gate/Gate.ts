import { abortable } from '../abortable';
import type { Clock } from '../../clock';
import { MAX_WAIT_MS } from '../retryAfter';
import { unexpectedFailure } from '../failure/unexpectedFailure';
import {
	BREAKER_RULE,
	breakerChange,
	CircuitBreaker,
	failedInOutage,
	type Trial,
} from './CircuitBreaker';
import { VERDICTS, type Attempt } from '../verdict';
import type { Hold } from './Hold';
import {
	isAttempt,
	type Exchange,
	type GateRequest,
	type NotStarted,
	type Sender,
} from './GateRequest';
import { LastTries } from './LastTries';
import { RATE_RULE, RateLimiter } from './RateLimiter';
import { inQueueOrder } from './queueOrder';

/** Time from a start until the request is on the network, in an idle n8n. In a busy one, a timer is about as late as the request. */
const SENDING_MS = 5;

/** A request that has started. */
interface Start {
	kind: 'start';
	trial?: Trial;
}

interface Waiting extends GateRequest {
	resolve(answer: Start | NotStarted): void;
}

/**
 * All requests for a service and API key wait here, until nothing keeps them back. Each event starts those that may start. Holds and
 * gate rely on this:
 * - `dispatch` and holds are synchronous, so nothing changes between a decision and the start.
 * - Holds are asked at each attempt. One that counts the start is the last of its request, as then nothing else keeps it back.
 * - `ended` calls `wake` before anything that could throw, so that nobody waits forever.
 */
export class Gate {
	readonly limiter: RateLimiter;
	readonly breaker: CircuitBreaker;
	private waiting: Waiting[] = [];
	private readonly lastTries = new LastTries();
	/** Times of the timers that run. n8n's timers can't be stopped. */
	private readonly timers = new Set<number>();

	constructor(
		private readonly clock: Clock,
		{ rateRule = RATE_RULE, breakerRule = BREAKER_RULE } = {},
	) {
		this.limiter = new RateLimiter(clock, rateRule);
		this.breaker = new CircuitBreaker(breakerRule);
	}

	/** Counts the start and the end of an exchange with the service, also if something throws or nobody waits for it any more. */
	async execute(request: GateRequest, exchange: Exchange): Promise<Attempt | NotStarted> {
		let start: Start | undefined;
		let attempt: Attempt | undefined;
		try {
			const result = await exchange(async () => {
				const answer = await this.enter(request);
				if (answer?.kind !== 'start') return answer;
				start = answer;
				return 'go';
			});
			if (isAttempt(result)) attempt = result;
			else if (start) throw new Error('n8n gave no response');
			return result;
		} finally {
			if (start) this.ended(request, start, attempt);
		}
	}

	async executeAsProbe(sender: Sender, exchange: Exchange): Promise<Attempt | NotStarted> {
		const { signal } = sender.group;
		const isFirst = { since: this.clock.now(), isRetry: false, wasThrottled: false };
		return await this.execute(
			{ kind: 'probe', ...sender, holds: [], signal, ...isFirst },
			exchange,
		);
	}

	/** Resolves when the request may leave, or as soon as it must not leave any more. */
	private async enter(request: GateRequest): Promise<Start | NotStarted> {
		for (const hold of request.holds) hold.onChange?.(this.wake);
		const answer = new Promise<Start | NotStarted>((resolve) => {
			this.waiting.push({ ...request, resolve });
		});
		this.wake();
		return await abortable(answer, request.signal);
	}

	/** With one time for all decisions: if more time passed between them, none might wait for the next event. */
	private dispatch(): void {
		const now = this.clock.now();
		try {
			this.endUnwanted(now);
			this.probeIfDue(now);
			while (this.startNext(now)) continue;
			this.noteHeld(now);
			if (this.waiting.length > 0) this.wakeAt(this.nextEventAt(now));
		} catch (error) {
			// Otherwise, they would wait until n8n is restarted.
			for (const { resolve } of this.waiting.splice(0)) resolve(unexpectedFailure(error));
		}
	}

	/** Ends requests of runs that have ended, or that have waited too long for the end of an outage. */
	private endUnwanted(now: number): void {
		for (const request of [...this.waiting]) {
			const { signal, group } = request;
			if (signal.aborted) this.resolve(request, undefined);
			else if (now >= this.givesUpAt(request) && !this.breaker.admitsWrite(now)) {
				const waitedMs = now - group.heldSince(this.breaker.failingSince);
				this.resolve(request, failedInOutage(waitedMs, group));
			}
		}
	}

	/** Compared as it is: what is left of a minute, calculated from it, can differ by a rounding error. */
	private givesUpAt({ kind, group }: Waiting): number {
		if (kind !== 'write') return Infinity;
		return group.heldSince(this.breaker.failingSince) + MAX_WAIT_MS;
	}

	private noteHeld(now: number): void {
		const { failingSince } = this.breaker;
		if (failingSince === undefined) return;
		for (const { kind, group } of this.waiting) {
			if (kind === 'write') group.noteHeld(failingSince, now);
		}
	}

	private probeIfDue(now: number): void {
		const { breaker, limiter } = this;
		if (limiter.nextStartAt > now || !breaker.isProbeDue(now)) return;
		// The probe takes the way of the write that would be tried next.
		const write = this.inOrder().find(({ kind }) => kind === 'write');
		if (!write) return;
		breaker.startProbe(now);
		this.lastTries.started({ ...write, kind: 'probe' }, now);
		write.probe?.().catch(() => {});
	}

	/**
	 * The order in which requests are kept back: waits 4 to 9 of docs/design/connection.md. A run's own 1 to 3 come before `execute`.
	 *
	 * @returns whether a request has started, or was failed or withdrawn by a hold
	 */
	private startNext(now: number): boolean {
		// 4. The rate limit.
		if (this.limiter.nextStartAt > now) return false;
		// 5. The order of the queue.
		for (const request of this.inOrder()) {
			const { kind, group, holds } = request;
			// 6. The bulkhead of the run. Its probe may pass.
			if (group.isFull && kind !== 'probe') continue;
			// 7. The circuit breaker.
			if (kind === 'write' && !this.breaker.admitsWrite(now)) continue;
			// 8 and 9. The run's own reasons.
			const answer = startAll(holds);
			if (answer === 'wait') continue;
			this.resolve(request, answer === 'go' ? this.start(request) : answer);
			return true;
		}
		return false;
	}

	private inOrder(): Waiting[] {
		return inQueueOrder(this.waiting, !this.breaker.isClosed, this.lastTries);
	}

	private start(request: GateRequest): Start {
		const { group, kind } = request;
		const { limiter, clock } = this;
		const onNetwork = limiter.start();
		void clock.sleep(SENDING_MS).then(() => onNetwork(clock.now() - SENDING_MS));
		const trial = this.changeBreaker(request, (breaker, now) =>
			kind === 'write' ? breaker.startWrite(now) : undefined,
		);
		this.lastTries.started(request, clock.now());
		// The run of a probe may be full, and keeps its place.
		if (kind !== 'probe') group.started(clock.now());
		return { kind: 'start', trial };
	}

	/** @param attempt undefined if something has thrown, which says nothing about the service */
	private ended(request: GateRequest, { trial }: Start, attempt: Attempt | undefined): void {
		const { group, kind, wasThrottled, tell } = request;
		const sign = attempt ? VERDICTS[attempt.verdict].health : 'inconclusive';
		const response = attempt?.kind === 'response' ? attempt : undefined;
		if (kind !== 'probe') group.ended();
		if (sign === 'answered') this.lastTries.answered(request);
		this.wake();
		const ms = response ? this.limiter.onResponse(response, wasThrottled) : 0;
		if (ms > 0) tell({ kind: 'pause', ms });
		const result = { sign, hasResponse: response !== undefined, trial };
		this.changeBreaker(request, (breaker, now) =>
			kind === 'write' ? breaker.onWrite(result, now) : breaker.onRead(sign, now),
		);
	}

	/** The request that has caused a change tells of it, so that each is told once. */
	private changeBreaker<T>(
		{ tell }: Sender,
		change: (breaker: CircuitBreaker, now: number) => T,
	): T {
		const now = this.clock.now();
		const before = this.breaker.condition;
		const result = change(this.breaker, now);
		const event = breakerChange(before, this.breaker.condition, now);
		if (event) tell(event);
		return result;
	}

	private resolve(request: Waiting, answer: Start | NotStarted): void {
		this.waiting = this.waiting.filter((other) => other !== request);
		request.resolve(answer);
	}

	/** Waits a turn of the event loop, so that a run first learns of a failure that keeps back its next request. */
	private readonly wake = () => this.wakeAt(this.clock.now());

	private wakeAt(at: number): void {
		if (at === Infinity || [...this.timers].some((earlier) => earlier <= at)) return;
		this.timers.add(at);
		void this.clock.sleep(Math.max(0, at - this.clock.now())).then(() => {
			this.timers.delete(at);
			this.dispatch();
		});
	}

	/** When something may change without another event, if at all. What is due already waits for another event. */
	private nextEventAt(now: number): number {
		const { nextChangeAt = Infinity } = this.breaker;
		const times = [this.limiter.nextStartAt];
		for (const request of this.waiting) {
			if (request.kind === 'write') times.push(nextChangeAt, this.givesUpAt(request));
		}
		return Math.min(...times.filter((at) => at > now));
	}
}

/** @returns the first answer that is not `go` */
function startAll(holds: Hold[]): ReturnType<Hold['start']> {
	try {
		for (const hold of holds) {
			const answer = hold.start();
			if (answer !== 'go') return answer;
		}
		return 'go';
	} catch (error) {
		return unexpectedFailure(error);
	}
}
