import type { IDataObject } from 'n8n-workflow';
import { isJsonObject } from '../../Mailroom/service';
import type { Page } from '../../Mailroom/transport/readPages';
import { ContactHasher, NO_PROPERTIES } from './ContactHasher';
import { diffContact, type Change, type ContactFacts } from './diffContact';
import { digestOf, Scan } from './Scan';

export interface KnownContact extends ContactFacts {
	/** The last complete scan lacked it. Pages can shift between reads, so only the second scan in a row removes it. */
	isMissing: boolean;
	email?: string;
}

/** Whether a scan may tell of changes. */
export type Phase =
	/** Nothing, until two scans agree: contacts that all of them missed would look new later. `found`: digest of the contacts that the last one has found, if nothing has shifted it. */
	| { kind: 'baseline'; scans: number; found?: string }
	/** Changes. If no scan has read the pages past the total, contacts there may be old. */
	| { kind: 'watching'; isEndUnknown: boolean };

export interface SnapshotHeader {
	project: string;
	/** Per trigger, so that hashes cannot be compared with others. */
	salt: string;
	/** Counts polls with events, to distinguish repeated changes. */
	generation: number;
	phase: Phase;
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
	private readonly hasher: ContactHasher;

	constructor(
		readonly header: SnapshotHeader,
		public scan = new Scan(),
	) {
		this.hasher = new ContactHasher(header.salt);
	}

	add({ records, hasShifted, cursor }: Page): void {
		const { scan } = this;
		const { phase } = this.header;
		const isPastTotal = scan.records >= (cursor.total ?? Infinity);
		scan.hasShifted ||= hasShifted;
		scan.cursor = cursor;
		const traits = {
			mayBeOld: isPastTotal && phase.kind === 'watching' && phase.isEndUnknown,
			omitsEmpty: new Set(records.map(namesCustomProperties)).size > 1,
		};
		for (const record of records) this.addRecord(record, traits);
		scan.notePageEnd();
	}

	/** @returns whether the next scan must follow at once */
	finishScan(): boolean {
		const { header, scan } = this;
		const { phase } = header;
		const { isEndUnknown = false } = scan.cursor;
		this.scan = new Scan();
		if (phase.kind === 'watching') {
			phase.isEndUnknown &&= isEndUnknown;
			if (scan.isWhole && !isEndUnknown) this.removeMissing(scan.seen);
			return false;
		}
		const scans = phase.scans + 1;
		const found = scan.hasShifted || scan.seen.size === 0 ? undefined : digestOf(scan.seen);
		// A total can be wrong for good, so two scans that agree count more.
		const isComplete = scan.isConfirmed || (found !== undefined && found === phase.found);
		if (isComplete || scans === MAX_BASELINE_SCANS) {
			header.phase = { kind: 'watching', isEndUnknown };
			return false;
		}
		header.phase = { kind: 'baseline', scans, found };
		// If two scans differ, the next poll may do better.
		return scans === 1 || this.contacts.size === 0;
	}

	/** An incomplete scan proves no contact missing. */
	discardScan(): void {
		this.scan = new Scan();
	}

	private removeMissing(seen: ReadonlySet<string>): void {
		for (const [id, contact] of this.contacts) {
			if (seen.has(id)) continue;
			if (!contact.isMissing) {
				contact.isMissing = true;
				continue;
			}
			this.contacts.delete(id);
			const { email } = contact;
			if (email !== undefined) this.changes.push({ event: 'contactRemoved', contact: { email } });
		}
	}

	private addRecord(record: IDataObject, { mayBeOld, omitsEmpty }: PageTraits): void {
		const { scan } = this;
		const id = this.hasher.idOf(record);
		if (!scan.note(id)) return;
		const known = this.contacts.get(id);
		if (known && omitsEmpty) known.customHash ??= NO_PROPERTIES;
		const now = this.hasher.factsOf(record, known);
		if (omitsEmpty) now.customHash ??= NO_PROPERTIES;
		this.contacts.set(id, { ...now, isMissing: false, email: String(record.email) });
		if (this.header.phase.kind === 'baseline' || (mayBeOld && !known)) return;
		for (const difference of diffContact(known, now)) {
			this.changes.push({ ...difference, contact: record });
		}
	}
}

function namesCustomProperties({ customProperties }: IDataObject): boolean {
	return isJsonObject(customProperties);
}
