import type { DedupStore } from './DedupStore';
import type { Clock } from '../transport/clock';

const PERIOD_MS = 3_600_000;

const PAUSE_COUNTS_FOR_MS = 60_000;

/** A recipient in doubt takes two values. */
const VALUES_OF_EACH = 2;
/** Values of open claims and killed processes. */
const OTHER_VALUES = 5_000;

/** In constant use, values of the last day stay. No run takes longer. */
const PERIODS_KEPT = 24;
const MIN_LIMIT = 50_000;
const TIMES_ITS_SIZE = 5;

const usedValue = (period: number) => `used in ${period}`;
const trimmedValue = (period: number) => `trimmed in ${period}`;

/** Trims the history after an hour without use, or if it's far too large. */
export class HistoryRetention {
	private readonly storedOf = new Set<number>();

	private usedIn = -Infinity;

	private pausedAt = -Infinity;

	/** By period, since the last trim. */
	private readonly sizes = new Map<number, number>();

	constructor(private readonly clock: Clock) {}

	/** Values to record with each write. `look` takes the values stored before. */
	ofWrite(): { values: string[]; look(there: ReadonlySet<string>): void } {
		const { period } = this;
		const isFirst = this.usedIn < period - 1;
		const periods = isFirst ? [period, period - 1] : [period];
		for (const one of periods) this.storedOf.add(one);
		const values = periods.map(usedValue);
		return {
			values,
			look: (there) => {
				if (isFirst && !values.some((value) => there.has(value))) this.pausedAt = this.clock.now();
				this.usedIn = period;
			},
		};
	}

	async trim(store: DedupStore, historySize: number): Promise<void> {
		const { period, sizes } = this;
		await this.removePast(store);
		const isPause = this.clock.now() - this.pausedAt < PAUSE_COUNTS_FOR_MS;
		if (!isPause && sizes.has(period)) return;
		const size = await store.count();
		sizes.set(period, size);
		const before = isPause ? size : sizes.get(period - PERIODS_KEPT);
		for (const one of sizes.keys()) if (one <= period - PERIODS_KEPT) sizes.delete(one);
		this.pausedAt = -Infinity;

		const isTooLarge = size >= Math.max(MIN_LIMIT, TIMES_ITS_SIZE * historySize);
		if (before === undefined || (!isPause && !isTooLarge)) return;
		const kept = VALUES_OF_EACH * historySize + OTHER_VALUES + size - before;
		if (kept >= size || (!isPause && (await this.wasTrimmed(store)))) return;
		await store.record([trimmedValue(period)], kept);
		sizes.clear();
	}

	/** Keeps one more period, as clocks differ. */
	private async removePast(store: DedupStore): Promise<void> {
		const past = [...this.storedOf].filter((one) => one < this.period - PERIODS_KEPT - 1);
		if (past.length === 0) return;
		await store.remove(past.flatMap((one) => [usedValue(one), trimmedValue(one)]));
		for (const one of past) this.storedOf.delete(one);
	}

	/** True if another process has trimmed since this one counted. */
	private async wasTrimmed(store: DedupStore): Promise<boolean> {
		const periods = Array.from({ length: PERIODS_KEPT + 1 }, (_, ago) => this.period - ago);
		const values = periods.map(trimmedValue);
		// Reading also records the values.
		const there = await store.record(values);
		await store.remove(values.filter((value) => !there.has(value)));
		return there.size > 0;
	}

	private get period(): number {
		return Math.floor(this.clock.timeOfDay() / PERIOD_MS);
	}
}
