import { isFailed, type Failed, type Outcome } from '../transport/Outcome';

export interface Item {
	index: number;
	values?: unknown;
	units: Unit[];
	/** Set if the item cannot be sent. */
	invalid?: Failed;
}

/** The smallest part of an item that can be sent alone. */
export interface Unit<Values = unknown> {
	item: Item;
	values: Values;
	/** Still to be sent in this try. An outcome is then of an earlier try, or of a batch that was split. */
	isPending: boolean;
	outcome?: Outcome;
	/** The units that got this outcome together. */
	batch?: Batch;
}

export interface Batch<Values = unknown> {
	units: Array<Unit<Values>>;
}

export function isPending(unit: Unit): boolean {
	return unit.isPending;
}

/** Why the item failed: it is invalid, else a unit is in doubt, else the failure of the smallest batch. */
export function failureOf({ invalid, units }: Item): { failed: Failed; batch?: Batch } | undefined {
	if (invalid) return { failed: invalid };
	const failures = units
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
