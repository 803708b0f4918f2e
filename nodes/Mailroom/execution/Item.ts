import { isInDoubt } from '../transport/ServiceError';

export interface Item {
	index: number;
	values?: unknown;
	units: Unit[];
	/** Set if the item cannot be sent. */
	error?: unknown;
}

/** The smallest part of an item that can be sent alone. */
export interface Unit<Values = unknown> {
	item: Item;
	values: Values;
	outcome?: Outcome;
	/** In an earlier try, or in a batch that was split. */
	previousFailure?: Failed;
}

export interface Batch<Values = unknown> {
	units: Array<Unit<Values>>;
}

export type Outcome =
	| { kind: 'accepted'; batch: Batch; result: unknown; acceptedAt: number }
	/** Sent before, or skipped in doubt. */
	| { kind: 'alreadySent'; batch: Batch }
	/** By the failed run that n8n's Retry repeats. */
	| { kind: 'continued'; batch: Batch; isInDoubt: boolean }
	| Failed;

export interface Failed {
	kind: 'failed';
	batch: Batch;
	error: unknown;
	/** Not tried alone, because all tried units were rejected for this reason. */
	isAssumed?: boolean;
}

export function isOpen({ outcome }: Unit): boolean {
	return outcome === undefined;
}

export function wasInDoubt({ previousFailure }: Unit): boolean {
	return isInDoubt(previousFailure?.error);
}

/** The item's own error, else a failure in doubt, else that of the smallest batch. */
export function failureOf({ error, units }: Item): Failed | undefined {
	if (error !== undefined) return { kind: 'failed', batch: { units: [] }, error };
	const failures = units
		.flatMap(({ outcome }) => (outcome?.kind === 'failed' ? [outcome] : []))
		.sort((one, other) => one.batch.units.length - other.batch.units.length);
	return failures.find((failure) => isInDoubt(failure.error)) ?? failures.at(0);
}

/** Cached, as thousands of items can share a batch. */
const itemCounts = new WeakMap<Batch, number>();

export function itemCountOf(batch: Batch): number {
	const count = itemCounts.get(batch) ?? new Set(batch.units.map(({ item }) => item)).size;
	itemCounts.set(batch, count);
	return count;
}
