import { confusableInAddress, confusableInName } from './confusables';
import { InvalidParameter, shown } from './InvalidParameter';
import { fromJsonText, isEmpty } from './text';

/**
 * One @ between a name without spaces or separators and a domain with a dot. Looser than the standards: the service knows
 * better which addresses exist, and addresses with letters beyond ASCII are real.
 */
const ADDRESS =
	/^[^\s@<>(),;:"\\[\]]+@[^\s@<>(),;:"\\[\]/_.?&=!#%-][^\s@<>(),;:"\\[\]/_.?&=!#%]*(\.[^\s@<>(),;:"\\[\]/_.?&=!#%]+)+$/;
/** Dots stand between letters (RFC 5322, 3.2.3): one at either end of the local part, or two in a row, is a slip of the hand. */
const STRAY_DOT = /^\.|\.\.|\.@/;
/** No top domain is a number (RFC 3696, 2): this is an IP address, or one that is cut off. */
const NUMBER_AS_TOP_DOMAIN = /\.\d+$/;
/** RFC 5321, 4.5.3.1. */
const MAX_ADDRESS_LENGTH = 254;
const WITH_DISPLAY_NAME = /^([^<>]*)<([^<>]*)>$/;
const CONTROL_CHARACTER = /[\p{Cc}\u2028\u2029]/u;

/** One email address, without the spaces around it. */
export function emailAddress(value: unknown, label: string): string {
	if (isEmpty(value)) throw new InvalidParameter(label, 'is empty, but an address is required');
	const address = typeof value === 'string' ? value.trim() : '';
	assertNoConfusable(confusableInAddress(address), label);
	if (!isAddress(address)) {
		throw new InvalidParameter(
			label,
			`is not an email address: ${shown(value)}`,
			'Enter one address such as ada@example.com',
		);
	}
	return address;
}

/** A recipient: an address, or `Name <address>`. Line breaks could smuggle in further recipients and are refused. */
export function recipient(value: unknown, label: string): string {
	if (isEmpty(value)) throw new InvalidParameter(label, 'is empty, but an address is required');
	const text = typeof value === 'string' ? value.trim() : '';
	if (CONTROL_CHARACTER.test(text)) {
		const problem = 'must not contain line breaks or control characters';
		throw new InvalidParameter(label, problem, ONE_ADDRESS);
	}
	const [, name, inBrackets] = WITH_DISPLAY_NAME.exec(text) ?? ['', '', text];
	assertNoConfusable(confusableInAddress(inBrackets) ?? confusableInName(name), label);
	// An @ in the name means that this is a list of addresses.
	if (!isAddress(inBrackets.trim()) || name.includes('@')) {
		throw new InvalidParameter(label, `is not an email address: ${shown(value)}`, ONE_ADDRESS);
	}
	return name.trim() === '' ? inBrackets.trim() : text;
}

const ONE_ADDRESS =
	'Enter one address such as ada@example.com; a name may stand before it, with the address in angle brackets. For several, make an item of each address, e.g. with a Split Out node, or use "Send to Contacts"';

/** The address of a recipient, without the name that may stand before it. */
export function addressOf(recipient: string): string {
	return (WITH_DISPLAY_NAME.exec(recipient)?.[2] ?? recipient).trim();
}

/**
 * Several addresses: a text separated by commas or line breaks, or an array from an expression. An address that stands there
 * twice counts once.
 */
export function emailAddresses(value: unknown, label: string): string[] {
	const given = fromJsonText(value);
	const addresses = (typeof given === 'string' ? given.split(/[,\r\n]/) : [given].flat())
		.filter((part) => !isEmpty(part))
		.map((part) => emailAddress(part, label));
	if (addresses.length === 0) {
		throw new InvalidParameter(label, 'is empty, but at least one address is required');
	}
	const distinct = new Map<string, string>();
	for (const address of addresses) {
		if (!distinct.has(contactKey(address))) distinct.set(contactKey(address), address);
	}
	return [...distinct.values()];
}

/** The form that all spellings of an address have in common. */
export function contactKey(address: string): string {
	return address.normalize('NFC').toLowerCase();
}

function assertNoConfusable(character: string | undefined, parameter: string): void {
	if (character === undefined) return;
	const problem = `contains the look-alike character ${character}`;
	throw new InvalidParameter(parameter, problem, 'Retype the address');
}

function isAddress(text: string): boolean {
	if (text.length > MAX_ADDRESS_LENGTH || !ADDRESS.test(text)) return false;
	return ![CONTROL_CHARACTER, STRAY_DOT, NUMBER_AS_TOP_DOMAIN].some((wrong) => wrong.test(text));
}
