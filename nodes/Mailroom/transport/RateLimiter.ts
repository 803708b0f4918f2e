import type { Cancellation } from './Cancellation';
import type { Clock } from './clock';
import type { RunQueue } from './RunQueue';
import { Pace } from './Pace';
import { MAX_WAIT_MS, PAUSE_AFTER_429_MS } from './retryDecision';
import { ServiceHealth, type HealthSign } from './ServiceHealth';
import { Timetable } from './Timetable';

/** After a 429, keeps several n8n workers apart; at least, and up to a third of the interval between starts where that is longer. */
const MIN_PAUSE_JITTER_MS = 250;

/** A request that starts is on the network after so long, where n8n has nothing else to do. */
const LEAVING_MS = 5;

/** How often those that may not start are looked at again when nothing else happens. */
const LOOK_AGAIN_MS = 250;

/** A request that wants a turn. */
export interface TurnWanted {
	lane: RunQueue;
	/** Set where it changes something: then it also waits for room among those under way, and through an outage. */
	changes: boolean;
	/** Set where it repeats a request, or a part of one: it goes before the others of its lane. */
	isRepeated?: boolean;
	/** Ends its waiting, beside that of the lane. */
	cancellation?: Cancellation;
	/** Set on the question whether the service is well: it goes before all others, which wait for its answer. */
	isProbe?: boolean;
	/** Its run lets it start now. */
	canStart?(): boolean;
	/** Set where it changes something: sends, in an outage, a request with `isProbe`, and says what came of it. Never rejects. */
	probe?(): Promise<HealthSign>;
}

/** Leave for one request. To be ended when its answer came, or none; that of a probe ends with what `probe` gives. */
export interface Turn {
	end(sign: HealthSign): void;
}

/** The service has been down for too long to wait any more. The request was not sent. */
export class ServiceDown extends Error {
	constructor(readonly downMs: number) {
		super('The service is down');
	}
}

interface Waiting extends TurnWanted {
	since: number;
	begin(turn: Turn): void;
	fail(error: Error): void;
}

/**
 * Lets requests of one service and key start one after the other, never more than ten in a second, and those that change
 * something only while the service answers. How far apart they are is up to `Pace`, that no second has more than ten to `Timetable`.
 *
 * The lanes take turns: a run of minutes does not hold up a single email of another workflow. Lanes that give way come after all
 * others.
 */
export class RateLimiter {
	private readonly waiting = new Map<RunQueue, Waiting[]>();

	private readonly health = new ServiceHealth();

	private readonly timetable: Timetable;

	/** Nothing starts before this moment, for which the service has asked. */
	private heldUntil = 0;

	private isDispatching = false;

	private wakeUp = () => {};

	constructor(
		private readonly clock: Clock,
		private readonly pace = new Pace(),
	) {
		this.timetable = new Timetable(pace);
	}

	/**
	 * Waits for the turn of one request.
	 *
	 * @throws ServiceDown when an outage lasts too long; the reason of a cancellation. The place in the queue is free then
	 */
	async start(wanted: TurnWanted): Promise<Turn> {
		const { lane, cancellation, isRepeated } = wanted;
		cancellation?.throwIfCancelled();
		const turn = new Promise<Turn>((begin, fail) => {
			const waiting: Waiting = { ...wanted, since: this.clock.now(), begin, fail };
			const queue = this.waiting.get(lane);
			if (!queue) this.waiting.set(lane, [waiting]);
			else if (isRepeated)
				queue.splice(queue.filter((other) => other.isRepeated).length, 0, waiting);
			else queue.push(waiting);
		});
		this.wakeUp();
		void this.dispatch();
		return await lane.cancellation.wait(cancellation?.wait(turn) ?? turn);
	}

	/**
	 * To be called when the service has answered 429: starts become fewer, and the whole queue pauses when 429s follow each other,
	 * or when the service asks for it. At a slow pace the next start may even come sooner than it was due: one that waited for its
	 * time would meet the same requests of other workers again a round later.
	 *
	 * @param startedAt when the request did
	 * @param leastMs as long as the service asks to wait
	 */
	refused(startedAt: number, leastMs = 0): void {
		const now = this.clock.now();
		const pauses = this.pace.refused(now, startedAt);
		const longestMs = Math.max(MIN_PAUSE_JITTER_MS, this.pace.intervalMs(now) / 3);
		const jitterMs = longestMs * this.clock.random();
		if (leastMs > 0) this.hold(leastMs + jitterMs);
		if (!pauses) return;
		const pausedUntil = now + PAUSE_AFTER_429_MS + jitterMs;
		this.timetable.moveTo(Math.max(this.heldUntil, pausedUntil));
	}

	/** To be called when it has answered anything else. */
	admitted(startedAt: number): void {
		this.pace.admitted(startedAt);
	}

	/** Holds back the whole queue for as long as a service that is out of order asks to wait. */
	hold(ms: number): void {
		const until = this.clock.now() + Math.min(ms, MAX_WAIT_MS);
		this.heldUntil = Math.max(this.heldUntil, until);
		this.timetable.skipTo(this.heldUntil);
	}

	private async dispatch(): Promise<void> {
		if (this.isDispatching) return;
		this.isDispatching = true;
		this.timetable.skipTo(this.clock.now());
		while (this.waiting.size > 0) {
			const now = this.clock.now();
			this.endHopelessWaits(now);
			const startAt = this.timetable.nextStartAt;
			if (now < startAt) {
				// At most a second at a time: a 429 meanwhile may move the next start.
				await this.clock.sleep(Math.min(startAt - now, PAUSE_AFTER_429_MS));
				continue;
			}
			this.askWhenDue(now);
			const begin = this.nextStart(now);
			if (!begin) {
				if (this.waiting.size > 0) await this.untilSomethingChanges();
				this.timetable.skipTo(this.clock.now());
				continue;
			}
			this.timetable.started(now);
			begin();
			await this.untilLeft(now);
		}
		this.isDispatching = false;
	}

	/** A busy n8n hands a request to the network late. Those that follow are not to catch up with it. */
	private async untilLeft(startedAt: number): Promise<void> {
		await this.clock.sleep(LEAVING_MS);
		this.timetable.leftLate(this.clock.now() - startedAt - LEAVING_MS);
	}

	private async untilSomethingChanges(): Promise<void> {
		const change = new Promise<void>((resolve) => {
			this.wakeUp = resolve;
		});
		await Promise.race([change, this.clock.sleep(LOOK_AGAIN_MS)]);
	}

	/** The first request of the lane whose turn it is. */
	private nextStart(now: number): (() => void) | undefined {
		this.dropCancelled();
		const found =
			this.firstOf(now, ({ isProbe }) => isProbe === true) ??
			this.firstForTrial(now) ??
			this.firstOf(now);
		if (!found) return undefined;
		const { lane } = found;
		const queue = (this.waiting.get(lane) ?? []).filter((waiting) => waiting !== found);
		this.waiting.delete(lane);
		if (queue.length > 0) this.waiting.set(lane, queue);
		return () => this.begin(found);
	}

	/** Failures before say little about a service that may be well again. */
	private firstForTrial(now: number): Waiting | undefined {
		if (!this.health.isTrialDue(now)) return undefined;
		return this.firstOf(now, ({ isRepeated, lane }) => !isRepeated && !lane.isLowPriority);
	}

	private firstOf(
		now: number,
		suits: (waiting: Waiting) => boolean = () => true,
	): Waiting | undefined {
		let behind: Waiting | undefined;
		for (const queue of this.waiting.values()) {
			const found = queue.find((waiting) => suits(waiting) && this.canStart(waiting, now));
			if (found && !found.lane.isLowPriority) return found;
			behind ??= found;
		}
		return behind;
	}

	private canStart(waiting: Waiting, now: number): boolean {
		if (waiting.lane.isFull || waiting.canStart?.() === false) return false;
		if (!waiting.changes) return true;
		return this.health.hasRoom(now, this.pace.intervalMs(now));
	}

	private begin({ lane, changes, isProbe, isRepeated, begin }: Waiting): void {
		if (isProbe) this.health.probeStarted(this.clock.now());
		const request = changes ? this.health.start(this.clock.now()) : undefined;
		lane.underWay++;
		begin({
			end: (sign) => {
				lane.underWay--;
				this.health.end(request, { now: this.clock.now(), sign, isRepeated });
				this.wakeUp();
			},
		});
	}

	/**
	 * Asks whether the service is well, as long as somebody waits to know. The question takes its turn when n8n is ready to send it, as
	 * every request does.
	 */
	private askWhenDue(now: number): void {
		if (!this.health.isProbeDue(now)) return;
		this.dropCancelled();
		const asking = [...this.waiting.values()].flat().find(({ probe }) => probe);
		if (!asking?.probe) return;
		this.health.probePrepared();
		void asking.probe().then((sign) => {
			this.health.probed(this.clock.now(), sign);
			this.wakeUp();
		});
	}

	private endHopelessWaits(now: number): void {
		const { downSince: since } = this.health;
		if (since === undefined) return;
		this.keepWaiting((waiting) => {
			const waitedMs = now - Math.max(waiting.since, since);
			if (!waiting.changes || waitedMs < MAX_WAIT_MS) return true;
			waiting.fail(new ServiceDown(now - since));
			return false;
		});
	}

	private dropCancelled(): void {
		this.keepWaiting(
			({ lane, cancellation }) => !lane.cancellation.isCancelled && !cancellation?.isCancelled,
		);
	}

	private keepWaiting(isKept: (waiting: Waiting) => boolean): void {
		for (const [lane, queue] of this.waiting) {
			const kept = queue.filter(isKept);
			if (kept.length === queue.length) continue;
			// The lane keeps its place among the others.
			if (kept.length > 0) this.waiting.set(lane, kept);
			else this.waiting.delete(lane);
		}
	}
}
