import { placesIn } from '../../transport/failure/describeReason';

const AROUND_WORDS = /[\s"'`()<>[\]{},;:=]/;

/** Units that a reason names. None if it names more than half, as it may repeat the request. */
export function findNamedUnits<Unit>(
	units: Unit[],
	reason: string,
	nameOf: (unit: Unit) => string | undefined,
): Unit[] {
	const places = placesIn(reason);
	const words = reason.toLowerCase().split(AROUND_WORDS);
	const names = new Set(words.map((word) => (word.endsWith('.') ? word.slice(0, -1) : word)));
	const named = units.filter((unit, place) => {
		const name = nameOf(unit)?.toLowerCase();
		return places.has(place) || (name !== undefined && names.has(name));
	});
	return named.length * 2 > units.length ? [] : named;
}

/** A reason may name another unit. */
export function withoutAddresses(text: string): string {
	const words = text.trim().split(/(\s+)/);
	return words.map((word) => (word.includes('@') ? '…' : word)).join('');
}
