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
 * Pieces that are the same share one call, wherever they stand.
 *
 * @param key what two pieces that are the same have in common; undefined for a piece that shares with none
 * @param joins whether two pieces with the same key are the same
 */
export function shareCalls<Ask>(
	key: (ask: Ask) => string | undefined,
	joins: (one: Ask, other: Ask) => boolean,
): CallPlan<Ask> {
	return (pieces) => {
		const calls: Array<Array<Piece<Ask>>> = [];
		const callsByKey = new Map<unknown, Array<Array<Piece<Ask>>>>();
		for (const piece of pieces) {
			const name = key(piece.ask) ?? piece;
			const alike = callsByKey.get(name) ?? [];
			const same = alike.find((call) => joins(call[call.length - 1].ask, piece.ask));
			if (same) {
				same.push(piece);
				continue;
			}
			const call = [piece];
			calls.push(call);
			callsByKey.set(name, [...alike, call]);
		}
		return calls;
	};
}
