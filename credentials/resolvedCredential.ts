import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import { parsedUrl } from './parsedUrl';

const QUOTATION_MARKS = '"\'`“”„‘’‚«»';
const HEADER = /^(authorization\s?:|bearer\s|bearer$)/i;
/** Including characters such as U+200B. */
const INVISIBLE = /[\s\p{Cf}]/gu;

/** Browsers, but not n8n's test of the credential, also take `http:example.com` and backslashes. */
const WEB_ADDRESS = /^https?:\/\/[^/\\][^\\]*$/i;

export interface ResolvedCredential {
	/** Without a trailing slash. */
	address: string;
	key: string;
}

/** The message is for the user and holds no secret. */
export class UnusableCredential extends Error {
	/** @param problem without a period at its end */
	constructor(
		readonly problem: string,
		readonly advice?: string,
	) {
		super(advice === undefined ? problem : `${problem}. ${advice}`);
	}
}

/** @throws UnusableCredential */
export function resolvedCredential({
	baseUrl,
	allowHttp,
	apiKey,
}: ICredentialDataDecryptedObject): ResolvedCredential {
	return {
		address: serviceAddress(String(baseUrl ?? '').trim(), allowHttp === true),
		key: bareKey(String(apiKey ?? '').trim()),
	};
}

function serviceAddress(text: string, isHttpAllowed: boolean): string {
	if (text === '') throw new UnusableCredential('The Base URL of the credential is empty');

	const url = WEB_ADDRESS.test(text) ? parsedUrl(text) : undefined;
	if (!url) {
		throw new UnusableCredential(
			"The Base URL of the credential isn't an address such as https://api.indiepitcher.com/v1",
		);
	}
	if (url.username || url.password || /[?#]/.test(text)) {
		throw new UnusableCredential(
			'The Base URL of the credential must not contain a user name, a password, a "?" or a "#"',
		);
	}
	if (url.protocol === 'http:' && !isHttpAllowed && !isLoopback(url.hostname)) {
		throw new UnusableCredential(
			`The Base URL of the credential starts with http://, so the API key would be sent unencrypted to ${url.host}`,
			'Use https://, or turn on "Allow HTTP" in the credential',
		);
	}

	const [, path] = /^(.*\/v1)\/*$/.exec(url.pathname) ?? [];
	if (!path) {
		throw new UnusableCredential(
			'The Base URL of the credential must end in /v1, for example https://api.indiepitcher.com/v1',
		);
	}
	return url.origin + path;
}

function isLoopback(hostname: string): boolean {
	return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}

/** The API key without quotation marks or a header copied with it. */
function bareKey(typed: string): string {
	let text = typed;
	for (;;) {
		const bare = withoutQuotationMarks(text).trim().replace(HEADER, '').trim();
		if (bare === text) break;
		text = bare;
	}
	const key = text.replace(INVISIBLE, '');
	if (key === '') throw new UnusableCredential('The API Key of the credential is empty');
	if (/[^!-~]/.test(key)) {
		throw new UnusableCredential(
			'The API Key of the credential contains a character that no API key has',
			"Copy it again from the service's dashboard",
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
