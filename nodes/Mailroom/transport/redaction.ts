const REDACTED = '***';

/** What must not be shown. */
export interface Secret {
	key: string;
	spellings: string[];
}

/** A shorter key, as only tests have, may well be a word that stands in somebody's name. */
const MIN_KEY_LENGTH_IN_ANSWERS = 6;

/** Something may be encoded twice. */
const MAX_DECODINGS = 2;

/** A text without the API key, in whichever of its usual spellings it stands there. */
export function redactText(text: string, { key, spellings }: Secret): string {
	// No spelling is shorter. Most texts of an answer are.
	if (text.length < key.length) return text;
	const withoutKey = (form: string) =>
		spellings.reduce((clean, spelling) => clean.replaceAll(spelling, REDACTED), form);
	let shown = withoutKey(text);
	let form = shown;
	for (let time = 0; time < MAX_DECODINGS && ENCODED.test(form); time++) {
		form = form.replace(ENCODED_CHARACTERS, decodedCharacter);
		if (!spellings.some((spelling) => form.includes(spelling))) continue;
		form = withoutKey(form);
		shown = form;
	}
	return shown;
}

const ENCODED = /[%&\\]/;
/** A character as it stands in an address, in HTML, or in JSON. */
const ENCODED_CHARACTERS =
	/%([0-9a-f]{2})|&#x([0-9a-f]{2});|&#(\d{2,3});|&(amp|lt|gt|quot|apos);|\\u00([0-9a-f]{2})|\\(["\\/])/gi;
const IN_HTML = new Map([
	['amp', '&'],
	['lt', '<'],
	['gt', '>'],
	['quot', '"'],
	['apos', "'"],
]);

function decodedCharacter(encoded: string, ...groups: Array<string | undefined>): string {
	const [percent, hex, decimal, name, unicode, escaped] = groups;
	if (name) return IN_HTML.get(name.toLowerCase()) ?? encoded;
	if (escaped) return escaped;
	const code = decimal ? Number(decimal) : parseInt(percent ?? hex ?? unicode ?? '', 16);
	return String.fromCharCode(code);
}

/**
 * Takes the API key out of every text of an answer, names of fields included: a service that shows what it was sent would put it
 * into the items, which everybody sees who may see the execution. The answer is changed in place, without recursion: it may be
 * nested deeper than the stack is. A key shorter than 6 characters stays.
 */
export function redactAnswer(body: unknown, secret: Secret): void {
	const { key } = secret;
	if (key.length < MIN_KEY_LENGTH_IN_ANSWERS || !isContainer(body)) return;
	const open: Container[] = [body];
	for (let container = open.pop(); container; container = open.pop()) {
		for (const name of Object.keys(container)) {
			const value = container[name];
			const cleanName = redactText(name, secret);
			const isText = typeof value === 'string' || (typeof value === 'number' && `${value}` === key);
			const cleanValue = isText ? redactText(String(value), secret) : value;
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

/** The API key as it is, and as it stands in Base64: alone, after "Bearer ", or as a login whose other half is empty. */
export function secretOf(key: string): Secret {
	const inBase64 = [key, `Bearer ${key}`, `:${key}`, `${key}:`].flatMap((text) => {
		const padded = Buffer.from(text).toString('base64');
		return [padded, padded.replaceAll('=', ''), Buffer.from(text).toString('base64url')];
	});
	return { key, spellings: [...new Set([key, ...inBase64])] };
}
