import { REQUESTS_PER_SECOND } from '../service';
import type { Pace } from './Pace';

/** The first request is longer on its way: n8n loads what it needs to send it. The eleventh must not catch up with it. */
const FIRST_LONGER_MS = 60;

/** So late a request may leave. A round is 40 ms longer than the service's second. */
const LATENESS_ALLOWED_MS = 25;

/** A start may be so late that those after it keep their places; more moves them, as a busy n8n hands requests to the network late, too. */
const MOST_CAUGHT_UP_MS = 50;

/** Starts that are late may come so close after each other, in intervals of the pace. */
const CLOSEST = 1 / 2;

/**
 * Knows when the next request may start. The places of starts are an interval of the pace apart. One that is late, as timers are
 * and a busy n8n is, does not move the places of those after it, unless it is very late. Whatever is caught up, ten starts and the one
 * after them span a round, which is longer than the service's second.
 */
export class Timetable {
	private place = 0;

	/** When the last ten have left, the oldest first. */
	private left: number[] = [];

	private earliest = -Infinity;

	constructor(private readonly pace: Pace) {}

	/** By the clock. */
	get nextStartAt(): number {
		const aRoundAgo = this.left.at(-REQUESTS_PER_SECOND) ?? -Infinity;
		return Math.max(this.place, this.earliest, aRoundAgo + this.pace.roundMs);
	}

	/** Puts the next start to another place, sooner or later. */
	moveTo(place: number): void {
		this.place = place;
		this.earliest = place;
	}

	/** Nobody starts before this moment, by the clock. Places that pass so are not caught up. */
	skipTo(moment: number): void {
		this.place = Math.max(this.place, moment);
	}

	/** To be called for each start. */
	started(now: number): void {
		const intervalMs = this.pace.intervalMs(now);
		const leftAt = this.left.length === 0 ? now + FIRST_LONGER_MS : now;
		const place = Math.max(this.place, now - MOST_CAUGHT_UP_MS);
		this.place = place + intervalMs + (leftAt - now);
		this.earliest = now + CLOSEST * intervalMs;
		this.left.push(leftAt);
		if (this.left.length > REQUESTS_PER_SECOND) this.left.shift();
	}

	/** To be called when the last one that started was handed to the network, when that took longer than usual. */
	leftLate(lateMs: number): void {
		const tooLateMs = Math.max(0, lateMs - LATENESS_ALLOWED_MS);
		this.left[this.left.length - 1] += tooLateMs;
		this.place += tooLateMs;
	}
}
