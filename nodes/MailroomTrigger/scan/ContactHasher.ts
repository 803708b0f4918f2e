import { createHash } from 'node:crypto';
import type { IDataObject } from 'n8n-workflow';
import { contactKey } from '../../Mailroom/parameters/emailAddress';
import { hasBounced, listsOfContact } from '../../Mailroom/service';
import { contactProperties } from './contactProperties';
import type { ContactFacts } from './diffContact';

/** Among 100,000 contacts, two share an ID once in 56,000 times. */
const ID_BYTES = 6;
/** One change in 16 million is missed. */
const PROPERTIES_BYTES = 3;

/** Hash without custom properties. */
export const NO_PROPERTIES = '';

export class ContactHasher {
	constructor(private readonly salt: string) {}

	/** Empty without an address. */
	idOf({ email }: IDataObject): string {
		return typeof email === 'string' ? this.hash(contactKey(email), ID_BYTES) : '';
	}

	/** Facts that the service leaves out stay as they were. */
	factsOf(contact: IDataObject, before?: ContactFacts): ContactFacts {
		const { fields, custom } = contactProperties(contact);
		const lists = listsOfContact(contact);
		return {
			fieldsHash: this.hash(fields, PROPERTIES_BYTES),
			customHash: custom === undefined ? before?.customHash : this.hash(custom, PROPERTIES_BYTES),
			hasBounced: hasBounced(contact),
			lists: lists ? [...lists] : before?.lists,
		};
	}

	/** Empty for an empty text. */
	private hash(text: string, bytes: number): string {
		if (text === '') return '';
		const hash = createHash('sha256').update(this.salt).update(text).digest();
		return hash.toString('base64', 0, bytes);
	}
}
