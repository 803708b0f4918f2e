import type { Responded } from './verdict';

/** Longest wait for the service, even if it asks for more. */
export const MAX_WAIT_MS = 60_000;

export function asksForLongWait({ retryAfterMs = 0 }: Responded): boolean {
	return retryAfterMs > MAX_WAIT_MS;
}

/** Reads "Retry-After": seconds, or a date (RFC 9110, 10.2.3). */
export function retryAfterMs(header: unknown, nowMs: number): number | undefined {
	const text = typeof header === 'string' ? header.trim() : '';
	if (/^\d+$/.test(text)) return Number(text.slice(0, 12)) * 1000;
	// Date.parse reads much that is no HTTP date, such as "1.5".
	const date = /^[A-Z][a-z]{2}/.test(text) ? Date.parse(text) : NaN;
	return Number.isNaN(date) ? undefined : Math.max(0, date - nowMs);
}
