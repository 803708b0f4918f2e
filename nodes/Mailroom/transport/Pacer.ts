import { REQUESTS_PER_SECOND } from '../service';
import { WINDOW_MS, type AdaptiveRate } from './AdaptiveRate';

/** For the first request, n8n loads its HTTP client. */
const FIRST_REQUEST_DELAY_MS = 60;
/** A window has 40 ms to spare. */
const MAX_SEND_DELAY_MS = 25;
const MAX_CAUGHT_UP_MS = 50;
/** In intervals of the rate. */
const MIN_DISTANCE = 1 / 2;

/** Late starts are caught up, but ten starts and the next always span a window. */
export class Pacer {
	private slotAt = 0;
	private recentStarts: number[] = [];
	private earliest = -Infinity;

	constructor(private readonly rate: AdaptiveRate) {}

	get nextSlotAt(): number {
		const windowAgo = this.recentStarts.at(-REQUESTS_PER_SECOND) ?? -Infinity;
		return Math.max(this.slotAt, this.earliest, windowAgo + WINDOW_MS);
	}

	delayUntil(moment: number): void {
		this.slotAt = Math.max(this.slotAt, moment);
	}

	recordStart(now: number): void {
		const intervalMs = this.rate.intervalMs(now);
		const delayMs = this.recentStarts.length === 0 ? FIRST_REQUEST_DELAY_MS : 0;
		this.slotAt = Math.max(this.slotAt, now - MAX_CAUGHT_UP_MS) + intervalMs + delayMs;
		this.earliest = now + MIN_DISTANCE * intervalMs;
		this.recentStarts.push(now + delayMs);
		if (this.recentStarts.length > REQUESTS_PER_SECOND) this.recentStarts.shift();
	}

	recordSendDelay(delayMs: number): void {
		const tooLateMs = Math.max(0, delayMs - MAX_SEND_DELAY_MS);
		this.recentStarts[this.recentStarts.length - 1] += tooLateMs;
		this.slotAt += tooLateMs;
	}
}
