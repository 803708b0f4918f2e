import type { Call, Piece } from './ItemRun';

/** Puts pieces of items into calls, each piece into one. Calls stand in the order of their first pieces. */
export type CallPlan<Ask> = (pieces: Array<Piece<Ask>>) => Array<Call<Ask>>;

/** Every piece is a call of its own. */
export function oneCallEach<Ask>(pieces: Array<Piece<Ask>>): Array<Call<Ask>> {
	return pieces.map((piece) => [piece]);
}

/**
 * Each piece goes into the first call with room for it, after the last one that holds the same contact: a call never holds one
 * twice, and the changes of a contact keep their order.
 *
 * @param most how many pieces a call holds
 * @param contactKey of the contact a piece is about
 * @param joins whether a piece can share a call with another. With it only consecutive pieces share one; without it, all can
 */
export function fillCalls<Ask>(
	most: number,
	contactKey: (ask: Ask) => string,
	joins?: (one: Ask, other: Ask) => boolean,
): CallPlan<Ask> {
	return (pieces) => {
		const calls: Array<Call<Ask>> = [];
		const nextCallOf = new Map<string, number>();
		let firstWithRoom = 0;
		for (const piece of pieces) {
			const contact = contactKey(piece.ask);
			if (joins) firstWithRoom = Math.max(0, calls.length - 1);
			let index = Math.max(firstWithRoom, nextCallOf.get(contact) ?? 0);
			while (calls[index]?.length === most) index++;
			const call = calls.at(index);
			if (call && joins && !joins(call[0].ask, piece.ask)) index++;
			(calls[index] ??= []).push(piece);
			nextCallOf.set(contact, index + 1);
			while (calls[firstWithRoom]?.length === most) firstWithRoom++;
		}
		return calls;
	};
}

/** What makes pieces the same: texts, and where those are the same, numbers that lie close together. */
export interface Likeness {
	texts: string[];
	/** E.g. a moment in ms; undefined for a piece without one. */
	at?: number;
}

/**
 * Pieces that are the same share one call, wherever they stand.
 *
 * @param likeness undefined for a piece that shares with none
 * @param nearness how far apart the numbers of two pieces that are the same may be, exclusive
 */
export function shareCalls<Ask>(
	likeness: (ask: Ask) => Likeness | undefined,
	nearness: number,
): CallPlan<Ask> {
	return (pieces) => {
		const calls: Array<Call<Ask>> = [];
		const numberOf = numbering();
		/** By texts and by number, in steps of `nearness`: what is near stands in the same step or in one beside it. */
		const steps = new Map<string, { call: Call<Ask>; at: number }>();
		for (const piece of pieces) {
			const like = likeness(piece.ask);
			const at = like?.at ?? 0;
			const step = Math.floor(at / nearness);
			const key = `${like?.at === undefined} ${like?.texts.map(numberOf).join(' ')}`;
			const name = (number: number) => `${number} ${key}`;
			const near = [step, step - 1, step + 1]
				.map((number) => steps.get(name(number)))
				.find((found) => found !== undefined && Math.abs(found.at - at) < nearness);
			if (like && near) {
				near.call.push(piece);
				// A moment that moves on, as `{{ $now }}` does from item to item, takes the call along.
				steps.set(name(step), { call: near.call, at });
				continue;
			}
			const call = [piece];
			calls.push(call);
			if (like) steps.set(name(step), { call, at });
		}
		return calls;
	};
}

/** Numbers texts, the same with the same: an email may be long, and there may be thousands of items with it. */
function numbering(): (text: string) => number {
	const numbers = new Map<string, number>();
	return (text) => {
		const number = numbers.get(text) ?? numbers.size;
		numbers.set(text, number);
		return number;
	};
}
