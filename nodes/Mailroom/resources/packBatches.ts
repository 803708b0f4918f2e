import type { Batch } from '../run/Item';
import type { Bulk } from '../run/Operation';
import { CONTACTS_PER_REQUEST } from '../service';

/**
 * Puts each unit into the first batch with room. A batch never contains a contact twice, and the units of a contact keep their order.
 *
 * @param joins whether two units may share a batch. With it, a batch contains consecutive units only, so only the last batch has room.
 */
export function packBatches<Values>(
	contactKey: (values: Values) => string,
	joins?: (one: Values, other: Values) => boolean,
): Bulk<Values>['plan'] {
	return (units) => {
		const batches: Array<Batch<Values>> = [];
		const nextBatchOf = new Map<string, number>();
		let firstWithRoom = 0;
		for (const unit of units) {
			const contact = contactKey(unit.values);
			if (joins) firstWithRoom = Math.max(0, batches.length - 1);
			// After the batch with the contact's previous unit.
			let index = Math.max(firstWithRoom, nextBatchOf.get(contact) ?? 0);
			while (batches[index]?.units.length === CONTACTS_PER_REQUEST) index++;
			const batch = batches.at(index);
			if (batch && joins && !joins(batch.units[0].values, unit.values)) index++;
			(batches[index] ??= { units: [] }).units.push(unit);
			nextBatchOf.set(contact, index + 1);
			while (batches[firstWithRoom]?.units.length === CONTACTS_PER_REQUEST) firstWithRoom++;
		}
		return batches;
	};
}
