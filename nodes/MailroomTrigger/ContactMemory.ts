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
	/** Of its properties, 24 bits. */
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
	/** The trigger knew contacts before, and forgot them all. */
	isAnew: boolean;
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
	/** How many records this look has read that are no contact more: without an address, or with that of another in other letters. */
	spare: number;
	/** A contact that is added begins with this turn: past those of all who were removed. */
	nextTurn: number;
	/** Names of all lists that a contact was seen on. */
	lists: string[];
}

/** Bytes of the hash that stands for an address. Among 100,000 contacts two share one with a chance of 1 to 56,000. */
export const ID_BYTES = 6;

/** Of 16 million changes of properties one is not noticed. */
export const FINGERPRINT_BYTES = 3;

/** Beside an empty list, a 404 for each address shows that so many have gone; of more, that something is wrong with the service. */
const MOST_GONE_AT_ONCE = 10;

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

	/** How many different records the look has read. */
	count = 0;

	readonly isSatisfied = false;

	/** By this reading. */
	pagesRead = 0;

	/** What tells apart the records of the look that this reading has read. */
	private readonly read = new Set<string>();

	/** No earlier reading has read a part of the look. */
	private isWholeLook: boolean;

	constructor(
		readonly header: MemoryHeader,
		/** Addresses are kept. */
		readonly keepsAddresses: boolean,
	) {
		this.isWholeLook = header.page === 1;
	}

	add(page: IDataObject[], total: number | undefined): { length: number; isNew: boolean } {
		const { header, count } = this;
		if (header.page > 1 && total !== header.total) header.hasMoved = true;
		if (total !== undefined) header.total = Math.max(header.total ?? 0, total);
		header.page++;
		this.pagesRead++;
		// A service may repeat its last page when it is asked for one past the end: nothing has moved then.
		const isPastTotal = count >= (header.total ?? Infinity);
		const isRepeated =
			isPastTotal && page.every((contact) => this.hasRead(this.identityOf(contact)));
		for (const contact of isRepeated ? [] : page) this.see(contact);
		return { length: page.length, isNew: this.count > count };
	}

	/** It is plain that the look has seen everybody. An empty list shows nothing, however often it comes. */
	get isCertain(): boolean {
		const { total, hasMoved } = this.header;
		return !hasMoved && !this.isEmpty && this.count >= (total ?? 0);
	}

	/** The look has seen nobody, although many are known: something is wrong with the service, whatever else it says. */
	get isLost(): boolean {
		return this.isEmpty && this.contacts.size > MOST_GONE_AT_ONCE;
	}

	private get isEmpty(): boolean {
		return this.count === this.header.spare;
	}

	/** The address of somebody whom the look has seen. */
	get addressSeen(): string | undefined {
		for (const { isSeen, email } of this.contacts.values()) if (isSeen && email) return email;
		return undefined;
	}

	/** Compares a contact of the service with what is known of it, and knows it from then on. */
	see(contact: IDataObject): void {
		const { email, record, id } = this.identityOf(contact);
		const before = email === undefined ? undefined : this.contacts.get(id);
		if (this.hasRead({ record, id })) {
			// It moved to a later page, so another one may have moved to an earlier one.
			this.header.hasMoved = true;
			return;
		}
		this.read.add(record);
		this.count++;
		if (email === undefined || before?.isSeen) {
			this.header.spare++;
			return;
		}
		const now: KnownContact = {
			fingerprint: this.hash(contactProperties(contact)).readUIntBE(0, FINGERPRINT_BYTES),
			turn: before?.turn ?? this.header.nextTurn,
			hasBounced: hasBounced(contact),
			wasLacking: false,
			isSeen: true,
			lists: this.bitsOf(contact) ?? before?.lists ?? 0n,
			email: this.keepsAddresses ? email : undefined,
		};
		this.contacts.set(id, now);
		const events = [...this.differences(before, now)];
		if (events.length === 0) return;
		if (before) now.turn = afterTurn(now.turn);
		this.tell(events.map((event) => ({ ...event, contact, turn: now.turn })));
	}

	/** What tells a record apart: its address where it has one. */
	private identityOf(contact: IDataObject): { email?: string; record: string; id: string } {
		const { email } = contact;
		const hasAddress = typeof email === 'string' && email !== '';
		const record = hasAddress ? email : JSON.stringify(contact);
		return { email: hasAddress ? email : undefined, record, id: this.idOf(record) };
	}

	/** Whether the look has read the record before. Of its earlier readings only the contacts are known. */
	private hasRead({ record, id }: { record: string; id: string }): boolean {
		return this.read.has(record) || (!this.isWholeLook && this.contacts.get(id)?.isSeen === true);
	}

	/** The service has a contact that its pages lacked. What is different about it comes out when they have it again. */
	keep(contact: KnownContact): void {
		contact.isSeen = true;
		contact.wasLacking = false;
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
		Object.assign(header, { isFirst, page: 1, hasMoved: false, spare: 0 });
		for (const contact of this.contacts.values()) contact.isSeen = false;
		this.count = 0;
		this.isWholeLook = true;
		this.read.clear();
		this.dropLists();
	}

	/** Forgets the names of lists that nobody is on. */
	private dropLists(): void {
		const { header, contacts } = this;
		let used = 0n;
		for (const { lists } of contacts.values()) used |= lists;
		const isUsed = (index: number) => ((used >> BigInt(index)) & 1n) === 1n;
		const kept = [...header.lists.keys()].filter(isUsed);
		if (kept.length === header.lists.length) return;
		for (const contact of contacts.values()) {
			const { lists } = contact;
			contact.lists = 0n;
			for (const [to, from] of kept.entries()) {
				contact.lists |= ((lists >> BigInt(from)) & 1n) << BigInt(to);
			}
		}
		header.lists = kept.map((index) => header.lists[index]);
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
		const { subscribedToLists: named } = contact;
		if (!Array.isArray(named) || named.some((list) => typeof list !== 'string')) return undefined;
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
