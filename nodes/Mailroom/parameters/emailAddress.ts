import { parsedUrl } from '../../../credentials/parsedUrl';
import { emptyParameter, InvalidParameter, type Label } from './InvalidParameter';
import { assertNoLookAlike } from './lookAlike';
import { CONTROL_CHARACTER } from './text';
import { fromJsonText, isEmpty, partsOf } from './values';
import { shown } from '../wording';

/** A name and two or more labels of a domain. Looser than the standards: real addresses contain letters beyond ASCII. */
const ADDRESS =
	/^[^\s@<>(),;:"\\[\]]+@[^\s@<>(),;:"\\[\]/_.?&=!#%-][^\s@<>(),;:"\\[\]/_.?&=!#%]*(\.[^\s@<>(),;:"\\[\]/_.?&=!#%]+)+$/;
/** RFC 5322, 3.2.3. */
const STRAY_DOT = /^\.|\.\.|\.@/;
/** RFC 3696, 2. */
const NUMBER_AS_TOP_DOMAIN = /\.\d+$/;
/** RFC 5321, 4.5.3.1. */
const MAX_ADDRESS_LENGTH = 254;
/** `Ada <ada@example.com>` */
const WITH_DISPLAY_NAME = /^([^<>]*)<([^<>]*)>$/;
const STORED_ADDRESS = /^[^\s@]+@[^\s@]+$/;

/** In Unicode, or in the ASCII spelling of RFC 5890. */
const INTERNATIONAL = /\P{ASCII}|(?:^|\.)xn--/u;
/** A URL would end at another character. */
const DOMAIN = /^[^\s/?#:@%\\[\]<>^|]+$/;

const ENTER_ADDRESS = 'Enter an address such as ada@example.com';
const ENTER_ADDRESSES = 'Enter addresses such as ada@example.com, separated by commas';
const ONE_ADDRESS =
	'Enter one address such as ada@example.com, or a name and the address in angle brackets. For several recipients, create an item for each, e.g. with a Split Out node, or use "Send to Contacts"';

export function emailAddress(value: unknown, label: Label, advice = ENTER_ADDRESS): string {
	if (isEmpty(value)) throw emptyParameter(label);
	const address = typeof value === 'string' ? value.trim() : '';
	assertNoLookAlike(label, address);
	if (isAddress(address)) return address;
	const problem = `isn't an email address: ${shown(value)}`;
	throw new InvalidParameter(label, problem, advice);
}

/** An address, or `Name <address>`. */
export function recipient(value: unknown, label: string, advice = ONE_ADDRESS): string {
	if (isEmpty(value)) throw emptyParameter(label);
	const text = typeof value === 'string' ? value.trim() : '';
	if (CONTROL_CHARACTER.test(text)) {
		const problem = 'must not contain line breaks or control characters';
		throw new InvalidParameter(label, problem, advice);
	}
	const [, name, inBrackets] = WITH_DISPLAY_NAME.exec(text) ?? ['', '', text];
	assertNoLookAlike(label, inBrackets, name);
	// An @ in the name indicates a list of addresses.
	if (!isAddress(inBrackets.trim()) || name.includes('@')) {
		throw new InvalidParameter(label, `isn't an email address: ${shown(value)}`, advice);
	}
	return name.trim() === '' ? inBrackets.trim() : text;
}

/**
 * Distinct people, each an address or `Name <address>`, separated by commas or line breaks, or in an array. A comma can be part of a name,
 * as in `Doe, Joe <joe@example.com>`.
 */
export function recipients(
	value: unknown,
	label: string,
	{ most, advice }: { most: number; advice: string },
): string[] {
	const given = peopleIn(fromJsonText(value)).map((one) => recipient(one, label, advice));
	if (given.length === 0) throw emptyParameter(label);
	const distinct = new Map<string, string>();
	for (const one of given) {
		const key = contactKey(addressOf(one));
		if (!distinct.has(key)) distinct.set(key, one);
	}
	if (distinct.size <= most) return [...distinct.values()];
	throw new InvalidParameter(label, `has ${distinct.size} addresses, more than ${most}`, advice);
}

function peopleIn(value: unknown): unknown[] {
	if (typeof value !== 'string') return [value].flat().filter((one) => !isEmpty(one));
	return value.split(/[\r\n]+/).flatMap(peopleInLine);
}

/** A part without @ belongs to the next one. */
function peopleInLine(line: string): string[] {
	const people: string[] = [];
	let name = '';
	for (const part of line.split(',')) {
		const text = name === '' ? part.trim() : `${name},${part}`;
		const isComplete = part.includes('@');
		if (isComplete) people.push(text);
		name = isComplete ? '' : text;
	}
	return name === '' ? people : [...people, name];
}

export function addressOf(recipient: string): string {
	return (WITH_DISPLAY_NAME.exec(recipient)?.[2] ?? recipient).trim();
}

/** Distinct addresses, see `partsOf`. */
export function emailAddresses(value: unknown, label: string): string[] {
	const addresses = partsOf(value).map((part) => emailAddress(part, label, ENTER_ADDRESSES));
	if (addresses.length === 0) throw emptyParameter(label);
	const distinct = new Map<string, string>();
	for (const address of addresses) {
		if (!distinct.has(contactKey(address))) distinct.set(contactKey(address), address);
	}
	return [...distinct.values()];
}

/** The same for all spellings of an address, also for those of an international domain. */
export function contactKey(address: string): string {
	const spelled = address.normalize('NFC').toLowerCase();
	const at = spelled.lastIndexOf('@') + 1;
	const domain = spelled.slice(at);
	if (!INTERNATIONAL.test(domain) || !DOMAIN.test(domain)) return spelled;
	return spelled.slice(0, at) + (parsedUrl(`https://${domain}`)?.hostname ?? domain);
}

/** The address of a contact that is stored already, whatever rules the service had for it. */
export function storedAddress(value: unknown, label: Label): string {
	if (isEmpty(value)) throw emptyParameter(label);
	const address = typeof value === 'string' ? value.trim() : '';
	if (STORED_ADDRESS.test(address) && !CONTROL_CHARACTER.test(address)) return address;
	throw new InvalidParameter(label, `isn't an email address: ${shown(value)}`, ENTER_ADDRESS);
}

function isAddress(text: string): boolean {
	if (text.length > MAX_ADDRESS_LENGTH || !ADDRESS.test(text)) return false;
	return ![CONTROL_CHARACTER, STRAY_DOT, NUMBER_AS_TOP_DOMAIN].some((wrong) => wrong.test(text));
}
