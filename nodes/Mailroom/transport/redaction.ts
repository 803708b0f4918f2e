const REDACTED = '***';

interface Secret {
	key: string;
	spellings: string[];
}

/** A shorter key, as in tests, may be part of a name. */
const MIN_KEY_LENGTH_IN_RESPONSES = 6;

/** The key as it is, and in JSON, also with escaped slashes. */
export function secretOf(key: string): Secret {
	const inJson = JSON.stringify(key).slice(1, -1);
	const spellings = [inJson.replaceAll('/', '\\/'), inJson, key];
	// Longest first, as one may contain another.
	return { key, spellings: [...new Set(spellings)] };
}

export function redactText(text: string, { key, spellings }: Secret): string {
	// Quick for most texts, as no spelling is shorter.
	if (text.length < key.length) return text;
	return spellings.reduce((clean, spelling) => clean.replaceAll(spelling, REDACTED), text);
}

/** In place, without recursion: the response may be nested deeper than the stack. */
export function redactResponse(response: unknown, secret: Secret): void {
	const { key } = secret;
	if (key.length < MIN_KEY_LENGTH_IN_RESPONSES || !isContainer(response)) return;
	const containers = [response];
	for (let container = containers.pop(); container; container = containers.pop()) {
		for (const name of Object.keys(container)) {
			const value = container[name];
			const cleanName = redactText(name, secret);
			const isText = typeof value === 'string' || (typeof value === 'number' && `${value}` === key);
			const cleanValue = isText ? redactText(String(value), secret) : value;
			if (cleanName !== name) delete container[name];
			if (cleanName !== name || cleanValue !== value) container[cleanName] = cleanValue;
			if (isContainer(value)) containers.push(value);
		}
	}
}

function isContainer(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null;
}
