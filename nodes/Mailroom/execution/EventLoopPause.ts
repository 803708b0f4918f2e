import { systemClock } from '../transport/clock';

const MAX_BUSY_MS = 50;

/** Gives n8n a turn now and then while many items are read: its process answers nobody meanwhile. */
export class EventLoopPause {
	private since = systemClock.now();

	/** @param checkWhetherToGoOn called when others had their turn; throws to end the work */
	constructor(private readonly checkWhetherToGoOn: () => void) {}

	/** It is time for one. */
	get isDue(): boolean {
		return systemClock.now() - this.since >= MAX_BUSY_MS;
	}

	async take(): Promise<void> {
		await systemClock.sleep(0);
		this.checkWhetherToGoOn();
		this.since = systemClock.now();
	}
}
