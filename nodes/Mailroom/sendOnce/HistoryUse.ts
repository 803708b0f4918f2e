import type { Clock } from '../transport/clock';

/** The node is in use until it was not used for a whole period, by any process. */
const PERIOD_MS = 3_600_000;

/** Values that emails under way or in doubt take beside the one of each recipient. */
const OPEN_VALUES = 1_000;

/** While the node is in use, its history may grow to so many values. */
const LEAST_LIMIT = 50_000;
const TIMES_ITS_SIZE = 5;

/** The history is counted after so many claims. */
const COUNT_EVERY = 500;

/** An hour without use allows to forget only if this process learned of it so short ago, in ms. */
const UNUSED_COUNTS_FOR_MS = 60_000;

/** Sizes of the last periods. The first of three was noted before the one before the current began. */
const SIZES_KEPT = 3;

/** Stored while any process uses the node, for each period anew. */
const usedValue = (period: number) => `used in ${period}`;

/** Stored while an execution uses the node that began to do so two periods ago or earlier. */
const usedLongValue = (period: number) => `used for long in ${period}`;

/**
 * Decides when the oldest recipients may be forgotten: only those that no execution in use of the node may rely on. An execution
 * relies on the recipients that the history must hold when it first uses the node, whatever is added after that.
 */
export class HistoryUse {
	/** The last period in which this process has used the node. */
	private usedIn = -Infinity;

	/** What the last write has asked for. */
	private asked = { period: -Infinity, isFirst: false, values: [] as string[] };

	/** When this process learned that nobody has used the node for an hour. */
	private unusedAt = -Infinity;

	/** The first and the last period in which executions of this process used the node, by their ids. */
	private readonly executions = new Map<string, { first: number; last: number }>();

	/** How many values there were when a period was first counted, as long as nothing was forgotten since. */
	private sizes: Array<{ period: number; size: number }> = [];

	/** Values at the last count. */
	private counted = 0;

	private countedIn: number | undefined;

	private addedSince = 0;

	constructor(private readonly clock: Clock) {}

	/** Notes that an execution uses the node. */
	usedBy(execution: string): void {
		const { period, executions } = this;
		executions.set(execution, { first: executions.get(execution)?.first ?? period, last: period });
		for (const [id, { last }] of executions) if (last < period - 1) executions.delete(id);
	}

	/** To be recorded with each write. */
	valuesToRecord(): string[] {
		const { period } = this;
		const isFirst = this.usedIn < period - 1;
		const periods = isFirst ? [period, period - 1] : [period];
		this.asked = { period, isFirst, values: periods.map(usedValue) };
		return [...this.asked.values, ...(this.isUsedLong ? [usedLongValue(period)] : [])];
	}

	/** @param there what the store had of what was recorded */
	look(there: ReadonlySet<string>): void {
		const { period, isFirst, values } = this.asked;
		if (isFirst && !values.some((value) => there.has(value))) this.unusedAt = this.clock.now();
		this.usedIn = period;
	}

	/** An entry was added that the history did not know. */
	added(): void {
		this.addedSince++;
	}

	/** How many values there are, about. */
	get size(): number {
		return this.counted + this.addedSince;
	}

	isFull(historySize: number): boolean {
		return this.size >= limitOf(historySize);
	}

	/** A process that has just started counts later: its first claims are not to wait for that. */
	isToBeCounted(historySize: number): boolean {
		this.countedIn ??= this.period;
		return (
			this.countedIn !== this.period || this.addedSince >= COUNT_EVERY || this.isFull(historySize)
		);
	}

	/** @param size how many values the store holds */
	count(size: number): void {
		// Some were forgotten, maybe by another process: nobody knows how many were added meanwhile.
		if (size < this.counted - OPEN_VALUES) this.sizes = [];
		this.counted = size;
		this.addedSince = 0;
		this.countedIn = this.period;
		if (this.sizes.at(-1)?.period !== this.period) {
			this.sizes = [...this.sizes, { period: this.period, size }].slice(-SIZES_KEPT);
		}
	}

	/** How many values to keep after an hour without use; undefined when there was none. */
	keptAfterPause(historySize: number): number | undefined {
		const isPause = this.clock.now() - this.unusedAt < UNUSED_COUNTS_FOR_MS;
		return isPause ? historySize + OPEN_VALUES : undefined;
	}

	/**
	 * How many values to keep of a full history that is never unused for an hour: what executions of the last two periods may rely
	 * on. Undefined when one may rely on more, or on all.
	 */
	keptInUse(historySize: number): number | undefined {
		const before = this.sizes.filter(({ period }) => period <= this.period - 2).at(-1);
		if (!before || this.isUsedLong) return undefined;
		const kept = historySize + OPEN_VALUES + this.counted - before.size;
		return kept < this.counted ? kept : undefined;
	}

	/** Tell of executions of other processes that may rely on more. Who looks for them has to remove those that were not there. */
	get valuesOfLongUse(): string[] {
		return [usedLongValue(this.period), usedLongValue(this.period - 1)];
	}

	/** What was not needed after the pause was forgotten. */
	forgotten(): void {
		this.unusedAt = -Infinity;
	}

	private get isUsedLong(): boolean {
		const { period } = this;
		return [...this.executions.values()].some(({ first }) => first <= period - 2);
	}

	private get period(): number {
		return Math.floor(this.clock.timeOfDay() / PERIOD_MS);
	}
}

function limitOf(historySize: number): number {
	return Math.max(LEAST_LIMIT, TIMES_ITS_SIZE * historySize);
}
