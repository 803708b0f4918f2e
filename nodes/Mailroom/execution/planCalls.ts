import type { Call, Piece } from './Item';

/** Puts pieces of items into calls, each piece into one. Calls stand in the order of their first pieces. */
export type CallPlan<Values> = (pieces: Array<Piece<Values>>) => Array<Call<Values>>;

/** Every piece is a call of its own. */
export function oneCallEach<Values>(pieces: Array<Piece<Values>>): Array<Call<Values>> {
	return pieces.map((piece) => ({ pieces: [piece] }));
}

/**
 * Each piece goes into the first call with room for it, after the last one that holds the same contact: a call never holds one
 * twice, and the changes of a contact keep their order.
 *
 * @param most how many pieces a call holds
 * @param contactKey of the contact a piece is about
 * @param joins whether a piece can share a call with another. With it only consecutive pieces share one; without it, all can
 */
export function fillCalls<Values>(
	most: number,
	contactKey: (values: Values) => string,
	joins?: (one: Values, other: Values) => boolean,
): CallPlan<Values> {
	return (pieces) => {
		const calls: Array<Call<Values>> = [];
		const nextCallOf = new Map<string, number>();
		let firstWithRoom = 0;
		for (const piece of pieces) {
			const contact = contactKey(piece.values);
			if (joins) firstWithRoom = Math.max(0, calls.length - 1);
			let index = Math.max(firstWithRoom, nextCallOf.get(contact) ?? 0);
			while (calls[index]?.pieces.length === most) index++;
			const call = calls.at(index);
			if (call && joins && !joins(call.pieces[0].values, piece.values)) index++;
			(calls[index] ??= { pieces: [] }).pieces.push(piece);
			nextCallOf.set(contact, index + 1);
			while (calls[firstWithRoom]?.pieces.length === most) firstWithRoom++;
		}
		return calls;
	};
}
