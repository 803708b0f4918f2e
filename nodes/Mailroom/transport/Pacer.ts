import { REQUESTS_PER_SECOND } from '../service';
import { WINDOW_MS, type AdaptiveRate } from './AdaptiveRate';

/** The first request is longer on its way: n8n loads what it needs to send it. The eleventh must not catch up with it. */
const FIRST_LONGER_MS = 60;

/** A request may leave so late: a window is 40 ms longer than the service's second. */
const MAX_SEND_DELAY_MS = 25;

/** A start may be so late that the slots after it stay where they are; more moves them, as a busy n8n is late with sending, too. */
const MAX_CAUGHT_UP_MS = 50;

/** Late starts may come so close after each other, in intervals of the rate. */
const CLOSEST = 1 / 2;

/**
 * Knows when the next request may start. Slots are an interval of the rate apart. A late start, as timers and a busy n8n make it,
 * does not move the slots after it, unless it is very late. Whatever is caught up, ten starts and the one after them span a window.
 */
export class Pacer {
	private slotAt = 0;

	/** The last ten, the oldest first. */
	private recentStarts: number[] = [];

	private earliest = -Infinity;

	constructor(private readonly rate: AdaptiveRate) {}

	get nextSlotAt(): number {
		const windowAgo = this.recentStarts.at(-REQUESTS_PER_SECOND) ?? -Infinity;
		return Math.max(this.slotAt, this.earliest, windowAgo + WINDOW_MS);
	}

	/** Nothing starts before. Slots that pass until then are not caught up. */
	delayUntil(moment: number): void {
		this.slotAt = Math.max(this.slotAt, moment);
	}

	/** To be called for each start. */
	recordStart(now: number): void {
		const intervalMs = this.rate.intervalMs(now);
		const longerMs = this.recentStarts.length === 0 ? FIRST_LONGER_MS : 0;
		this.slotAt = Math.max(this.slotAt, now - MAX_CAUGHT_UP_MS) + intervalMs + longerMs;
		this.earliest = now + CLOSEST * intervalMs;
		this.recentStarts.push(now + longerMs);
		if (this.recentStarts.length > REQUESTS_PER_SECOND) this.recentStarts.shift();
	}

	/** To be called when the last request that started has been handed to the network, with how long that took. */
	recordSendDelay(delayMs: number): void {
		const tooLateMs = Math.max(0, delayMs - MAX_SEND_DELAY_MS);
		this.recentStarts[this.recentStarts.length - 1] += tooLateMs;
		this.slotAt += tooLateMs;
	}
}
