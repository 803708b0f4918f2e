import { createHash } from 'node:crypto';
import { randomFrom } from '../support/randomFrom';
import { contactFields } from '../../nodes/Mailroom/parameters/contactFields';
import { contactProperties } from '../../nodes/MailroomTrigger/scan/contactProperties';
import type { KnownContact } from '../../nodes/MailroomTrigger/scan/Snapshot';
import {
	deserializeSnapshot,
	emptySnapshot,
	serializeSnapshot,
} from '../../nodes/MailroomTrigger/scan/snapshotCodec';

const FULL = {
	email: 'ada@example.com',
	name: 'Ada Example',
	userId: '42',
	avatarUrl: 'https://example.com/ada.png',
	languageCode: 'en',
	hardBouncedAt: '2026-05-01T10:00:00.000Z',
	subscribedToLists: ['important'],
	customProperties: { plan: 'pro', seats: 3, tags: ['a'] },
};

test('the state has another version if more of a contact is watched, or every contact would seem to be updated once', () => {
	const { version } = serializeSnapshot(emptySnapshot('project'), false);
	const [format, ...fields] = version.split(' ');
	const { fields: none } = contactProperties({});
	const watched = contactFields
		.map(({ name }) => name)
		.filter((name) => contactProperties({ [name]: 'other' }).fields !== none);
	expect(fields).toEqual(watched);
	const texts = JSON.stringify(contactProperties(FULL));
	const properties = createHash('sha256').update(texts).digest('hex').slice(0, 8);
	expect([format, properties]).toEqual(['6', '31b48f54']);
});

/** Contacts on some of so many lists. */
const randomContact = (random: () => number, listCount: number): KnownContact => {
	const share = random() ** 3;
	const lists = Array.from({ length: listCount }, (_, index) => `list ${index}`);
	const hash = () =>
		Math.floor(random() * 2 ** 24)
			.toString(36)
			.slice(-4)
			.padStart(4, '+');
	return {
		fieldsHash: hash(),
		customHash: random() < 0.3 ? ['', undefined][Math.floor(random() * 2)] : hash(),
		hasBounced: random() < 0.5,
		lists: random() < 0.1 ? undefined : lists.filter(() => random() < share),
		isMissing: random() < 0.3,
		email: random() < 0.5 ? `a:b c%20${random()}@example.com` : undefined,
	};
};

test.each([0, 1, 5, 40, 300])(
	'the state of contacts on none to all of %i lists is read as it was',
	(listCount) => {
		const random = randomFrom(listCount + 1);
		const snapshot = emptySnapshot('project');
		for (let number = 0; number < 200; number++) {
			const id = `++${number}`.padStart(8, '/');
			const contact = randomContact(random, listCount);
			snapshot.contacts.set(id, contact);
			if (!contact.isMissing && random() < 0.5) snapshot.scan.seen.add(id);
		}
		const state: unknown = JSON.parse(JSON.stringify(serializeSnapshot(snapshot, true)));
		const { contacts, header, scan } = deserializeSnapshot(state);
		const sorted = (known: typeof contacts) =>
			[...known].map(([id, contact]) => [
				id,
				{ ...contact, lists: contact.lists && [...contact.lists].sort() },
			]);
		expect(sorted(contacts)).toEqual(sorted(snapshot.contacts));
		expect(header).toEqual(snapshot.header);
		expect(scan.seen).toEqual(snapshot.scan.seen);
	},
);

const WATCHING = {
	version: '6 userId avatarUrl name languageCode',
	header: {
		...{ project: 'project1', salt: 'c2FsdHNh', generation: 7 },
		scan: {
			...{ nextPage: 2, pageSize: 2, total: 5, isAfterShortPage: false },
			...{ records: 2, pagesShifted: false },
		},
	},
	lists: ['important', 'newsletter'],
	contacts:
		'SugEN5PkzL0wqChA=Aw:ada@example.com A9lQhBL5mXReqChA=*Aw:grace@example.com VKPgEIHTgxIcqChA?Aw:joan@example.com WZcKrKCDu9N/qChA!Aw:mary@example.com',
};

const IN_BASELINE = {
	...WATCHING,
	header: {
		...{ project: 'project1', salt: 'c2FsdHNh', generation: 0, baselineScans: 1 },
		scan: { ...WATCHING.header.scan, pagesShifted: true },
	},
};

const IN_SECOND_SCAN = {
	...IN_BASELINE,
	header: { ...IN_BASELINE.header, baselineFound: 'SugEN5PkzL0w' },
};

test('states that workflows have are read, and written as they were', () => {
	const { header, scan, contacts } = deserializeSnapshot(WATCHING);
	expect(header).toEqual({
		...{ project: 'project1', salt: 'c2FsdHNh', generation: 7 },
		phase: { kind: 'watching', isEndUnknown: false },
	});
	expect(scan).toMatchObject({ part: 'lastPageAgain', records: 2, cursor: { nextPage: 2 } });
	const known = [...contacts].map(([id, { email, isMissing, hasBounced }]) => [
		email?.split('@')[0],
		scan.seen.has(id) ? 'seen' : 'expected',
		...(isMissing ? ['missing'] : []),
		...(hasBounced ? ['bounced'] : []),
	]);
	expect(known).toEqual([
		['ada', 'seen'],
		['grace', 'seen', 'bounced'],
		['joan', 'expected'],
		['mary', 'expected', 'missing'],
	]);
	expect(deserializeSnapshot(IN_BASELINE).header.phase).toEqual({ kind: 'baseline', scans: 1 });
	expect(deserializeSnapshot(IN_SECOND_SCAN).header.phase).toMatchObject({ found: 'SugEN5PkzL0w' });
	const isEndUnknown = { ...WATCHING, header: { ...WATCHING.header, isEndUnknown: true } };
	for (const state of [WATCHING, IN_BASELINE, IN_SECOND_SCAN, isEndUnknown]) {
		const written: unknown = JSON.parse(
			JSON.stringify(serializeSnapshot(deserializeSnapshot(state), true)),
		);
		expect(written).toEqual(state);
	}
});

test('a contact on a few of thousands of lists takes about 20 bytes', () => {
	const snapshot = emptySnapshot('project');
	const hashes = { fieldsHash: 'abcd', customHash: 'efgh' };
	const known = { ...hashes, hasBounced: false, isMissing: false };
	for (let number = 0; number < 2_000; number++) {
		const lists = [`list ${number}`, `list ${(number * 7) % 2_000}`];
		snapshot.contacts.set(`${number}`.padStart(8, '/'), { ...known, lists });
	}
	const { contacts } = serializeSnapshot(snapshot, false);
	expect(contacts.length / 2_000).toBeLessThan(25);
});

const { version } = serializeSnapshot(emptySnapshot('project'), false);

test.each([
	null,
	'2 abcdef project',
	{},
	[],
	{ version },
	{ version: 5, header: { project: 'project', scan: {} }, lists: [], contacts: '' },
	{ version, header: { project: 'project', scan: {} }, lists: [], contacts: '' },
	{ ...WATCHING, header: undefined },
	{ ...WATCHING, header: { ...WATCHING.header, generation: '7' } },
	{ ...WATCHING, header: { ...WATCHING.header, scan: null } },
	{ ...WATCHING, lists: { 0: 'important' } },
	{ ...WATCHING, lists: [1] },
	{ ...WATCHING, contacts: 'x' },
	{ ...WATCHING, contacts: null },
	{ ...WATCHING, contacts: 'SugEN5PkzL0wqChA=.9' },
])('%j is no state', (state) => {
	expect(() => deserializeSnapshot(state)).toThrow();
});
