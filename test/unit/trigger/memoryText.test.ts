import { createHash } from 'node:crypto';
import { contactProperties } from '../../../nodes/MailroomTrigger/contactProperties';
import { emptyMemory, memoryText } from '../../../nodes/MailroomTrigger/memoryText';

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
