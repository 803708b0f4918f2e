import type { Recipient } from '../neverTwice/Recipient';
import { isFailed, merge, type Failed, type Outcome } from '../transport/Outcome';

export interface Item<Values = unknown> {
	index: number;
	/** Undefined if they could not be read. */
	values?: Values;
	units: Array<Unit<Values>>;
	/** Set if the item cannot be sent. */
	invalid?: Failed;
}

/** What became of a unit. */
interface Ending {
	outcome: Outcome;
	/** The units that got this outcome together. */
	batch?: Batch;
}

/**
 * Where a unit stands in this try.
 *
 * | step      |                                                        | next                       |
 * | --------- | ------------------------------------------------------ | -------------------------- |
 * | `pending` | Left to send, perhaps again.                           | `claimed` or `ended`       |
 * | `claimed` | No memory keeps it back, and no other run may send it. | `ended`, else `pending`    |
 * | `ended`   | It has its outcome, of this or an earlier try.         | `pending`, in a later try  |
 */
type UnitState =
	{ step: 'pending' | 'claimed'; earlier?: Ending } | { step: 'ended'; ending: Ending };

/** The smallest part of an item that can be sent alone. Only `NodeRun` changes its state. */
export class Unit<Values = unknown> {
	private state: UnitState = { step: 'pending' };

	constructor(
		readonly item: Item,
		readonly values: Values,
		/** Undefined if the operation may be repeated. */
		readonly recipient?: Recipient,
	) {}

	/** Still to be sent in this try. */
	get isPending(): boolean {
		return this.state.step !== 'ended';
	}

	get isClaimed(): boolean {
		return this.state.step === 'claimed';
	}

	/** If the unit is pending, of an earlier try, or a doubt about a batch that is sent in parts. */
	get outcome(): Outcome | undefined {
		return this.known?.outcome;
	}

	/** The units that got this outcome together. */
	get batch(): Batch | undefined {
		return this.known?.batch;
	}

	claim(): void {
		this.state = { step: 'claimed', earlier: this.known };
	}

	/** It is sent later, or not at all. */
	reopen(): void {
		this.state = { step: 'pending', earlier: this.known };
	}

	/** It keeps what is known of it. */
	settle(): void {
		if (this.known) this.state = { step: 'ended', ending: this.known };
	}

	keepDoubt(failed: Failed): void {
		this.state = { step: 'claimed', earlier: { outcome: failed, batch: this.batch } };
	}

	end(outcome: Outcome, batch: Batch): void {
		const merged = merge(this.outcome, outcome);
		const ending = merged === this.outcome ? this.known : undefined;
		this.state = { step: 'ended', ending: ending ?? { outcome: merged, batch } };
	}

	private get known(): Ending | undefined {
		return this.state.step === 'ended' ? this.state.ending : this.state.earlier;
	}
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
