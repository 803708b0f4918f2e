import { Refusal } from '../Refusal';
import type { Service } from '../createService';
import type { JournalEntry } from './createJournalEntry';

const KEY_MESSAGES: Record<'none' | 'unknown', string> = {
	none: 'The header "Authorization: Bearer <API key>" is missing',
	unknown: 'The API key is not known',
};

/** Rejects a request for reasons that don't depend on its contents. */
export function refuseRequest(
	{ requestLimit }: Service,
	{ at, headers, key }: JournalEntry,
): Refusal | undefined {
	// Only browsers send Origin, and the service blocks them (the service's document, section "Authentication").
	if (headers.origin !== undefined) {
		return new Refusal(403, 'Requests from web browsers are blocked');
	}
	if (key !== 'valid') return new Refusal(401, KEY_MESSAGES[key]);
	if (!requestLimit.hasRoom(at)) {
		return new Refusal(429, 'Too many requests: the limit resets after 1 second');
	}
	return undefined;
}
