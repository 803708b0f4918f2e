import type { DedupStore } from './DedupStore';
import type { Clock } from '../transport/clock';

const PERIOD_MS = 3_600_000;

const PAUSE_COUNTS_FOR_MS = 60_000;

/** A recipient in doubt takes two values. */
const VALUES_OF_EACH = 2;
/** Values of open claims and killed processes. */
const OTHER_VALUES = 5_000;

const usedValue = (period: number) => `used in ${period}`;

/** Trims the history at the first use after an hour without use by any process. */
export class HistoryRetention {
	private readonly storedOf = new Set<number>();

	private usedIn = -Infinity;

	private pausedAt = -Infinity;

	constructor(private readonly clock: Clock) {}

	/** Values to record with each write. `look` takes the values stored before. */
	ofWrite(): { values: string[]; look(stored: ReadonlySet<string>): void } {
		const { period } = this;
		const isFirst = this.usedIn < period - 1;
		const periods = isFirst ? [period, period - 1] : [period];
		for (const one of periods) this.storedOf.add(one);
		const values = periods.map(usedValue);
		return {
			values,
			look: (stored) => {
				if (isFirst && !values.some((value) => stored.has(value))) this.pausedAt = this.clock.now();
				this.usedIn = period;
			},
		};
	}

	async trim(store: DedupStore, historySize: number): Promise<void> {
		await this.removePast(store);
		if (this.clock.now() - this.pausedAt >= PAUSE_COUNTS_FOR_MS) return;
		const kept = VALUES_OF_EACH * historySize + OTHER_VALUES;
		const values = [usedValue(this.period)];
		if ((await store.count()) > kept) await store.record(values, kept);
		this.pausedAt = -Infinity;
	}

	/** Keeps one more period, as clocks differ. */
	private async removePast(store: DedupStore): Promise<void> {
		const past = [...this.storedOf].filter((one) => one < this.period - 2);
		if (past.length === 0) return;
		await store.remove(past.map(usedValue));
		for (const one of past) this.storedOf.delete(one);
	}

	private get period(): number {
		return Math.floor(this.clock.timeOfDay() / PERIOD_MS);
	}
}
