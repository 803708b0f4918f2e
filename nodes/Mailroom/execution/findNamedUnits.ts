import { PLACE } from '../transport/describeReason';

/** Characters that may surround an address in a sentence, as a full stop at its end may. */
const AROUND_WORDS = /[\s"'`()<>[\]{},;:=]/;

/**
 * The units of a request that a reason of the service names, by their place in the request or by their address. The reason is
 * text from outside, so this is no more than a hint. None if it names more than half of them, as a reason does that repeats the
 * request.
 *
 * @param nameOf the address of a unit; undefined if it has none
 */
export function findNamedUnits<Unit>(
	units: Unit[],
	reason: string,
	nameOf: (unit: Unit) => string | undefined,
): Unit[] {
	const places = new Set(
		[...reason.matchAll(PLACE)].map(([, , inBrackets, bare]) => Number(inBrackets ?? bare)),
	);
	const words = reason.toLowerCase().split(AROUND_WORDS);
	const names = new Set(words.map((word) => (word.endsWith('.') ? word.slice(0, -1) : word)));
	const named = units.filter((unit, place) => {
		const name = nameOf(unit)?.toLowerCase();
		return places.has(place) || (name !== undefined && names.has(name));
	});
	return named.length * 2 > units.length ? [] : named;
}
