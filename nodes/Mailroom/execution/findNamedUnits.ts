import { PLACE } from '../transport/describeReason';

/** Stands around an address in a sentence, as a full stop does at its end. */
const AROUND_WORDS = /[\s"'`()<>[\]{},;:=]/;

/**
 * The pieces of a request that a reason of the service names, by their place in the request or by their address. It is a text
 * from outside, so it is no more than a hint. None where it names more than half of them, as one does that repeats the request.
 *
 * @param addressOf a piece; undefined where it has none
 */
export function findNamedUnits<Unit>(
	units: Unit[],
	reason: string,
	addressOf: (piece: Unit) => string | undefined,
): Unit[] {
	const places = new Set(
		[...reason.matchAll(PLACE)].map(([, , inBrackets, bare]) => Number(inBrackets ?? bare)),
	);
	const words = reason.toLowerCase().split(AROUND_WORDS);
	const named = new Set(words.map((word) => (word.endsWith('.') ? word.slice(0, -1) : word)));
	const found = units.filter((piece, place) => {
		const address = addressOf(piece)?.toLowerCase();
		return places.has(place) || (address !== undefined && named.has(address));
	});
	return found.length * 2 > units.length ? [] : found;
}
