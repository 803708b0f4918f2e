import type { FastifyRequest } from 'fastify';

export interface JournalEntry {
	/** Arrival of the request, in monotonic ms. */
	at: number;
	method: string;
	/** Without `/v1`. */
	path: string;
	query: unknown;
	/** Parsed; the text itself when it is not JSON. */
	body: unknown;
	/** Headers without secrets. */
	headers: Record<string, unknown>;
	key: 'valid' | 'unknown' | 'none';
	/** Null before the response, and if there is none. */
	status: number | null;
	/** Body of the response. Null as long as there is none, and for old requests. */
	response: string | null;
	/** Whether the client still waits for the response. */
	isInFlight: boolean;
	/** Whether the service acted on the request, regardless of its response. */
	acted: boolean;
	/** Name of the fault, if there was one. */
	fault?: string;
}

const SECRET_HEADERS = ['authorization', 'proxy-authorization', 'cookie'];

/** @param keys the project's keys */
export function createJournalEntry(
	request: FastifyRequest,
	at: number,
	keys: string[],
): JournalEntry {
	const headers = Object.entries(request.headers).filter(
		([name]) => !SECRET_HEADERS.includes(name),
	);
	return {
		at,
		method: request.method,
		path: redactKeys(request.url.replace(/\?.*$/s, '').replace(/^\/v1/, ''), keys),
		query: redactKeys(request.query, keys),
		body: undefined,
		headers: redactKeys(Object.fromEntries(headers), keys),
		key: keyState(request.headers.authorization, keys),
		status: null,
		response: null,
		isInFlight: true,
		acted: false,
	};
}

function keyState(authorization: string | undefined, keys: string[]) {
	const key = /^Bearer (.+)$/i.exec(authorization ?? '')?.[1];
	if (key === undefined) return 'none';
	return keys.includes(key) ? 'valid' : 'unknown';
}

/** Removes API keys from all texts and names in a value, even where a client put one by mistake. */
export function redactKeys<T>(value: T, keys: string[]): T {
	const spellings = keys.flatMap(spellingsOf);
	const redact = (text: string) =>
		spellings.reduce((rest, spelling) => rest.replaceAll(spelling, '[API key]'), text);
	return mapTexts(value, redact) as T;
}

/** The longest first: a path is part of a URL, and a response is JSON in one text. */
function spellingsOf(key: string) {
	return [encodeURIComponent(key), JSON.stringify(key).slice(1, -1), key];
}

function mapTexts(value: unknown, change: (text: string) => string): unknown {
	if (typeof value === 'string') return change(value);
	if (Array.isArray(value)) return value.map((one) => mapTexts(one, change));
	if (typeof value !== 'object' || value === null) return value;
	const entries = Object.entries(value).map(([name, one]) => [change(name), mapTexts(one, change)]);
	return Object.fromEntries(entries);
}
