const REDACTED = '***';

/** A shorter key, as only tests have, may well be a word that stands in somebody's name. */
const MIN_KEY_LENGTH_IN_ANSWERS = 6;

/** A text without the API key, in whichever of its usual spellings it stands there. */
export function redactText(text: string, key: string): string {
	return withoutAny(text, spellings(key));
}

/**
 * Takes the API key out of every text of an answer, names of fields included: a service that shows what it was sent would put it
 * into the items, which everybody sees who may see the execution. The answer is changed in place, without recursion: it may be
 * nested deeper than the stack is. A key shorter than 6 characters stays.
 */
export function redactAnswer(body: unknown, key: string): void {
	if (key.length < MIN_KEY_LENGTH_IN_ANSWERS || !isContainer(body)) return;
	const secrets = spellings(key);
	const open: Container[] = [body];
	for (let container = open.pop(); container; container = open.pop()) {
		for (const name of Object.keys(container)) {
			const value = container[name];
			const cleanName = withoutAny(name, secrets);
			const cleanValue = typeof value === 'string' ? withoutAny(value, secrets) : value;
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

/** As it is, and as it stands in an address. As JSON it stands as it is, but for a slash that some escape. */
function spellings(key: string): string[] {
	const encoded = encodeURIComponent(key);
	const lowerCase = encoded.replace(/%../g, (code) => code.toLowerCase());
	return [...new Set([key, encoded, lowerCase, key.replaceAll('/', '\\/')])];
}

function withoutAny(text: string, secrets: string[]): string {
	let clean = text;
	for (const secret of secrets) clean = clean.replaceAll(secret, REDACTED);
	return clean;
}
