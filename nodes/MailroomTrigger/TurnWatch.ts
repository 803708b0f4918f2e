import type { Clock } from '../Mailroom/clock';

const WARN_AFTER_MS = 60 * 60_000;

/** Notices that a trigger waits for long, because other requests go first. */
export class TurnWatch {
	private waitingSince: number | undefined;
	private nextWarningAt = 0;

	constructor(private readonly clock: Clock) {}

	noteTurn(): void {
		this.waitingSince = undefined;
	}

	/**
	 * @param queuedAt by the clock
	 * @returns for how many minutes the trigger has waited, once an hour
	 */
	noteNoTurn(queuedAt: number): number | undefined {
		if (this.waitingSince === undefined) {
			this.waitingSince = queuedAt;
			this.nextWarningAt = queuedAt + WARN_AFTER_MS;
		}
		const now = this.clock.now();
		if (now < this.nextWarningAt) return undefined;
		this.nextWarningAt = now + WARN_AFTER_MS;
		return Math.round((now - this.waitingSince) / 60_000);
	}
}
