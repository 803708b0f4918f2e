import { createHash } from 'node:crypto';
import { randomFrom } from '../../../tools/randomFrom';
import { contactProperties } from '../../../nodes/MailroomTrigger/contactProperties';
import { emptyMemory, memoryOf, memoryText } from '../../../nodes/MailroomTrigger/memoryText';

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

test('what is kept has another version where more of a contact is watched, or every contact would seem to be updated once', () => {
	const properties = createHash('sha256').update(contactProperties(FULL)).digest('hex').slice(0, 8);
	const memory = emptyMemory({ project: 'project', isAnew: false }, false);
	const [version] = memoryText(memory).split(' ');
	expect([version, properties]).toEqual(['2', 'ef4ede3e']);
});

test.each([0, 1, 5, 6, 45, 46, 100, 256, 257, 300])(
	'what is kept of contacts on none to all of %i lists is read as it was',
	(listCount) => {
		const random = randomFrom(listCount + 1);
		const memory = emptyMemory({ project: 'project', isAnew: false }, false);
		memory.header.lists = Array.from({ length: listCount }, (_, index) => `list ${index}`);
		for (let number = 0; number < 200; number++) {
			const share = random() ** 3;
			let lists = 0n;
			for (let bit = 0; bit < listCount; bit++) {
				if (number === 0 || random() < share) lists |= 1n << BigInt(bit);
			}
			memory.contacts.set(String.fromCharCode(number, 255, 0, 32, 44, 10), {
				fingerprint: Math.floor(random() * 2 ** 24),
				turn: Math.floor(random() * 2 ** 16),
				hasBounced: random() < 0.5,
				wasLacking: random() < 0.5,
				isSeen: random() < 0.5,
				lists: number === 1 ? 0n : lists,
			});
		}
		const { contacts, header } = memoryOf(memoryText(memory), false);
		expect([...contacts]).toEqual([...memory.contacts]);
		expect(header).toEqual(memory.header);
	},
);
