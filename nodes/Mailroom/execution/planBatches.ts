import type { Batch, Unit } from './Item';

/** Puts pieces of items into calls, each piece into one. Calls stand in the order of their first pieces. */
export type BatchPlan<Values> = (units: Array<Unit<Values>>) => Array<Batch<Values>>;

/** Every piece is a call of its own. */
export function oneBatchEach<Values>(units: Array<Unit<Values>>): Array<Batch<Values>> {
	return units.map((piece) => ({ units: [piece] }));
}

/**
 * Each piece goes into the first call with room for it, after the last one that holds the same contact: a call never holds one
 * twice, and the changes of a contact keep their order.
 *
 * @param most how many pieces a call holds
 * @param contactKey of the contact a piece is about
 * @param joins whether a piece can share a call with another. With it only consecutive pieces share one; without it, all can
 */
export function packBatches<Values>(
	most: number,
	contactKey: (values: Values) => string,
	joins?: (one: Values, other: Values) => boolean,
): BatchPlan<Values> {
	return (units) => {
		const calls: Array<Batch<Values>> = [];
		const nextCallOf = new Map<string, number>();
		let firstWithRoom = 0;
		for (const piece of units) {
			const contact = contactKey(piece.values);
			if (joins) firstWithRoom = Math.max(0, calls.length - 1);
			let index = Math.max(firstWithRoom, nextCallOf.get(contact) ?? 0);
			while (calls[index]?.units.length === most) index++;
			const call = calls.at(index);
			if (call && joins && !joins(call.units[0].values, piece.values)) index++;
			(calls[index] ??= { units: [] }).units.push(piece);
			nextCallOf.set(contact, index + 1);
			while (calls[firstWithRoom]?.units.length === most) firstWithRoom++;
		}
		return calls;
	};
}
