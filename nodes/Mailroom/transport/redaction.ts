const REDACTED = '***';

/** What must not be shown. */
export interface Secret {
	key: string;
	spellings: string[];
}

/** A shorter key, as only tests have, may well be a word that stands in somebody's name. */
const MIN_KEY_LENGTH_IN_ANSWERS = 6;

/** A text without the API key, in whichever of its usual spellings it stands there. */
export function redactText(text: string, { spellings }: Secret): string {
	return withoutAny(text, spellings);
}

/**
 * Takes the API key out of every text of an answer, names of fields included: a service that shows what it was sent would put it
 * into the items, which everybody sees who may see the execution. The answer is changed in place, without recursion: it may be
 * nested deeper than the stack is. A key shorter than 6 characters stays.
 */
export function redactAnswer(body: unknown, { key, spellings }: Secret): void {
	if (key.length < MIN_KEY_LENGTH_IN_ANSWERS || !isContainer(body)) return;
	const open: Container[] = [body];
	for (let container = open.pop(); container; container = open.pop()) {
		for (const name of Object.keys(container)) {
			const value = container[name];
			const cleanName = withoutAny(name, spellings);
			const cleanValue = typeof value === 'string' ? withoutAny(value, spellings) : value;
			if (cleanName !== name) delete container[name];
			if (cleanName !== name || cleanValue !== value) container[cleanName] = cleanValue;
			if (isContainer(value)) open.push(value);
		}
	}
}

type Container = Record<string, unknown>;

function isContainer(value: unknown): value is Container {
	return typeof value === 'object' && value !== null;
}

/** The API key, as it is, and as it stands in an address, a form, JSON (where some escape a slash), or Base64. */
export function secretOf(key: string): Secret {
	const inAddress = encodeURIComponent(key);
	const inForm = new URLSearchParams({ key }).toString().slice('key='.length);
	const encoded = [inAddress, inForm].flatMap((text) => [
		text,
		text.replace(/%../g, (code) => code.toLowerCase()),
	]);
	const inJson = JSON.stringify(key).slice(1, -1);
	const inBase64 = [key, `Bearer ${key}`]
		.map((text) => Buffer.from(text).toString('base64'))
		.flatMap((text) => [text, text.replaceAll('=', '')]);
	const all = [key, ...encoded, inJson, inJson.replaceAll('/', '\\/'), ...inBase64];
	return { key, spellings: [...new Set(all)] };
}

function withoutAny(text: string, secrets: string[]): string {
	let clean = text;
	for (const secret of secrets) clean = clean.replaceAll(secret, REDACTED);
	return clean;
}
