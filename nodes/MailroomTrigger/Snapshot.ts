import { createHash } from 'node:crypto';
import type { IDataObject } from 'n8n-workflow';
import { contactKey } from '../Mailroom/parameters/emailAddress';
import { hasBounced, listsOfContact } from '../Mailroom/resources/contact/getAll';
import type { Page, PageCursor } from '../Mailroom/transport/readPages';
import type { Change } from './contactEvent';
import { contactProperties, diffContact, type ContactFacts } from './diffContact';

/** A contact in the snapshot. Pages shift while they are read, so it is removed only when two complete scans in a row miss it. */
export interface KnownContact extends ContactFacts {
	/** Seen in this scan, expected in it, or missing from the last complete one. */
	presence: 'seen' | 'expected' | 'missing';
	/** Stored only while removals are watched. */
	email?: string;
}

/** One pass over all pages, which may span polls. */
export interface Scan extends PageCursor {
	/** Number of different records read. */
	records: number;
	/** Contacts may have moved between pages, past the scan. */
	pagesShifted: boolean;
	hasNewContacts: boolean;
}

/** The state beside the contacts. */
export interface SnapshotHeader {
	/** Hash of Base URL and credential. */
	project: string;
	/** Makes hashes of addresses useless elsewhere. */
	salt: string;
	/** Number of polls that gave events, which distinguishes repeated changes. */
	generation: number;
	/** Scans of the silent baseline so far; undefined once it is complete. */
	baselineScans?: number;
	/** No scan since the baseline could read past the total: contacts found there may be old. */
	isEndUnknown?: boolean;
	scan: Scan;
}

/** Ends the baseline of a busy project, whose scans never agree. */
const MAX_BASELINE_SCANS = 4;

/** Two of 100,000 contacts share an id with a chance of 1 in 56,000. */
const ID_BYTES = 6;
/** One change of properties in 16 million is missed. */
const PROPERTIES_BYTES = 3;

/** The contacts of a project as last seen, and the changes found in this poll. */
export class Snapshot {
	/** By hash of the address. */
	readonly contacts = new Map<string, KnownContact>();

	readonly changes: Change[] = [];

	/** Number of pages read in this poll. */
	pagesRead = 0;

	/** Whether earlier polls read a part of this scan. */
	private isResumed: boolean;

	constructor(
		readonly header: SnapshotHeader,
		readonly keepsAddresses: boolean,
	) {
		this.isResumed = header.scan.nextPage > 1;
	}

	/** Adds the next page of the scan. */
	add({ records, hasRepeats, ...cursor }: Page): void {
		const { scan } = this.header;
		if (scan.nextPage > 1 && cursor.total !== scan.total) scan.pagesShifted = true;
		const isPastTotal = scan.records >= (cursor.total ?? Infinity);
		Object.assign(scan, cursor);
		this.pagesRead++;
		// Some services repeat their last page past the end, which is no shift.
		const isSeen = (one: IDataObject) => this.contacts.get(this.idOf(one))?.presence === 'seen';
		if (isPastTotal && records.every(isSeen)) return;
		if (hasRepeats) scan.pagesShifted = true;
		const mayBeOld = isPastTotal && this.header.isEndUnknown === true;
		for (const record of records) this.addRecord(record, mayBeOld);
	}

	/** Ends a scan of all pages. Returns whether the next one must follow at once. */
	endScan(): boolean {
		const { header, isWhole, isBaselineComplete } = this;
		const { baselineScans, scan } = header;
		const isBaseline = baselineScans !== undefined;
		header.isEndUnknown = scan.isEndUnread && (isBaseline || header.isEndUnknown);
		if (!isBaseline && isWhole && !scan.isEndUnread) this.removeMissing();
		this.restartScan();
		if (!isBaseline) return false;
		const scans = baselineScans + 1;
		const isComplete = isBaselineComplete || scans === MAX_BASELINE_SCANS;
		header.baselineScans = isComplete ? undefined : scans;
		// Later ones wait for the next poll, when the service may have recovered.
		return !isComplete && (scans === 1 || this.contacts.size === 0);
	}

	/** Discards the scan. An incomplete one doesn't show that contacts are missing. */
	restartScan(): void {
		for (const contact of this.contacts.values()) {
			if (contact.presence === 'seen') contact.presence = 'expected';
		}
		this.header.scan = newScan();
		this.isResumed = false;
	}

	/** The scan has seen all that the service counts. An empty list proves nothing. */
	private get isWhole(): boolean {
		const { records, total = 0, pagesShifted } = this.header.scan;
		const isEmpty = ![...this.contacts.values()].some(({ presence }) => presence === 'seen');
		return !isEmpty && !pagesShifted && records >= total;
	}

	/** Contacts that the baseline misses would look new later, so two scans must agree unless total and end confirm one. */
	private get isBaselineComplete(): boolean {
		const { records, total, nextPage, hasNewContacts, isEndUnread } = this.header.scan;
		const isConfirmed = !isEndUnread && (records === total || nextPage <= 2);
		return this.isWhole && (isConfirmed || !hasNewContacts);
	}

	private removeMissing(): void {
		for (const [id, contact] of this.contacts) {
			const { presence, email } = contact;
			if (presence === 'expected') contact.presence = 'missing';
			else if (presence === 'missing') {
				this.contacts.delete(id);
				if (email !== undefined) this.changes.push({ event: 'contactRemoved', contact: { email } });
			}
		}
	}

	/** @param mayBeOld an unknown contact need not be new */
	private addRecord(record: IDataObject, mayBeOld: boolean): void {
		const { scan, baselineScans } = this.header;
		const id = this.idOf(record);
		const known = this.contacts.get(id);
		const isSeen = known?.presence === 'seen';
		if (isSeen && this.isResumed) {
			scan.pagesShifted = true;
			return;
		}
		scan.records++;
		// Not a contact of its own: without an address, or with that of another in other case.
		if (isSeen || id === '') return;
		const now = this.knownContact(record, known);
		this.contacts.set(id, now);
		if (!known) scan.hasNewContacts = true;
		if (baselineScans !== undefined || (mayBeOld && !known)) return;
		for (const difference of diffContact(known, now)) {
			this.changes.push({ ...difference, contact: record });
		}
	}

	private knownContact(record: IDataObject, before?: KnownContact): KnownContact {
		return {
			properties: this.hash(contactProperties(record), PROPERTIES_BYTES),
			hasBounced: hasBounced(record),
			lists: namesLists(record) ? [...listsOfContact(record)] : before?.lists,
			presence: 'seen',
			email: this.keepsAddresses ? String(record.email) : undefined,
		};
	}

	/** Empty without an address. */
	private idOf({ email }: IDataObject): string {
		const isAddress = typeof email === 'string' && email !== '';
		return isAddress ? this.hash(contactKey(email), ID_BYTES) : '';
	}

	private hash(text: string, bytes: number): string {
		const hash = createHash('sha256').update(this.header.salt).update(text).digest();
		return hash.toString('base64', 0, bytes);
	}
}

export function newScan(): Scan {
	return { nextPage: 1, pageSize: 0, records: 0, pagesShifted: false, hasNewContacts: false };
}

function namesLists({ subscribedToLists: names }: IDataObject): boolean {
	return Array.isArray(names) && names.every((name) => typeof name === 'string');
}
