const REDACTED = '***';

/** The API key, which must not be shown. */
export interface Secret {
	key: string;
	spellings: string[];
}

/** A shorter key, as only tests have, may well be a word that stands in somebody's name. */
const MIN_KEY_LENGTH_IN_RESPONSES = 6;

/** The API key as it is, in JSON, in an address, and in Base64: alone, after "Bearer ", or as a login whose other half is empty. */
export function secretOf(key: string): Secret {
	const inJson = JSON.stringify(key).slice(1, -1);
	const inAddress = [
		...[encodeURIComponent(key), encodeURI(key)],
		new URLSearchParams({ key }).toString().slice('key='.length),
	];
	const inBase64 = [key, `Bearer ${key}`, `:${key}`, `${key}:`].flatMap((text) => {
		const padded = Buffer.from(text).toString('base64');
		return [padded, padded.replaceAll('=', ''), Buffer.from(text).toString('base64url')];
	});
	const spellings = [
		...[key, inJson, inJson.replaceAll('/', '\\/'), ...inAddress, ...inBase64],
		...inAddress.map((text) => text.replace(/%../g, (code) => code.toLowerCase())),
	];
	// The longest first: a shorter one may be a part of it.
	return {
		key,
		spellings: [...new Set(spellings)].sort((one, other) => other.length - one.length),
	};
}

/** A text without the API key, in whichever of its usual spellings it stands there. */
export function redactText(text: string, { key, spellings }: Secret): string {
	// No spelling is shorter. Most texts of a response are.
	if (text.length < key.length) return text;
	return spellings.reduce((clean, spelling) => clean.replaceAll(spelling, REDACTED), text);
}

/**
 * Takes the API key out of every text of a response, names of fields included: a service that shows what it was sent would put it
 * into the items, which everybody sees who may see the execution. The response is changed in place, without recursion: it may be
 * nested deeper than the stack is. A key shorter than 6 characters stays.
 */
export function redactResponse(body: unknown, secret: Secret): void {
	const { key } = secret;
	if (key.length < MIN_KEY_LENGTH_IN_RESPONSES || !isContainer(body)) return;
	const containers = [body];
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
