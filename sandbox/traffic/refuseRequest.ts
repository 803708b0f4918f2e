import { Refusal } from '../Refusal';
import type { Service } from '../createService';
import type { JournalEntry } from './createJournalEntry';

/** Rejects a request for reasons that don't depend on its contents. */
export function refuseRequest(
	{ requestLimit }: Service,
	{ at, headers, key }: JournalEntry,
): Refusal | undefined {
	// Only browsers send Origin, and the service blocks them (the service's document, section "Authentication").
	if (headers.origin !== undefined) {
		return new Refusal(403, 'Requests from web browsers are blocked');
	}
	// The reason is that of the service (a test of its Node SDK).
	if (key !== 'valid') return new Refusal(401, 'Unauthorized');
	if (!requestLimit.hasRoom(at)) {
		return new Refusal(429, 'Too many requests: the limit resets after 1 second');
	}
	return undefined;
}
