import type { DedupStore } from './DedupStore';
import type { Clock } from '../transport/clock';

const PERIOD_MS = 3_600_000;

const PAUSE_COUNTS_FOR_MS = 60_000;

/** In doubt, a recipient takes two. */
const VALUES_OF_EACH = 2;
/** Values of open claims and killed processes. */
const OTHER_VALUES = 5_000;

const MIN_LIMIT = 50_000;
const TIMES_ITS_SIZE = 5;

const PERIODS_KEPT = 3;
const PERIODS_OF_LONG_USE = PERIODS_KEPT - 1;

const usedValue = (period: number) => `used in ${period}`;

/** A long execution uses the node, or something was forgotten. */
const keepValue = (period: number) => `keep all of ${period}`;

/**
 * Forgets the oldest recipients after an hour without use of the node, when no execution relies on them. In constant use, it
 * cuts a history that is too large to what executions of the last hours may need.
 */
export class HistoryRetention {
	private readonly storedOf = new Set<number>();

	private usedIn = -Infinity;

	private pausedAt = -Infinity;

	private readonly executions = new Map<string, { first: number; last: number }>();

	/** By period, while nothing was forgotten. */
	private readonly sizes = new Map<number, number>();

	constructor(private readonly clock: Clock) {}

	usedBy(execution: string): void {
		const { period, executions } = this;
		executions.set(execution, { first: executions.get(execution)?.first ?? period, last: period });
		for (const [id, { last }] of executions) if (last < period - 1) executions.delete(id);
	}

	/** To be recorded with each write. `look` takes what the store had before. */
	ofWrite(): { values: string[]; look(there: ReadonlySet<string>): void } {
		const { period } = this;
		const isFirst = this.usedIn < period - 1;
		const periods = isFirst ? [period, period - 1] : [period];
		for (const one of periods) this.storedOf.add(one);
		const used = periods.map(usedValue);
		return {
			values: this.hasLongExecution ? [...used, keepValue(period)] : used,
			look: (there) => {
				if (isFirst && !used.some((value) => there.has(value))) this.pausedAt = this.clock.now();
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
		if (kept >= size || (!isPause && (await this.mustKeep(store)))) return;
		await store.record([keepValue(period)], kept);
		sizes.clear();
	}

	/** Keeps one period more, for clocks that are an hour behind. */
	private async removePast(store: DedupStore): Promise<void> {
		const past = [...this.storedOf].filter((one) => one < this.period - PERIODS_KEPT - 1);
		if (past.length === 0) return;
		await store.remove(past.flatMap((one) => [usedValue(one), keepValue(one)]));
		for (const one of past) this.storedOf.delete(one);
	}

	/** True if an execution relies on older entries, or another process has dropped some. */
	private async mustKeep(store: DedupStore): Promise<boolean> {
		if (this.hasLongExecution) return true;
		const periods = Array.from({ length: PERIODS_KEPT + 1 }, (_, ago) => this.period - ago);
		const values = periods.map(keepValue);
		// Asking records them.
		const there = await store.record(values);
		await store.remove(values.filter((value) => !there.has(value)));
		return there.size > 0;
	}

	private get hasLongExecution(): boolean {
		const first = this.period - PERIODS_OF_LONG_USE;
		return [...this.executions.values()].some((execution) => execution.first <= first);
	}

	private get period(): number {
		return Math.floor(this.clock.timeOfDay() / PERIOD_MS);
	}
}
