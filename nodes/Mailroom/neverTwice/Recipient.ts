import { entryOf, type Entry } from './key/Entry';
import type { SendOnce } from './key/options';
import type { Newsletter } from './newsletter/Newsletter';

/** Whom an operation reaches: the contact or list that gets an email, or the contact that is created. */
export interface Identity {
	kind: 'contact' | 'list';
	/** A normalized address, or the name of a list. */
	name: string;
	/** Set for emails to a list, and for tests of them. */
	newsletter?: Newsletter;
	/** Undefined without a Send Once Key. */
	sendOnce?: SendOnce;
}

/** By this, all memories know a unit. Each unit has its own, which stays the same in all tries. */
export interface Recipient extends Identity {
	/** Of the unit's item. */
	itemIndex: number;
	/** In the history of the Send Once Key. */
	entry?: Entry;
}

export function recipientOf(identity: Identity, itemIndex: number): Recipient {
	return { ...identity, itemIndex, entry: entryOf(identity) };
}
