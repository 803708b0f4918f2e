/**
 * How long a service asks to wait, from the header "Retry-After" of 429 and 503: seconds, or a date (RFC 9110, 10.2.3).
 *
 * @param nowMs the time of day, in ms since 1970
 * @returns ms from now, undefined when it says nothing that can be read
 */
export function retryAfterMs(header: unknown, nowMs: number): number | undefined {
	const text = typeof header === 'string' ? header.trim() : '';
	if (/^\d{1,12}$/.test(text)) return Number(text) * 1000;
	// Date.parse takes much that is no HTTP date, "1.5" for example.
	const date = /^[A-Z][a-z]{2}/.test(text) ? Date.parse(text) : NaN;
	return Number.isNaN(date) ? undefined : Math.max(0, date - nowMs);
}
