import { isFailed, type Failed, type Outcome } from '../transport/Outcome';

export interface Item<Values = unknown> {
	index: number;
	/** Undefined if they could not be read. */
	values?: Values;
	units: Array<Unit<Values>>;
	/** Set if the item cannot be sent. */
	invalid?: Failed;
}

/**
 * The smallest part of an item that can be sent alone. Unless the item is invalid, it is in one of three states:
 *
 * | `isPending` | `outcome` |                                                                                    |
 * | ----------- | --------- | ---------------------------------------------------------------------------------- |
 * | true        | none      | Left to send.                                                                      |
 * | true        | set       | Left to send again. The outcome is of an earlier try, or of a batch sent in parts. |
 * | false       | set       | Done, in this or an earlier try.                                                   |
 */
export interface Unit<Values = unknown> {
	item: Item;
	values: Values;
	/** Still to be sent in this try. */
	isPending: boolean;
	outcome?: Outcome;
	/** The units that got this outcome together. */
	batch?: Batch;
}

/** Items of all tries of a run. */
export interface TriedItems {
	/** Start of the first try, in ms since 1970. */
	startedAt: number;
	/** By index; only those that could be read. */
	byIndex: Map<number, Item>;
	/** Tries that have begun. */
	count: number;
	/** Set once the run has ended for good, so that later tries fail at once. */
	endedBy?: Failed;
}

export interface Batch<Values = unknown> {
	units: Array<Unit<Values>>;
}

export function isPending(unit: Unit): boolean {
	return unit.isPending;
}

/** The service has rejected the unit alone, and this stops no other one. */
export function isSkipped({ outcome }: Unit): boolean {
	return isFailed(outcome) && outcome.isSkipped === true;
}

/** Units that decide on the item: those that were skipped only if it has no others. */
export function decidingUnits<Values>({ units }: Pick<Item<Values>, 'units'>): Array<Unit<Values>> {
	const others = units.filter((unit) => !isSkipped(unit));
	return others.length > 0 ? others : units;
}

/** Why the item failed: it is invalid, else a unit is in doubt, else the failure of the smallest batch. */
export function failureOf(item: Item): { failed: Failed; batch?: Batch } | undefined {
	if (item.invalid) return { failed: item.invalid };
	const failures = decidingUnits(item)
		.filter((unit) => !isPending(unit))
		.flatMap(({ outcome, batch }) => (isFailed(outcome) ? [{ failed: outcome, batch }] : []))
		.sort((one, other) => sizeOf(one.batch) - sizeOf(other.batch));
	return failures.find(({ failed }) => failed.kind === 'inDoubt') ?? failures.at(0);
}

function sizeOf(batch: Batch | undefined): number {
	return batch?.units.length ?? 0;
}

/** Cached, as thousands of items can share a batch. */
const itemCounts = new WeakMap<Batch, number>();

export function itemCountOf(batch: Batch): number {
	const count = itemCounts.get(batch) ?? new Set(batch.units.map(({ item }) => item)).size;
	itemCounts.set(batch, count);
	return count;
}
