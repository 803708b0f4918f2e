import { CONTACTS_PER_CALL } from '../service';
import type { Piece } from './ItemRun';

/** Puts pieces of items into calls, each piece into one, in an order that keeps theirs. */
export type CallPlan<Ask> = (pieces: Array<Piece<Ask>>) => Array<Array<Piece<Ask>>>;

/** Every piece is a call of its own. */
export function oneCallEach<Ask>(pieces: Array<Piece<Ask>>): Array<Array<Piece<Ask>>> {
	return pieces.map((piece) => [piece]);
}

/**
 * Consecutive pieces share calls of up to 100, as many as the service takes in one (section "Limits").
 *
 * @param identity of the contact a piece is about; a call never holds the same one twice
 * @param joins whether a piece can share a call with another; without it, all can
 */
export function fillCalls<Ask>(
	identity: (ask: Ask) => string,
	joins: (one: Ask, other: Ask) => boolean = () => true,
): CallPlan<Ask> {
	return (pieces) => {
		const calls: Array<Array<Piece<Ask>>> = [];
		let contacts = new Set<string>();
		for (const piece of pieces) {
			const call = calls.at(-1);
			const contact = identity(piece.ask);
			const fits =
				call !== undefined &&
				call.length < CONTACTS_PER_CALL &&
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

/**
 * Pieces with the same content share one call, wherever they stand.
 *
 * @param key what makes two pieces the same; undefined for a piece that shares with none
 */
export function shareCalls<Ask>(key: (ask: Ask) => string | undefined): CallPlan<Ask> {
	return (pieces) => {
		const calls = new Map<unknown, Array<Piece<Ask>>>();
		for (const piece of pieces) {
			const name = key(piece.ask) ?? piece;
			const call = calls.get(name);
			if (call) call.push(piece);
			else calls.set(name, [piece]);
		}
		return [...calls.values()];
	};
}
