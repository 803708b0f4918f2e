import { isInDoubt } from '../transport/ServiceError';

/** One input item on its way through a run. */
export type Item = ReadItem | InvalidItem;

export interface ReadItem {
	isInvalid: false;
	index: number;
	/** The values of its parameters. */
	values: unknown;
	units: Unit[];
}

/** An item of which nothing can be sent. */
export interface InvalidItem {
	isInvalid: true;
	index: number;
	error: unknown;
	/** The units that an earlier run may have sent; none if the item could not be read. */
	units: Unit[];
}

/** The smallest part of an item that can be sent alone. */
export interface Unit<Values = unknown> {
	item: ReadItem;
	values: Values;
	/** Undefined while it is still to be sent. */
	outcome?: Outcome;
	/** How it failed in an earlier try of the run, or in a batch that was split, if it is to be sent again. */
	previousOutcome?: Outcome;
}

/** The units of one request. */
export interface Batch<Values = unknown> {
	units: Array<Unit<Values>>;
}

/** The outcome of a batch, which all of its units share. */
export type Outcome =
	| { kind: 'accepted'; batch: Batch; result: unknown; acceptedAt: number }
	/** An earlier execution, or an earlier run of this one, has sent it. */
	| { kind: 'alreadySent'; batch: Batch }
	| Failed;

export interface Failed {
	kind: 'failed';
	batch: Batch;
	error: unknown;
	/** Set if it was not tried alone, because everything that was tried was rejected for this reason. */
	isAssumed?: boolean;
}

/** "Not sent" also stands for changes and creations. */
export type ItemStatus = 'accepted' | 'sent earlier' | 'in doubt' | 'not sent';

/** Says if a unit is still to be sent. */
export function isOpen({ outcome }: Unit): boolean {
	return outcome === undefined;
}

/** The outcome of a unit at the service. */
export function statusOf({ outcome, previousOutcome }: Unit): ItemStatus {
	const last = outcome ?? previousOutcome;
	if (last === undefined) return 'not sent';
	if (last.kind === 'accepted') return 'accepted';
	if (last.kind === 'alreadySent') return 'sent earlier';
	return isInDoubt(last.error) ? 'in doubt' : 'not sent';
}

/** Says if the service may have acted on a unit before, in an earlier try of the run or in a batch that was split. */
export function wasInDoubt({ previousOutcome }: Unit): boolean {
	return previousOutcome?.kind === 'failed' && isInDoubt(previousOutcome.error);
}

/**
 * Why an item failed: a failure that leaves it in doubt before others, then the one of the smallest batch, which says most exactly
 * which unit it is about; undefined if it has not failed.
 */
export function failureOf(item: Item): InvalidItem | Failed | undefined {
	if (item.isInvalid) return item;
	const failures = item.units.flatMap(({ outcome }) =>
		outcome?.kind === 'failed' ? [outcome] : [],
	);
	const [ofSmallestBatch] = [...failures].sort(
		(one, other) => one.batch.units.length - other.batch.units.length,
	);
	return failures.find(({ error }) => isInDoubt(error)) ?? ofSmallestBatch;
}

const itemCounts = new WeakMap<Batch, number>();

/** The number of items in a batch that was sent. It is kept, because each of 10,000 items that fail together needs it. */
export function itemCountOf(batch: Batch): number {
	const count = itemCounts.get(batch) ?? new Set(batch.units.map(({ item }) => item)).size;
	itemCounts.set(batch, count);
	return count;
}
