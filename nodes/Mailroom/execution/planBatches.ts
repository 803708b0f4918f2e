import type { Batch, Unit } from './Item';

/** Puts units into batches, each unit into one. Batches stand in the order of their first units. */
export type BatchPlan<Values> = (units: Array<Unit<Values>>) => Array<Batch<Values>>;

export function oneBatchEach<Values>(units: Array<Unit<Values>>): Array<Batch<Values>> {
	return units.map((unit) => ({ units: [unit] }));
}

/**
 * Each unit goes into the first batch with room for it, after the last one that holds the same contact: a batch never holds a
 * contact twice, and the changes of a contact keep their order.
 *
 * @param size the number of units that a batch holds
 * @param contactKey of the contact that a unit is about
 * @param joins whether a unit can share a batch with another. With it, only consecutive units share one; without it, all can
 */
export function packBatches<Values>(
	size: number,
	contactKey: (values: Values) => string,
	joins?: (one: Values, other: Values) => boolean,
): BatchPlan<Values> {
	return (units) => {
		const batches: Array<Batch<Values>> = [];
		const nextBatchOf = new Map<string, number>();
		let firstWithRoom = 0;
		for (const unit of units) {
			const contact = contactKey(unit.values);
			if (joins) firstWithRoom = Math.max(0, batches.length - 1);
			let index = Math.max(firstWithRoom, nextBatchOf.get(contact) ?? 0);
			while (batches[index]?.units.length === size) index++;
			const batch = batches.at(index);
			if (batch && joins && !joins(batch.units[0].values, unit.values)) index++;
			(batches[index] ??= { units: [] }).units.push(unit);
			nextBatchOf.set(contact, index + 1);
			while (batches[firstWithRoom]?.units.length === size) firstWithRoom++;
		}
		return batches;
	};
}
