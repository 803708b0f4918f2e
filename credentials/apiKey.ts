import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import { UnusableCredential } from './UnusableCredential';

/** An API key of the credential that cannot be used. The message is for the user and holds nothing of the key. */
export class UnusableApiKey extends UnusableCredential {}

const QUOTATION_MARKS = '"\'`“”„‘’‚«»';
/** The header that carries the key is often copied with it. */
const HEADER = /^(authorization\s?:|bearer\s|bearer$)/i;
/** Blanks and line breaks, and characters that cannot be seen, such as U+200B. */
const INVISIBLE = /[\s\p{Cf}]/gu;

/**
 * The API key of the credential, freed of what came with it when it was copied: blanks, line breaks (inside, too, where a long
 * key was wrapped), quotation marks around it and `Bearer ` in front. Sending, redacting and the limiter all go by this one form.
 *
 * @throws UnusableApiKey when nothing is left, or a character that no key can hold (RFC 6750, 2.1: a part of ASCII)
 */
export function apiKey(credentials: ICredentialDataDecryptedObject): string {
	let text = String(credentials.apiKey ?? '').trim();
	for (;;) {
		const bare = withoutQuotationMarks(text).trim().replace(HEADER, '').trim();
		if (bare === text) break;
		text = bare;
	}
	const key = text.replace(INVISIBLE, '');
	if (key === '') throw new UnusableApiKey('The API Key of the credential is empty');
	if (/[^!-~]/.test(key)) {
		throw new UnusableApiKey(
			'The API Key of the credential holds a character that no key can hold',
			'Copy it again from the web dashboard of the service',
		);
	}
	return key;
}

function withoutQuotationMarks(text: string): string {
	let start = 0;
	let end = text.length;
	while (start < end && QUOTATION_MARKS.includes(text[start])) start++;
	while (end > start && QUOTATION_MARKS.includes(text[end - 1])) end--;
	return text.slice(start, end);
}
