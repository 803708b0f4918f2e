import { createHash } from 'node:crypto';
import type { IDataObject } from 'n8n-workflow';
import { listsOfContact } from '../Mailroom/resources/contact/listsOfContact';
import { hasBounced } from '../Mailroom/resources/contact/getAll';
import { contactKey } from '../Mailroom/parameters/emailAddress';
import type { PageReader } from '../Mailroom/transport/fetchPages';
import type { Change } from './Change';
import { contactProperties } from './contactProperties';

/** A contact as it is remembered. */
export interface KnownContact {
	/** Of its properties, 32 bits. */
	fingerprint: number;
	/** See Change; 16 bits. */
	turn: number;
	hasBounced: boolean;
	/** The last complete look lacked it. */
	wasLacking: boolean;
	/** The look that is under way has seen it. */
	isSeen: boolean;
	/** Bit n stands for the list `lists[n]`. Everybody is on one at least: without any, the service has never said. */
	lists: bigint;
	/** Kept only where removals are watched. */
	email?: string;
}

/** The memory beside the contacts. */
export interface MemoryHeader {
	/** Base URL and credential, by hash. */
	project: string;
	/** Makes hashes of addresses useless elsewhere. */
	salt: string;
	/** The first look, which is silent, is not done. */
	isFirst: boolean;
	/** How many times the first look was done over, as pages may have hidden contacts from it. */
	repeats: number;
	/** The page that is read next. */
	page: number;
	/** The most that the service has counted in this look; undefined where it does not count. */
	total: number | undefined;
	/** The data moved while this look was reading it: it may have missed contacts. */
	hasMoved: boolean;
	/** A contact that is added begins with this turn: past those of all who were removed. */
	nextTurn: number;
	/** Names of all lists that a contact was seen on. */
	lists: string[];
}

/** Bytes of the hash that stands for an address. Among 100,000 contacts two share one with a chance of 1 to 56,000. */
export const ID_BYTES = 6;

/**
 * The contacts of a project as the looks of a trigger saw them, and what is different in the look that is under way.
 *
 * Each contact counts once in a look, with the record that was read first: pages shift while they are read.
 */
export class ContactMemory implements PageReader {
	/** By the hash of the address, as latin1 text. */
	readonly contacts = new Map<string, KnownContact>();

	/** Found by this reading, in its order. */
	changes: Change[] = [];

	/** How many different contacts the look has seen. */
	count = 0;

	readonly isSatisfied = false;

	/** By this reading. */
	pagesRead = 0;

	constructor(
		readonly header: MemoryHeader,
		/** Addresses are kept. */
		readonly keepsAddresses: boolean,
	) {}

	add(page: IDataObject[], total: number | undefined): { length: number; isNew: boolean } {
		const { header, count } = this;
		if (header.page > 1 && total !== header.total) header.hasMoved = true;
		if (total !== undefined) header.total = Math.max(header.total ?? 0, total);
		header.page++;
		this.pagesRead++;
		for (const contact of page) this.see(contact);
		return { length: page.length, isNew: this.count > count };
	}

	/** It is plain that the look has seen everybody. */
	get isCertain(): boolean {
		const { total, hasMoved } = this.header;
		return !hasMoved && this.count >= (total ?? 0);
	}

	/** Compares a contact of the service with what is known of it, and knows it from then on. */
	see(contact: IDataObject): void {
		const { email } = contact;
		if (typeof email !== 'string') return;
		const id = this.idOf(email);
		const before = this.contacts.get(id);
		if (before?.isSeen) {
			// It moved to a later page, so another one may have moved to an earlier one.
			this.header.hasMoved = true;
			return;
		}
		const now: KnownContact = {
			fingerprint: this.hash(contactProperties(contact)).readUInt32BE(),
			turn: before?.turn ?? this.header.nextTurn,
			hasBounced: hasBounced(contact),
			wasLacking: false,
			isSeen: true,
			lists: this.bitsOf(contact) ?? before?.lists ?? 0n,
			email: this.keepsAddresses ? email : undefined,
		};
		this.count++;
		this.contacts.set(id, now);
		const events = [...this.differences(before, now)];
		if (events.length === 0) return;
		if (before) now.turn = afterTurn(now.turn);
		this.tell(events.map((event) => ({ ...event, contact, turn: now.turn })));
	}

	/** Those whom the look has not seen. */
	get lacking(): Array<[id: string, contact: KnownContact]> {
		return [...this.contacts].filter(([, { isSeen }]) => !isSeen);
	}

	/** Forgets a contact that is gone. */
	remove(id: string, { turn, email }: KnownContact): void {
		this.contacts.delete(id);
		const last = afterTurn(turn);
		this.header.nextTurn = Math.max(this.header.nextTurn, afterTurn(last));
		if (email !== undefined)
			this.tell([{ event: 'contactRemoved', contact: { email }, turn: last }]);
	}

	/** Ends a look that has certainly seen everybody: who was lacking in the one before, too, is gone. */
	removeLacking(): void {
		for (const [id, contact] of this.lacking) {
			if (contact.wasLacking) this.remove(id, contact);
			else contact.wasLacking = true;
		}
	}

	/**
	 * The next look begins.
	 *
	 * @param isFirst whether it is the first one again
	 */
	beginLook(isFirst: boolean): void {
		const { header } = this;
		if (isFirst) header.repeats++;
		else header.total = undefined;
		Object.assign(header, { isFirst, page: 1, hasMoved: false });
		for (const contact of this.contacts.values()) contact.isSeen = false;
		this.count = 0;
	}

	private *differences(
		before: KnownContact | undefined,
		now: KnownContact,
	): Iterable<Pick<Change, 'event' | 'list'>> {
		if (!before) yield { event: 'contactAdded' };
		else if (before.fingerprint !== now.fingerprint) yield { event: 'contactUpdated' };
		// Lists that nobody knew of may be old ones.
		const old = before?.lists === 0n ? now.lists : (before?.lists ?? 0n);
		for (const list of this.namesOf(now.lists & ~old)) yield { event: 'subscribed', list };
		for (const list of this.namesOf(old & ~now.lists)) yield { event: 'unsubscribed', list };
		if (now.hasBounced && before?.hasBounced !== true) yield { event: 'bounced' };
	}

	private tell(changes: Change[]): void {
		if (!this.header.isFirst) this.changes.push(...changes);
	}

	private idOf(email: string): string {
		return this.hash(contactKey(email)).toString('latin1', 0, ID_BYTES);
	}

	private hash(text: string): Buffer {
		return createHash('sha256').update(this.header.salt).update(text).digest();
	}

	/** Undefined where the service does not say: nobody has left a list then. */
	private bitsOf(contact: IDataObject): bigint | undefined {
		if (!Array.isArray(contact.subscribedToLists)) return undefined;
		const { lists } = this.header;
		let bits = 0n;
		for (const name of listsOfContact(contact)) {
			if (!lists.includes(name)) lists.push(name);
			bits |= 1n << BigInt(lists.indexOf(name));
		}
		return bits;
	}

	private namesOf(bits: bigint): string[] {
		return this.header.lists.filter((_, index) => ((bits >> BigInt(index)) & 1n) === 1n);
	}
}

function afterTurn(turn: number): number {
	return (turn + 1) & 0xffff;
}
