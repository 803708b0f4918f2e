import { PLACE } from '../transport/describeReason';

/** Hex numbers, UUIDs, other long ids, times. */
const REQUEST_IDS = [
	/^[\da-f]{8,}$/i,
	/^[\da-f]{4,}(?:-[\da-f]{4,})+$/i,
	/^[\da-z]{16,}$/i,
	/^\d{4}-\d\d-\d\dT[\d:.+-]+Z?$/,
];

const AROUND_WORDS = /[\s"'`()<>[\]{},;:=]/;

/** Units that a reason names. None if it names more than half, as it may repeat the request. */
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

/** The same text for reasons that differ only in units and request IDs. */
export function normalizeReason(reason: string, status: number | undefined): string {
	const parts = reason.replace(PLACE, '$1').split(/[;\n]/).map(withoutIds);
	return [status, ...new Set(parts)].join('; ');
}

export function withoutAddresses(text: string): string {
	const words = text.trim().split(/(\s+)/);
	return words.map((word) => (word.includes('@') ? '…' : word)).join('');
}

function withoutIds(text: string): string {
	return withoutAddresses(text).replace(/[\w.:+-]{8,}/g, (word) => (isId(word) ? '…' : word));
}

function isId(word: string): boolean {
	const id = word.slice(word.lastIndexOf('_') + 1).replace(/[.:]$/, '');
	return /\d/.test(id) && REQUEST_IDS.some((pattern) => pattern.test(id));
}
