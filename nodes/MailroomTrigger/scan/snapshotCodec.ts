import { randomBytes } from 'node:crypto';
import { contactFields } from '../../Mailroom/parameters/contactFields';
import { isJsonObject } from '../../Mailroom/service';
import { contactIn, contactText } from './contactText';
import { Scan } from './Scan';
import { Snapshot, type Phase, type SnapshotHeader } from './Snapshot';

/** The number must change with `contactProperties`. Otherwise, all contacts would seem updated. */
const VERSION = [6, ...contactFields.map(({ name }) => name)].join(' ');

/** Names that stored states have, so they stay as they are. */
interface SnapshotState {
	version: string;
	header: {
		project: string;
		salt: string;
		generation: number;
		/** Scans of the baseline so far. Undefined once it is complete. */
		baselineScans?: number;
		/** Digest of the contacts that its last scan has found. */
		baselineFound?: string;
		isEndUnknown?: boolean;
		scan: {
			nextPage: number;
			pageSize: number;
			total?: number;
			isAfterShortPage?: boolean;
			records: number;
			pagesShifted: boolean;
		};
	};
	lists: string[];
	/** See `contactText`. */
	contacts: string;
}

export function emptySnapshot(project: string): Snapshot {
	const salt = randomBytes(6).toString('base64');
	return new Snapshot({ project, salt, generation: 0, phase: { kind: 'baseline', scans: 0 } });
}

export function serializeSnapshot(
	{ header, scan, contacts }: Snapshot,
	keepsAddresses: boolean,
): SnapshotState {
	const places = new Map<string, number>();
	const texts = [...contacts].map(([id, contact]) =>
		contactText({ id, contact, isSeen: scan.seen.has(id) }, places, keepsAddresses),
	);
	return {
		version: VERSION,
		header: { ...storedHeader(header), scan: storedScan(scan) },
		lists: [...places.keys()],
		contacts: texts.join(' '),
	};
}

/** Throws if the state is unreadable. */
export function deserializeSnapshot(state: unknown): Snapshot {
	if (!isJsonObject(state) || state.version !== VERSION) throw new Error('Not a snapshot');
	const { lists, contacts } = state;
	const header = object(state.header);
	const snapshot = new Snapshot(headerOf(header), scanOf(object(header.scan)));
	if (!Array.isArray(lists)) throw new Error('Not the lists of a snapshot');
	const names = lists.map(text);
	for (const stored of text(contacts).split(' ').filter(Boolean)) {
		const { id, contact, isSeen } = contactIn(stored, names);
		snapshot.contacts.set(id, contact);
		if (isSeen) snapshot.scan.seen.add(id);
	}
	return snapshot;
}

function storedHeader({ project, salt, generation, phase }: SnapshotHeader) {
	const common = { project, salt, generation };
	if (phase.kind === 'baseline') {
		return { ...common, baselineScans: phase.scans, baselineFound: phase.found };
	}
	return { ...common, isEndUnknown: phase.isEndUnknown || undefined };
}

function headerOf(stored: Record<string, unknown>): SnapshotHeader {
	const { baselineScans, baselineFound, isEndUnknown } = stored;
	const phase: Phase =
		baselineScans === undefined
			? { kind: 'watching', isEndUnknown: isEndUnknown === true }
			: {
					kind: 'baseline',
					scans: count(baselineScans),
					found: baselineFound === undefined ? undefined : text(baselineFound),
				};
	return {
		project: text(stored.project),
		salt: text(stored.salt),
		generation: count(stored.generation),
		phase,
	};
}

function storedScan({ cursor, records, hasShifted }: Scan) {
	const { nextPage, pageSize, total, isAfterShortPage } = cursor;
	const page = { nextPage, pageSize, total, isAfterShortPage };
	return { ...page, records, pagesShifted: hasShifted };
}

function scanOf(stored: Record<string, unknown>): Scan {
	const scan = new Scan();
	scan.cursor = {
		nextPage: count(stored.nextPage),
		pageSize: count(stored.pageSize),
		total: stored.total === undefined ? undefined : count(stored.total),
		isAfterShortPage: stored.isAfterShortPage === true,
	};
	scan.records = count(stored.records);
	scan.hasShifted = stored.pagesShifted === true;
	scan.part = scan.cursor.nextPage > 1 ? 'lastPageAgain' : 'all';
	return scan;
}

function object(value: unknown): Record<string, unknown> {
	if (!isJsonObject(value)) throw new Error('Not an object of a snapshot');
	return value;
}

function text(value: unknown): string {
	if (typeof value !== 'string') throw new Error('Not a text of a snapshot');
	return value;
}

function count(value: unknown): number {
	if (!Number.isSafeInteger(value)) throw new Error('Not a number of a snapshot');
	return Number(value);
}
