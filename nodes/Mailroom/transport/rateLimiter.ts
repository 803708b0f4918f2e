import type { Clock } from './clock';
import type { Lane } from './lane';
import { Pace } from './pace';

/** "The limit resets after 1 second" (the service's document, section "Limits"). */
const PAUSE_AFTER_429_MS = 1000;
/** Keeps several n8n workers apart; at least, and up to the interval between starts where that is longer. */
const MIN_PAUSE_JITTER_MS = 250;

/** The first request is longer on its way: n8n loads what it needs to send it. Those that follow must not catch up with it. */
const AFTER_FIRST_START_MS = 60;

/** Timers fire in whole milliseconds and about one late. Any eleven starts still span more than a second. */
const TIMER_LATENESS_MS = 2;

/**
 * Lets requests of one service and key start one after the other, never more than ten in a second.
 *
 * The lanes take turns: a run of minutes does not hold up a single email of another workflow.
 */
export class RateLimiter {
	private readonly waiting = new Map<Lane, Array<() => void>>();

	private nextStartAt = 0;

	private hasStarted = false;

	private isDispatching = false;

	constructor(
		private readonly clock: Clock,
		private readonly pace = new Pace(),
	) {}

	/**
	 * Waits for the turn of one request.
	 *
	 * @param again whether it is the repetition of a request, which goes before the others of its lane
	 * @throws the signal's reason when the run is cancelled while it waits; its place in the queue is then free
	 */
	async start(lane: Lane, again = false): Promise<void> {
		const turn = new Promise<void>((resolve) => {
			const queue = this.waiting.get(lane);
			if (!queue) this.waiting.set(lane, [resolve]);
			else if (again) queue.unshift(resolve);
			else queue.push(resolve);
		});
		void this.dispatch();
		await lane.wait(turn);
	}

	/** Holds back the whole queue after the service has answered 429, and lets it go on at a slower pace. */
	pause(): void {
		const now = this.clock.now();
		this.pace.slowDown(now);
		const jitter = Math.max(MIN_PAUSE_JITTER_MS, this.pace.intervalMs(now));
		this.nextStartAt = now + PAUSE_AFTER_429_MS + this.clock.random() * jitter;
	}

	private async dispatch(): Promise<void> {
		if (this.isDispatching) return;
		this.isDispatching = true;
		while (this.waiting.size > 0) {
			const now = this.clock.now();
			if (now < this.nextStartAt) {
				// Never longer than a pause at the least: a 429 meanwhile may move the next start forward.
				await this.clock.sleep(Math.min(this.nextStartAt - now, PAUSE_AFTER_429_MS));
				continue;
			}
			const begin = this.takeNext();
			if (!begin) continue;
			this.pace.started();
			// Counted from when it should have been, so that the lateness of timers does not add up.
			const due = Math.max(this.nextStartAt, now - TIMER_LATENESS_MS);
			const extra = this.hasStarted ? 0 : AFTER_FIRST_START_MS;
			this.nextStartAt = due + this.pace.intervalMs(now) + extra;
			this.hasStarted = true;
			begin();
		}
		this.isDispatching = false;
	}

	/** The first request of the lane whose turn it is; undefined when that run was cancelled. */
	private takeNext(): (() => void) | undefined {
		const [[lane, queue]] = this.waiting;
		this.waiting.delete(lane);
		if (lane.signal?.aborted) return undefined;
		const begin = queue.shift();
		if (queue.length > 0) this.waiting.set(lane, queue);
		return begin;
	}
}
