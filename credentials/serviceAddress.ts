import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import { parsedUrl } from './parsedUrl';
import { UnusableCredential } from './UnusableCredential';

/** @returns the base address, without a trailing slash */
export function serviceAddress(credentials: ICredentialDataDecryptedObject): string {
	const text = String(credentials.baseUrl ?? '').trim();
	if (text === '') throw new UnusableCredential('The Base URL of the credential is empty');

	const url = parsedUrl(text);
	if (!url || !['http:', 'https:'].includes(url.protocol)) {
		throw new UnusableCredential(
			'The Base URL of the credential is not an address such as https://mail.example.com/v1',
		);
	}
	if (url.username || url.password || /[?#]/.test(text)) {
		throw new UnusableCredential(
			'The Base URL of the credential must not hold a user name, a password, a "?" or a "#"',
		);
	}
	if (url.protocol === 'http:' && credentials.allowHttp !== true && !isLoopback(url.hostname)) {
		throw new UnusableCredential(
			`The Base URL of the credential starts with http://, so the API key would be sent unencrypted to ${url.host}`,
			'Use https://, or turn on "Allow HTTP" in the credential',
		);
	}

	const path = withoutSlashesAtEnd(url.pathname);
	if (!path.endsWith('/v1')) {
		throw new UnusableCredential(
			'The Base URL of the credential must end in /v1, for example https://mail.example.com/v1',
		);
	}
	return url.origin + path;
}

/** In linear time, unlike a regular expression. */
function withoutSlashesAtEnd(text: string): string {
	let end = text.length;
	while (text[end - 1] === '/') end--;
	return text.slice(0, end);
}

function isLoopback(hostname: string): boolean {
	return (
		hostname === 'localhost' ||
		hostname.endsWith('.localhost') ||
		hostname === '[::1]' ||
		/^127\.\d+\.\d+\.\d+$/.test(hostname)
	);
}
