import type { Recipient } from '../../run/Operation';
import { contactKey } from '../../parameters/emailAddress';

/** Earlier versions told the spellings of an international domain apart, and their histories still do. */
export function contactRecipient(address: string): Recipient {
	const name = contactKey(address);
	const formerName = address.normalize('NFC').toLowerCase();
	return { kind: 'contact', name, formerName: formerName === name ? undefined : formerName };
}
