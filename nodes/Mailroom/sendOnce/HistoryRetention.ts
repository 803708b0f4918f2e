import type { DedupStore } from './DedupStore';
import type { Clock } from '../transport/clock';

const PERIOD_MS = 3_600_000;

/** An hour in which no process has used the node allows to forget only if that was learned so short ago. */
const PAUSE_COUNTS_FOR_MS = 60_000;

/** A recipient that was sent something takes one value, and one in doubt two. */
const VALUES_OF_EACH = 2;
/** Those of open claims, and what processes that were killed have left behind: leases, marks, and hours in use. */
const OTHER_VALUES = 5_000;

/** A node in use forgets only when its history has so many values. */
const MIN_LIMIT = 50_000;
const TIMES_ITS_SIZE = 5;

/** Values of the last periods are kept, and so is all that executions which began in them may rely on. */
const PERIODS_KEPT = 3;
/** An execution of so many periods tells other processes of it: they may know it by the period before. */
const PERIODS_OF_LONG_USE = PERIODS_KEPT - 1;

/** Stored in each period by all processes that use the node. */
const usedValue = (period: number) => `used in ${period}`;

/** Stored in each period in which a long execution uses the node, or something was forgotten: then nobody else is to forget. */
const keepValue = (period: number) => `keep all of ${period}`;

/**
 * Forgets the oldest recipients of a node, but none that an execution may rely on: those that the history is to hold when the
 * execution first uses the node, and all that are added after that. So they are forgotten when no process has used the node
 * for an hour. A history that becomes too large without such a pause is cut back to what the executions of the last hours may need.
 */
export class HistoryRetention {
	/** The periods of which this process has stored values. */
	private readonly storedOf = new Set<number>();

	/** The last period in which this process has used the node. */
	private usedIn = -Infinity;

	/** When this process learned that nobody has used the node for an hour. */
	private pausedAt = -Infinity;

	/** The first and the last period in which executions of this process have used the node, by their ids. */
	private readonly executions = new Map<string, { first: number; last: number }>();

	/** How many values there were when they were first counted in a period, as far as nothing was forgotten since. */
	private readonly sizes = new Map<number, number>();

	constructor(private readonly clock: Clock) {}

	/** Notes that an execution uses the node. */
	usedBy(execution: string): void {
		const { period, executions } = this;
		executions.set(execution, { first: executions.get(execution)?.first ?? period, last: period });
		for (const [id, { last }] of executions) if (last < period - 1) executions.delete(id);
	}

	/** To be recorded with each write. `look` is to be given what the store had of it before. */
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

	/** Forgets what is not needed any more: to be called after each write. */
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

	/** Removes what this process has stored of periods that nobody asks for any more, even where a clock is an hour behind. */
	private async removePast(store: DedupStore): Promise<void> {
		const past = [...this.storedOf].filter((one) => one < this.period - PERIODS_KEPT - 1);
		if (past.length === 0) return;
		await store.remove(past.flatMap((one) => [usedValue(one), keepValue(one)]));
		for (const one of past) this.storedOf.delete(one);
	}

	/** Says if an execution relies on more, or another process has forgotten some, and so the sizes say nothing. */
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
