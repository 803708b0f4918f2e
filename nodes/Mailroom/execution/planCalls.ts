import type { Piece } from './ItemRun';

/** Puts pieces of items into calls, each piece into one, in an order that keeps theirs. */
export type CallPlan<Ask> = (pieces: Array<Piece<Ask>>) => Array<Array<Piece<Ask>>>;

/** Every piece is a call of its own. */
export function oneCallEach<Ask>(pieces: Array<Piece<Ask>>): Array<Array<Piece<Ask>>> {
	return pieces.map((piece) => [piece]);
}

/**
 * Consecutive pieces share calls.
 *
 * @param most how many pieces a call holds
 * @param contactKey of the contact a piece is about; a call never holds the same one twice
 * @param joins whether a piece can share a call with another; without it, all can
 */
export function fillCalls<Ask>(
	most: number,
	contactKey: (ask: Ask) => string,
	joins: (one: Ask, other: Ask) => boolean = () => true,
): CallPlan<Ask> {
	return (pieces) => {
		const calls: Array<Array<Piece<Ask>>> = [];
		let contacts = new Set<string>();
		for (const piece of pieces) {
			const call = calls.at(-1);
			const contact = contactKey(piece.ask);
			const fits =
				call !== undefined &&
				call.length < most &&
				!contacts.has(contact) &&
				joins(call[0].ask, piece.ask);
			if (fits) {
				call.push(piece);
				contacts.add(contact);
			} else {
				calls.push([piece]);
				contacts = new Set([contact]);
			}
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
		const calls: Array<Array<Piece<Ask>>> = [];
		const numberOf = numbering();
		/** By texts and by number, in steps of `nearness`: what is near stands in the same step or in one beside it. */
		const steps = new Map<string, { call: Array<Piece<Ask>>; at: number }>();
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
