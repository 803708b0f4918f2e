import type { IDataObject } from 'n8n-workflow';
import { isJsonObject } from '../Mailroom/service';
import type { Page, PageCursor } from '../Mailroom/transport/readPages';
import type { Change } from './contactEvent';
import { ContactHasher, NO_PROPERTIES } from './ContactHasher';
import { diffContact, type ContactFacts } from './diffContact';

/** Removed if two complete scans in a row miss it, because pages can shift between reads. */
export interface KnownContact extends ContactFacts {
	presence: 'seen' | 'expected' | 'missing';
	email?: string;
}

/** One pass over all pages, which may span polls. */
export interface Scan extends PageCursor {
	records: number;
	pagesShifted: boolean;
	hasNewContacts: boolean;
}

export interface SnapshotHeader {
	project: string;
	/** Per trigger, so that hashes cannot be compared with others. */
	salt: string;
	/** Counts polls with events, to distinguish repeated changes. */
	generation: number;
	/** Scans so far in the silent baseline; undefined once it is complete. */
	baselineScans?: number;
	/** Contacts past the total may be old, because no scan has read them yet. */
	isEndUnknown?: boolean;
	scan: Scan;
}

/** In busy projects, two scans never agree. */
const MAX_BASELINE_SCANS = 4;

interface PageTraits {
	/** Contacts that are not known may have been there before. */
	mayBeOld: boolean;
	/** The service leaves out custom properties of contacts that have none, as contacts on the page differ in it. */
	omitsEmpty: boolean;
}

/** The contacts as of the last scan, and the changes that the present one finds. */
export class Snapshot {
	/** By hash of the address. */
	readonly contacts = new Map<string, KnownContact>();
	readonly changes: Change[] = [];
	pagesRead = 0;
	/** Earlier polls read a part of the scan. */
	isResumed: boolean;
	private readonly hasher: ContactHasher;

	constructor(readonly header: SnapshotHeader) {
		this.isResumed = header.scan.nextPage > 1;
		this.hasher = new ContactHasher(header.salt);
	}

	add({ records, hasShifted, cursor }: Page): void {
		const { scan, isEndUnknown } = this.header;
		const isPastTotal = scan.records >= (cursor.total ?? Infinity);
		if (hasShifted) scan.pagesShifted = true;
		Object.assign(scan, cursor);
		const traits = {
			mayBeOld: isPastTotal && isEndUnknown === true,
			omitsEmpty: new Set(records.map(namesCustomProperties)).size > 1,
		};
		for (const record of records) this.addRecord(record, traits);
		this.pagesRead++;
	}

	/** @returns whether the next scan must follow at once */
	endScan(): boolean {
		const { header } = this;
		if (header.baselineScans === undefined) this.endLaterScan();
		else this.endBaselineScan(header.baselineScans + 1);
		this.restartScan();
		const { baselineScans } = header;
		// If two scans differ, the next poll may do better.
		return baselineScans === 1 || (baselineScans !== undefined && this.contacts.size === 0);
	}

	private endBaselineScan(scans: number): void {
		const { header, isBaselineComplete } = this;
		const isLast = isBaselineComplete || scans === MAX_BASELINE_SCANS;
		header.baselineScans = isLast ? undefined : scans;
		header.isEndUnknown = header.scan.isEndUnread;
	}

	private endLaterScan(): void {
		const { header, isScanWhole } = this;
		const { isEndUnread } = header.scan;
		header.isEndUnknown &&= isEndUnread;
		if (isScanWhole && !isEndUnread) this.removeMissing();
	}

	/** Discards the scan. An incomplete one proves no contact missing. */
	restartScan(): void {
		for (const contact of this.contacts.values()) {
			if (contact.presence === 'seen') contact.presence = 'expected';
		}
		this.header.scan = newScan();
		this.isResumed = false;
	}

	/** An empty scan proves no contact missing. */
	private get isScanWhole(): boolean {
		const { records, total = 0, pagesShifted } = this.header.scan;
		const isEmpty = ![...this.contacts.values()].some(({ presence }) => presence === 'seen');
		return !isEmpty && !pagesShifted && records >= total;
	}

	/** Missed contacts would look new later, so two scans must agree unless the total confirms one. */
	private get isBaselineComplete(): boolean {
		const { records, total, nextPage, hasNewContacts, isEndUnread } = this.header.scan;
		const isConfirmed = !isEndUnread && (records === total || nextPage <= 2);
		return this.isScanWhole && (isConfirmed || !hasNewContacts);
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

	private addRecord(record: IDataObject, { mayBeOld, omitsEmpty }: PageTraits): void {
		const { scan, baselineScans } = this.header;
		const id = this.hasher.idOf(record);
		const known = this.contacts.get(id);
		const isSeen = known?.presence === 'seen';
		if (this.isResumed) {
			const isReadAgain = this.pagesRead === 0;
			if (isSeen !== isReadAgain) scan.pagesShifted = true;
			if (isSeen) return;
		}
		scan.records++;
		// Skips records without an address, and addresses that differ only in case.
		if (isSeen || id === '') return;
		if (known && omitsEmpty) known.customHash ??= NO_PROPERTIES;
		const now = this.hasher.factsOf(record, known);
		if (omitsEmpty) now.customHash ??= NO_PROPERTIES;
		this.contacts.set(id, { ...now, presence: 'seen', email: String(record.email) });
		if (!known) scan.hasNewContacts = true;
		if (baselineScans !== undefined || (mayBeOld && !known)) return;
		for (const difference of diffContact(known, now)) {
			this.changes.push({ ...difference, contact: record });
		}
	}
}

export function newScan(): Scan {
	return { nextPage: 1, pageSize: 0, records: 0, pagesShifted: false, hasNewContacts: false };
}

function namesCustomProperties({ customProperties }: IDataObject): boolean {
	return isJsonObject(customProperties);
}
