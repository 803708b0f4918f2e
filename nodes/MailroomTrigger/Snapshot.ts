import { createHash } from 'node:crypto';
import type { IDataObject } from 'n8n-workflow';
import { contactKey } from '../Mailroom/parameters/emailAddress';
import { hasBounced, listsOfContact } from '../Mailroom/resources/contact/getAll';

import type { Page, PageCursor } from '../Mailroom/transport/readPages';
import type { Change } from './contactEvent';
import { contactProperties } from './contactProperties';
import { diffContact, type ContactFacts } from './diffContact';

/** A contact as the scans have seen it. Pages shift while they are read, so it is gone when two certain scans in a row lack it. */
export interface KnownContact extends ContactFacts {
	/** `seen` by this scan, `expected` by it, or `missing` from the last certain one and not seen since. */
	presence: 'seen' | 'expected' | 'missing';
	/** Kept only if removals are watched. */
	email?: string;
}

/** One pass over all pages, which may span polls. */
export interface Scan extends PageCursor {
	/** How many different records it has read. */
	records: number;
	/** It may have missed contacts that moved from a page to another. */
	pagesShifted: boolean;
	/** It has seen contacts that no scan before had. */
	hasNewContacts: boolean;
}

/** The state beside the contacts. */
export interface SnapshotHeader {
	/** Hash of the Base URL and the credential. */
	project: string;
	/** Makes hashes of addresses useless elsewhere. */
	salt: string;
	/** Counts the polls that gave events out, to tell apart events that are the same otherwise. */
	generation: number;
	/** How many scans the baseline, which is silent, has taken so far; undefined once it is complete. */
	baselineScans?: number;
	/** The baseline, and each scan since, could not read the page past the total: contacts found there may be old ones. */
	isEndUnknown?: boolean;
	scan: Scan;
}

/** The baseline is taken after so many scans even if they differ: in a busy project they always do. */
const MAX_BASELINE_SCANS = 4;

/** Among 100,000 contacts two share an id with a chance of 1 to 56,000. */
const ID_BYTES = 6;
/** One change of properties in 16 million is not noticed. */
const PROPERTIES_BYTES = 3;

/** The contacts of a project as the trigger knows them, and the changes that this poll has found. */
export class Snapshot {
	/** By the hash of the address. */
	readonly contacts = new Map<string, KnownContact>();

	readonly changes: Change[] = [];

	/** In this poll. */
	pagesRead = 0;

	/** Earlier polls have read a part of the scan. */
	private isResumed: boolean;

	constructor(
		readonly header: SnapshotHeader,
		readonly keepsAddresses: boolean,
	) {
		this.isResumed = header.scan.nextPage > 1;
	}

	/** Takes in the next page of the scan, and notes what changed. */
	add({ records, hasRepeats, ...cursor }: Page): void {
		const { scan } = this.header;
		if (scan.nextPage > 1 && cursor.total !== scan.total) scan.pagesShifted = true;
		const isPastTotal = scan.records >= (cursor.total ?? Infinity);
		Object.assign(scan, cursor);
		this.pagesRead++;
		// A service may repeat its last page when it is asked for one past the end: nothing has shifted then.
		if (isPastTotal && records.every((record) => this.find(record).known?.presence === 'seen'))
			return;
		if (hasRepeats) scan.pagesShifted = true;
		const mayBeOld = isPastTotal && this.header.isEndUnknown === true;
		for (const record of records) this.addRecord(record, mayBeOld);
	}

	/**
	 * Ends the scan, which has read all pages, and begins the next one.
	 *
	 * @returns whether that should be read at once
	 */
	endScan(): boolean {
		const { header } = this;
		const isBaseline = header.baselineScans !== undefined;
		header.isEndUnknown = header.scan.isEndUnread && (isBaseline || header.isEndUnknown);
		if (header.baselineScans === undefined) {
			if (this.isWhole && !header.scan.isEndUnread) this.removeMissing();
			this.restartScan();
			return false;
		}
		const scans = header.baselineScans + 1;
		const isComplete = this.isBaselineComplete || scans === MAX_BASELINE_SCANS;
		header.baselineScans = isComplete ? undefined : scans;
		this.restartScan();
		// The others wait for the next poll, so that what is wrong with the service may pass.
		return !isComplete && (scans === 1 || this.contacts.size === 0);
	}

	/** Drops the scan for a new one: a scan that has not read all pages shows nobody to be gone. */
	restartScan(): void {
		for (const contact of this.contacts.values()) {
			if (contact.presence === 'seen') contact.presence = 'expected';
		}
		this.header.scan = newScan();
		this.isResumed = false;
	}

	/** The scan has plainly seen everybody whom the service counts. An empty list shows nothing, however often it comes. */
	private get isWhole(): boolean {
		const { records, total = 0, pagesShifted } = this.header.scan;
		const isEmpty = ![...this.contacts.values()].some(({ presence }) => presence === 'seen');
		return !isEmpty && !pagesShifted && records >= total;
	}

	/**
	 * A contact that the baseline misses would seem to be added later. If the total does not confirm the count, it may hide that
	 * pages shifted: then two scans have to agree. So they have if the page past the total could not be read.
	 */
	private get isBaselineComplete(): boolean {
		const { records, total, nextPage, hasNewContacts, isEndUnread } = this.header.scan;
		const isConfirmed = !isEndUnread && (records === total || nextPage <= 2);
		return this.isWhole && (isConfirmed || !hasNewContacts);
	}

	private removeMissing(): void {
		for (const [id, contact] of this.contacts) {
			if (contact.presence === 'expected') contact.presence = 'missing';
			else if (contact.presence === 'missing') this.remove(id, contact);
		}
	}

	private remove(id: string, { email }: KnownContact): void {
		this.contacts.delete(id);
		if (email !== undefined) this.changes.push({ event: 'contactRemoved', contact: { email } });
	}

	/** @param mayBeOld the baseline could not read so far: a contact that is unknown need not be a new one */
	private addRecord(record: IDataObject, mayBeOld: boolean): void {
		const { scan, baselineScans } = this.header;
		const { email, id, known } = this.find(record);
		const isKnownInScan = known?.presence === 'seen';
		if (isKnownInScan && this.isResumed) {
			scan.pagesShifted = true;
			return;
		}
		scan.records++;
		// No other contact: it has no address, or that of another in other letters.
		if (email === undefined || isKnownInScan) return;
		const now = this.knownContact(record, email, known);
		this.contacts.set(id, now);
		if (!known) scan.hasNewContacts = true;
		if (baselineScans !== undefined || (mayBeOld && !known)) return;
		const differences = diffContact(known, now);
		this.changes.push(...differences.map((one) => ({ ...one, contact: record })));
	}

	private find({ email }: IDataObject): { email?: string; id: string; known?: KnownContact } {
		if (typeof email !== 'string' || email === '') return { id: '' };
		const id = this.hash(contactKey(email), ID_BYTES);
		return { email, id, known: this.contacts.get(id) };
	}

	private knownContact(record: IDataObject, email: string, before?: KnownContact): KnownContact {
		return {
			properties: this.hash(contactProperties(record), PROPERTIES_BYTES),
			hasBounced: hasBounced(record),
			lists: namesLists(record) ? [...listsOfContact(record)] : before?.lists,
			presence: 'seen',
			email: this.keepsAddresses ? email : undefined,
		};
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
