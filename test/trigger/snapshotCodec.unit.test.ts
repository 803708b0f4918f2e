import { createHash } from 'node:crypto';
import { randomFrom } from '../support/randomFrom';
import { contactFields } from '../../nodes/Mailroom/parameters/contactFields';
import { contactProperties } from '../../nodes/MailroomTrigger/contactProperties';
import type { KnownContact } from '../../nodes/MailroomTrigger/Snapshot';
import {
	deserializeSnapshot,
	emptySnapshot,
	serializeSnapshot,
} from '../../nodes/MailroomTrigger/snapshotCodec';

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

const PRESENCES = ['seen', 'expected', 'missing'] as const;

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
		presence: PRESENCES[Math.floor(random() * PRESENCES.length)],
		email: random() < 0.5 ? `a:b c%20${random()}@example.com` : undefined,
	};
};

test.each([0, 1, 5, 40, 300])(
	'the state of contacts on none to all of %i lists is read as it was',
	(listCount) => {
		const random = randomFrom(listCount + 1);
		const snapshot = emptySnapshot('project');
		for (let number = 0; number < 200; number++) {
			snapshot.contacts.set(`++${number}`.padStart(8, '/'), randomContact(random, listCount));
		}
		const state: unknown = JSON.parse(JSON.stringify(serializeSnapshot(snapshot, true)));
		const { contacts, header } = deserializeSnapshot(state);
		const sorted = (known: typeof contacts) =>
			[...known].map(([id, contact]) => [
				id,
				{ ...contact, lists: contact.lists && [...contact.lists].sort() },
			]);
		expect(sorted(contacts)).toEqual(sorted(snapshot.contacts));
		expect(header).toEqual(snapshot.header);
	},
);

test('a contact on a few of thousands of lists takes about 20 bytes', () => {
	const snapshot = emptySnapshot('project');
	const hashes = { fieldsHash: 'abcd', customHash: 'efgh' };
	const known = { ...hashes, hasBounced: false, presence: 'seen' } as const;
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
	{ version, header: { project: 'project', scan: {} }, lists: [], contacts: 'x' },
])('%j is no state', (state) => {
	expect(() => deserializeSnapshot(state)).toThrow();
});
