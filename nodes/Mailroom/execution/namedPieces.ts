/** `contacts[37]`, `contacts.37`, `/contactEmails/37`, `contacts -> 37`: as validators write the place of an item, from 0. */
const PLACE = /\bcontact(?:s|Emails)?(?:\[(\d{1,5})\]|[./](\d{1,5})(?!\w)| ?-> ?(\d{1,5})(?!\w))/g;

/**
 * The pieces of a request that a reason of the service names, by their place in the request or by their address. It is a text
 * from outside, so it is no more than a hint. None where it names more than half of them, as one does that repeats the request.
 *
 * @param addressOf a piece; undefined where it has none
 */
export function namedPieces<Piece>(
	pieces: Piece[],
	reason: string,
	addressOf: (piece: Piece) => string | undefined,
): Piece[] {
	const places = new Set(
		[...reason.matchAll(PLACE)].map(([, ...numbers]) => Number(numbers.find((text) => text))),
	);
	const text = reason.includes('@') ? reason.toLowerCase() : '';
	const named = pieces.filter((piece, place) => {
		const address = text && addressOf(piece)?.toLowerCase();
		return places.has(place) || (address ? holdsAddress(text, address) : false);
	});
	return named.length * 2 > pieces.length ? [] : named;
}

/** Whether an address stands in a text by itself: "joann@example.com" does not name "ann@example.com". */
function holdsAddress(text: string, address: string): boolean {
	for (let at = text.indexOf(address); at !== -1; at = text.indexOf(address, at + 1)) {
		const before = text.slice(Math.max(0, at - 2), at);
		const after = text.slice(at + address.length, at + address.length + 2);
		if (!IS_MIDDLE.test(before) && !IS_BEGINNING.test(after)) return true;
	}
	return false;
}

/** Before an address, what it would begin with. A dot or a quotation mark may be that of the sentence. */
const IS_MIDDLE = /[\p{L}\p{N}_%+-]$|[\p{L}\p{N}][.']$/u;
/** After it, what it would go on with. */
const IS_BEGINNING = /^(?:[\p{L}\p{N}_-]|\.[\p{L}\p{N}])/u;
