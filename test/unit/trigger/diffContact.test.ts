import { diffContact, type ContactFacts } from '../../../nodes/MailroomTrigger/diffContact';
import { randomFrom } from '../../../tools/randomFrom';

const LISTS = ['important', 'news', 'offers', 'tips'];

const randomFacts = (random: () => number): ContactFacts => ({
	properties: String(Math.floor(random() * 3)),
	hasBounced: random() < 0.5,
	lists: random() < 0.15 ? undefined : LISTS.filter(() => random() < 0.5),
});

/** The lists after the events, of a contact that was on these before. */
const listsAfter = (lists: readonly string[], differences: ReturnType<typeof diffContact>) => {
	const after = new Set(lists);
	for (const { event, list = '' } of differences) {
		if (event === 'subscribed') after.add(list);
		if (event === 'unsubscribed') after.delete(list);
	}
	return [...after].sort();
};

const seeds = Array.from({ length: 40 }, (_, index) => index);

describe.each(seeds)('two random contacts %i', (seed) => {
	const random = randomFrom(seed);
	const [before, now] = [randomFacts(random), randomFacts(random)];
	const differences = diffContact(before, now);
	const events = differences.map(({ event, list }) => `${event} ${list ?? ''}`);

	test('the same contact has no event, and no event comes twice', () => {
		expect(diffContact(now, structuredClone(now))).toEqual([]);
		expect(new Set(events).size).toBe(events.length);
	});

	test('events say all that changed, and nothing else', () => {
		expect(events.includes('contactUpdated ')).toBe(before.properties !== now.properties);
		expect(events.includes('bounced ')).toBe(now.hasBounced && !before.hasBounced);
		expect(events.some((event) => /contactAdded|contactRemoved/.test(event))).toBe(false);
		const known = before.lists ?? [];
		const expected = before.lists && now.lists ? now.lists : known;
		expect(listsAfter(known, differences)).toEqual([...expected].sort());
	});

	test('a new contact is added, is on its lists, and may have bounced', () => {
		expect(diffContact(undefined, now)).toEqual([
			{ event: 'contactAdded' },
			...(now.lists ?? []).map((list) => ({ event: 'subscribed', list })),
			...(now.hasBounced ? [{ event: 'bounced' }] : []),
		]);
	});
});
