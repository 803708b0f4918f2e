import type { Batch } from '../run/Item';
import type { Bulk } from '../run/Operation';
import { CONTACTS_PER_REQUEST } from '../service';

// A batch never contains a contact twice, and the units of a contact keep their order.

/** Puts each unit into the first batch with room. */
export function packBatches<Values>(contactKey: (values: Values) => string): Bulk<Values>['plan'] {
	return (units) => {
		const batches: Array<Batch<Values>> = [];
		const nextBatchOf = new Map<string, number>();
		let firstWithRoom = 0;
		for (const unit of units) {
			const contact = contactKey(unit.values);
			let index = Math.max(firstWithRoom, nextBatchOf.get(contact) ?? 0);
			while (isFull(batches.at(index))) index++;
			(batches[index] ??= { units: [] }).units.push(unit);
			nextBatchOf.set(contact, index + 1);
			while (isFull(batches.at(firstWithRoom))) firstWithRoom++;
		}
		return batches;
	};
}

/**
 * Puts each unit into the last batch, or begins another.
 *
 * @param joins whether two units may share a batch
 */
export function packConsecutive<Values>(
	contactKey: (values: Values) => string,
	joins: (one: Values, other: Values) => boolean,
): Bulk<Values>['plan'] {
	return (units) => {
		const batches: Array<Batch<Values>> = [];
		let contacts = new Set<string>();
		for (const unit of units) {
			const contact = contactKey(unit.values);
			const last = batches.at(-1);
			const hasRoom = last && !isFull(last) && !contacts.has(contact);
			if (hasRoom && joins(last.units[0].values, unit.values)) {
				last.units.push(unit);
			} else {
				batches.push({ units: [unit] });
				contacts = new Set();
			}
			contacts.add(contact);
		}
		return batches;
	};
}

function isFull(batch: Batch | undefined): boolean {
	return batch?.units.length === CONTACTS_PER_REQUEST;
}
