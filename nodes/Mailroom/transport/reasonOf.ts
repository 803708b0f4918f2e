import { isJsonObject } from './isJsonObject';

/** A response may hold megabytes of text, of which an error shows some lines. */
const MAX_TEXT_LENGTH = 2_000;
/** A reason may hold a reason, and so on, for as long as a hostile response likes. */
const MAX_DEPTH = 5;
const MAX_TEXTS = 20;

/** The text after a "<" in HTML, such as the pages of proxies; `Ada <ada@example.com>` is none. */
const HTML =
	/^(?:!|\/[a-z]|a href|(?:html|head|body|title|meta|link|div|span|p|br|hr|h[1-6]|center|pre|ul|ol|li|table|tr|td|img|iframe|form|input|svg|script|style)[\s/>])/i;

/**
 * The readable text of a JSON error body: its `reason`, `message` or `error`, which may hold one another.
 * The shape of the body is not documented. HTML, which a proxy in between may answer with, is never shown.
 */
export function reasonOf(body: unknown, depth = 0): string | undefined {
	if (!isJsonObject(body) || depth > MAX_DEPTH) return undefined;
	for (const key of ['reason', 'message', 'error']) {
		const text = readableText(body[key], depth + 1);
		if (text) return text;
	}
	return undefined;
}

function readableText(value: unknown, depth: number): string | undefined {
	if (depth > MAX_DEPTH) return undefined;
	if (Array.isArray(value)) {
		const texts = value.slice(0, MAX_TEXTS).map((one) => readableText(one, depth + 1));
		return texts.filter((text) => text !== undefined).join('; ') || undefined;
	}
	if (typeof value !== 'string') return reasonOf(value, depth);
	const text = value.slice(0, MAX_TEXT_LENGTH).trim();
	const units = text.split('<').slice(1);
	return text === '' || units.some((piece) => HTML.test(piece)) ? undefined : text;
}
