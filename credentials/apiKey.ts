import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import { UnusableCredential } from './UnusableCredential';

const QUOTATION_MARKS = '"\'`“”„‘’‚«»';
const HEADER = /^(authorization\s?:|bearer\s|bearer$)/i;
/** Including characters such as U+200B. */
const INVISIBLE = /[\s\p{Cf}]/gu;

/**
 * The API key without what was copied along.
 *
 * @throws UnusableCredential if it is empty or no bearer token (RFC 6750, 2.1)
 */
export function apiKey(credentials: ICredentialDataDecryptedObject): string {
	let text = String(credentials.apiKey ?? '').trim();
	for (;;) {
		const bare = withoutQuotationMarks(text).trim().replace(HEADER, '').trim();
		if (bare === text) break;
		text = bare;
	}
	const key = text.replace(INVISIBLE, '');
	if (key === '') throw new UnusableCredential('The API Key of the credential is empty');
	if (/[^!-~]/.test(key)) {
		throw new UnusableCredential(
			'The API Key of the credential contains a character that no key has',
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
