import { systemClock } from '../clock';

const MAX_BUSY_MS = 50;

/** Keeps n8n responsive while many items are processed. */
export class EventLoopYield {
	private since = systemClock.now();

	async ifDue(): Promise<void> {
		if (systemClock.now() - this.since < MAX_BUSY_MS) return;
		await systemClock.sleep(0);
		this.since = systemClock.now();
	}
}
