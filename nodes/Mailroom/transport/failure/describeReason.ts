import { isJsonObject } from '../../service';

const MAX_TEXT_LENGTH = 2_000;
const MAX_DEPTH = 5;
const MAX_TEXTS = 20;

/** `Ada <ada@example.com>` is no HTML. */
const HTML =
	/<(?:!|\/[a-z]|a href|(?:html|head|body|title|meta|link|div|span|p|br|hr|h[1-6]|center|pre|ul|ol|li|table|tr|td|img|iframe|form|input|svg|script|style)[\s/>])/i;

const REASONS = ['reason', 'message', 'error'];
/** Such as those of problem+json. */
const OTHER_REASONS = ['detail', 'title', 'errors'];

/** Text in an error body of undocumented shape, unless it's HTML. */
export function reasonOf(body: unknown): string | undefined {
	return textIn(body, REASONS);
}

/** Of a response with an error status, which may have other formats. */
export function reasonOfError(body: unknown): string | undefined {
	return reasonOf(body) ?? textIn(body, [...REASONS, ...OTHER_REASONS]);
}

function textIn(body: unknown, keys: string[], depth = 0): string | undefined {
	if (!isJsonObject(body) || depth > MAX_DEPTH) return undefined;
	for (const key of keys) {
		const text = readableText(body[key], keys, depth + 1);
		if (text) return text;
	}
	return undefined;
}

function readableText(value: unknown, keys: string[], depth: number): string | undefined {
	if (depth > MAX_DEPTH) return undefined;
	if (Array.isArray(value)) {
		const texts = value.slice(0, MAX_TEXTS).map((one) => readableText(one, keys, depth + 1));
		return texts.filter((text) => text !== undefined).join('; ') || undefined;
	}
	if (typeof value !== 'string') return textIn(value, keys, depth);
	const text = value.slice(0, MAX_TEXT_LENGTH).trim();
	return text === '' || HTML.test(text) ? undefined : text;
}

/** A place in a request, such as `contacts[37].email`, `/contacts/37/email` or `contacts.Index 37.email`. `separator`: a field follows. */
const PLACE =
	/(?<![\w/.])(?:(?:body|data|instance|request|#|\$)[./]){0,3}\/?(?<list>contacts|contactEmails)(?:\[(?:Index )?(?<inBrackets>\d{1,5})\]|[./](?:Index )?(?<bare>\d{1,5})(?!\w))(?<separator>[./](?=\w))?/gi;

type PlaceGroups = Partial<Record<'list' | 'inBrackets' | 'bare' | 'separator', string>>;

/** A place in a list of a contact, such as `subscribedToLists[1]`. */
const PLACE_IN_LIST =
	/\b(subscribedToLists|(?:added|removed)ListSubscripitons)(?:\[(?:Index )?\d{1,5}\]|[./](?:Index )?\d{1,5}(?!\w))/g;

const PROPERTY = /["'`]?\b(?:(?:body|data|instance|request)[./])?customProperties[./]/;

const AFTER_NAME =
	/["'`:;,)\n]|\.\s|\.$| (?:is|are|was|has|must|should|does|cannot|could|expected|unknown|undefined|invalid|missing|required)\b/;
const MAX_NAME_LENGTH = 80;

/** Puts paths such as `contacts[0].` into words. */
export function describeReason(reason: string): string {
	const [start, ...rest] = reason
		.replace(PLACE, (...match: unknown[]) => describePlace(match.at(-1) as PlaceGroups))
		.replace(PLACE_IN_LIST, '$1')
		.split(PROPERTY);
	const words = rest.reduce((text, path) => `${text}${describeProperty(path)}`, start);
	return words === reason ? words : words.replace(/^(?:custom property|the) /, capitalized);
}

/** Positions, from 0, of the contacts or addresses of the request that a reason names. */
export function placesIn(reason: string): Set<number> {
	const places = [...reason.matchAll(PLACE)].map(({ groups = {} }) => groups as PlaceGroups);
	return new Set(places.map(({ inBrackets, bare }) => Number(inBrackets ?? bare)));
}

function describePlace({ list = '', separator }: PlaceGroups): string {
	if (separator) return '';
	return list.toLowerCase() === 'contacts' ? 'the contact' : 'the address';
}

function capitalized(text: string): string {
	return text.charAt(0).toUpperCase() + text.slice(1);
}

function describeProperty(path: string): string {
	const near = path.slice(0, MAX_NAME_LENGTH);
	const end = near.search(AFTER_NAME);
	const name = end === -1 ? near : near.slice(0, end);
	return `custom property "${name}"${path.slice(name.length).replace(/^["'`]/, '')}`;
}
